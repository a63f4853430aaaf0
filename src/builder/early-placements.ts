import { createContext } from 'react';

/**
 * Keys of `near` placements that start with the application instead of when they are near the viewport, because they
 * show the state of a form that was just posted.
 */
export const EarlyPlacements = createContext<ReadonlySet<string>>(new Set());
