import { createContext } from 'react';

/** Keys of `near` placements that run immediately, because the visitor is already using them. */
export const EarlyPlacements = createContext<ReadonlySet<string>>(new Set());
