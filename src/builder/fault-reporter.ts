import { createContext } from 'react';

/** How a placement failed in the browser or while rendering. */
export interface BlockFault {
  kind: 'unknown-block' | 'chunk-failed' | 'view-threw';
  block: string;
  key: string;
  detail: string;
}

export interface FaultHandling {
  report: (fault: BlockFault) => void;
  /** True for people who may see what is wrong: developers, and editors in a preview. */
  show: boolean;
}

/** Who hears of failing placements. Nobody, unless an entry says otherwise. */
export const FaultContext = createContext<FaultHandling>({ report: () => {}, show: false });
