import { useMemo } from 'react';
import type { ContentMessages } from './content-context.ts';
import { ContentProvider, type ProviderProps } from './content-provider.tsx';
import { wordPressSource } from './wordpress-source.ts';

const MESSAGES: ContentMessages = {
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
};

/** Content from WordPress: over our own origin, or from `base` (a `…/wp-json/wp/v2`) in a browser without our server. */
export function WordPressProvider({ base, ...props }: ProviderProps & { base?: string }) {
  const content = useMemo(
    () => ({
      source: wordPressSource(base),
      messages: MESSAGES,
      ownHost: base !== undefined && URL.canParse(base) ? new URL(base).host : null,
    }),
    [base],
  );
  return <ContentProvider content={content} {...props} />;
}
