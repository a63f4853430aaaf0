import { createContext } from 'react';

/**
 * Keys of `near` placements that run with the application, because they show the state of a form that was just posted.
 */
export const EarlyPlacements = createContext<ReadonlySet<string>>(new Set());
