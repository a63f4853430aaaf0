import { createContext, type ReactNode } from 'react';

/** The application's contexts, for views in a separate React root. */
export interface Surroundings {
  /** Wraps a view in the application's contexts, except those of the router and the registry. */
  around: (view: ReactNode) => ReactNode;
  /** Only on the server: renders a node to HTML, with ids that start with `prefix`. */
  toHtml?: (node: ReactNode, prefix: string) => string;
}

/** Provides the application's contexts. The default adds none. */
export const SurroundingsContext = createContext<Surroundings>({ around: (view) => view });
