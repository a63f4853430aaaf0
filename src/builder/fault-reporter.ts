import { createContext } from 'react';

/** A failure of a placement, in the browser or during rendering. */
export interface BlockFault {
  kind: 'unknown-block' | 'chunk-failed' | 'view-threw';
  block: string;
  key: string;
  detail: string;
}

export interface FaultHandling {
  report: (fault: BlockFault) => void;
  /** True for people who may see faults: developers, and editors in a preview. */
  show: boolean;
}

/** The handler for faults in placements. Does nothing unless an entry module provides one. */
export const FaultContext = createContext<FaultHandling>({ report: () => {}, show: false });
