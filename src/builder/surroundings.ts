import { createContext, type ReactNode } from 'react';

/** What stands around every view of the application, for a view that is rendered by a root of its own. */
export interface Surroundings {
  /** Puts the application's contexts around a view. The router's and the registry's are not among them. */
  around: (view: ReactNode) => ReactNode;
  /** The server's: HTML of something with its contexts, with ids that start with `prefix`. */
  toHtml?: (node: ReactNode, prefix: string) => string;
}

/** The application's contexts; outside of one there are none. */
export const SurroundingsContext = createContext<Surroundings>({ around: (view) => view });
