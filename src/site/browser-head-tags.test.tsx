import { render, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import builtIn from '../../fixtures/site-settings.json' with { type: 'json' };
import type { PageDocument } from '../contracts/content.ts';
import { siteSettingsSchema } from '../contracts/site-settings.ts';
import BrowserHeadTags from './browser-head-tags.tsx';
import { SiteAppDataContext } from './site-app-data.ts';

const site = {
  frame: { settings: siteSettingsSchema.parse(builtIn), primary: [], footer: [] },
  origin: 'https://www.example.com',
  year: 2026,
  showFaults: false,
  measurementId: null,
  leadEndpoint: null,
};

const page: PageDocument = {
  path: '/blog/second',
  slug: 'second',
  head: {
    title: 'The second post',
    description: 'About it.',
    canonical: '/blog/second',
    robots: 'index, follow',
    image: { src: '/social-card.png', width: 1200, height: 630, alt: '' },
    type: 'article',
    feeds: [{ title: 'Comments on the second post', path: '/blog/second/feed' }],
  },
  placements: [],
};

it('replaces the first page’s tags, and keeps the feed that all pages have', async () => {
  const feed = (path: string) => `<link rel="alternate" type="application/rss+xml" href="${path}">`;
  const tags = `<title>First</title>${feed('/blog/first/feed')}${feed('/feed.xml')}`;
  document.head.insertAdjacentHTML('beforeend', tags);
  render(
    <SiteAppDataContext value={site}>
      <BrowserHeadTags page={page} />
    </SiteAppDataContext>,
  );
  await waitFor(() => expect(document.title).toBe('The second post'));
  const feeds = [...document.head.querySelectorAll('link[rel=alternate]')];
  const paths = new Set(feeds.map((link) => link.getAttribute('href')));
  expect(paths).toEqual(new Set(['/feed.xml', '/blog/second/feed']));
  expect(document.querySelectorAll('title')).toHaveLength(1);
  document.head.querySelector('[href="/feed.xml"]')?.remove();
});
