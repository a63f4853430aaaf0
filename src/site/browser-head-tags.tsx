import { useLayoutEffect, useState } from 'react';
import { HelmetProvider } from 'react-helmet-async';
import type { PageHead } from '../content/types.ts';
import { HeadTags } from './head-tags.tsx';

/** What the server wrote into the head for the page it sent. */
const SERVER_TAGS =
  'title, meta[name=description], meta[name=robots], meta[property^="og:"], meta[name^="twitter:"], link[rel=canonical]';

/** The head's tags once a visitor moves on within the application: those of the first page make room for them. */
export default function BrowserHeadTags({ head }: { head: PageHead | undefined }) {
  const [servers] = useState(() => [...document.head.querySelectorAll(SERVER_TAGS)]);
  // Only once the new ones stand: the page never goes without its title.
  useLayoutEffect(() => {
    for (const tag of servers) tag.remove();
  }, [servers]);
  return (
    <HelmetProvider>
      <HeadTags head={head} />
    </HelmetProvider>
  );
}
