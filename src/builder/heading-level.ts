import { createContext } from 'react';

/** The level of a placement's own heading: 1 for the first of a page's main region, else 2. */
export const HeadingLevel = createContext<1 | 2>(2);
