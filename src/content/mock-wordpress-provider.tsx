import type { ContentMessages } from './content-context.ts';
import { ContentProvider, type ProviderProps } from './content-provider.tsx';
import { mockSource } from './mock-source.ts';

const MESSAGES: ContentMessages = {
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
};

const CONTENT = { source: mockSource(), messages: MESSAGES, ownHost: null };

/** The built-in content, for a browser without our server. Import it lazily: it brings the list of all fixtures. */
export function MockWordPressProvider(props: ProviderProps) {
  return <ContentProvider content={CONTENT} {...props} />;
}
