import { createContext } from 'react';

/** The key of the placement that contains a view. It is also the section's anchor, which form posts return to. */
export const PlacementKeyContext = createContext('');
