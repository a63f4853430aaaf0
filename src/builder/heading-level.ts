import { createContext } from 'react';

/** The level of a placement's heading: 1 for the first placement in the main region of a page, otherwise 2. */
export const HeadingLevel = createContext<1 | 2>(2);
