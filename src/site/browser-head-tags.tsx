import { useLayoutEffect, useState } from 'react';
import { HelmetProvider } from 'react-helmet-async';
import type { PageDocument } from '../contracts/content.ts';
import { HeadTags } from './head-tags.tsx';

const JSON_LD = 'application/ld+json';
/** Selects the head tags that belong to the first page. The link to the blog's feed stays, as every page has it. */
const SERVER_TAGS = `title, meta[name=description], meta[name=robots], meta[property^="og:"], meta[name^="twitter:"], link[rel=canonical], link[rel=alternate]:not([href="/feed.xml"]), script[type="${JSON_LD}"]`;

/**
 * Renders the head tags and structured data after a client-side navigation, and removes those that the server rendered
 * for the first page.
 */
export default function BrowserHeadTags({ page }: { page: PageDocument | null }) {
  const [servers] = useState(() => [...document.querySelectorAll(SERVER_TAGS)]);
  // Remove the old tags after the new ones are in place, so that the page always has a title.
  useLayoutEffect(() => {
    for (const tag of servers) tag.remove();
  }, [servers]);
  return (
    <HelmetProvider>
      <HeadTags head={page?.head} />
      {structuredData(page, servers).map((text, index) => (
        <script key={index} type={JSON_LD} dangerouslySetInnerHTML={{ __html: text }} />
      ))}
    </HelmetProvider>
  );
}

/** Returns a page's structured data as JSON. For the first page, only the server's HTML contains it. */
function structuredData(page: PageDocument | null, servers: readonly Element[]): string[] {
  if (page === null) return [];
  if (page.structuredData) return page.structuredData.map((each) => JSON.stringify(each));
  return servers.flatMap((tag) => (tag.getAttribute('type') === JSON_LD ? [tag.innerHTML] : []));
}
