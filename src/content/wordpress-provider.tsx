import { createContext, useContext, type ReactNode } from 'react';
import { wordPressSource } from './wordpress-source.ts';
import type { ContentSource } from '../contracts/content.ts';

/** A provider's messages for failures of its source. */
interface ContentMessages {
  /** Messages for the console. */
  logged: Readonly<Record<'page' | 'posts' | 'menu' | 'siteData', string>>;
  /** Messages for visitors. */
  shown: Readonly<Record<'posts' | 'siteData', string>>;
}

/** The value of a provider's context. It is constant, so it never causes a rerender. */
export interface ContentContextValue {
  source: ContentSource;
  messages: ContentMessages;
}

const ContentContext = createContext<ContentContextValue | null>(null);

const wordPress: ContentContextValue = {
  source: wordPressSource,
  messages: {
    logged: {
      page: 'Failed to fetch page',
      posts: 'Failed to fetch posts',
      menu: 'Failed to fetch menu',
      siteData: 'Failed to fetch site data',
    },
    shown: {
      posts: 'Failed to fetch posts. Please try again later.',
      siteData: 'Failed to load site data. Please try again later.',
    },
  },
};

/** Provides content from WordPress, through our own origin. */
export function WordPressProvider({ children }: { children: ReactNode }) {
  return <ContentContext value={wordPress}>{children}</ContentContext>;
}

const sample: ContentContextValue = {
  source: wordPressSource,
  messages: {
    logged: {
      page: 'Failed to load mock page',
      posts: 'Failed to fetch posts',
      menu: 'Failed to fetch menu',
      siteData: 'Failed to fetch site data',
    },
    shown: {
      posts: 'Failed to fetch posts. Please try again later.',
      siteData: 'Failed to load mock site data',
    },
  },
};

/**
 * The provider for mock mode and for examples in the operators' catalogue. It requests the same paths as
 * `WordPressProvider`. In mock mode, the handlers in `src/dev/mock-handlers.ts` respond with content from `fixtures/`,
 * and must be set up before the first hook runs.
 */
export function MockWordPressProvider({ children }: { children: ReactNode }) {
  return <ContentContext value={sample}>{children}</ContentContext>;
}

/** Returns the content source and messages of the nearest provider. Throws an `Error` if there is none. */
export function useWordPress(): ContentContextValue {
  const content = useContext(ContentContext);
  if (!content) {
    throw new Error(
      'No WordPress provider found. Please wrap with WordPressProvider or MockWordPressProvider',
    );
  }
  return content;
}
