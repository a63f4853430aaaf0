import { createContext } from 'react';

/** Keys of placements whose view does not wait until it is near: a visitor is in the middle of them already. */
export const EarlyPlacements = createContext<ReadonlySet<string>>(new Set());
