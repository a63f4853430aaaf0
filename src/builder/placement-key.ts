import { createContext } from 'react';

/** The key of the placement a view stands in: its anchor, for forms that come back to it. */
export const PlacementKey = createContext('');
