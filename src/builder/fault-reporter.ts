import { createContext } from 'react';

/** A problem with the view of a placement: its block is unknown, its code did not load, or it threw an error. */
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
