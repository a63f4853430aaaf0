import { expect, it } from 'vitest';
import { groupPages } from './group-pages.ts';

const page = (path: string, listed = true) => ({ path, title: path, description: '', modified: '', listed });
const link = (href: string) => ({ href, text: href, newTab: false });

it('puts each page into the group that matches it best, and the rest at the end', () => {
  const sections = groupPages({
    pages: ['/', '/buy/guide', '/buy', '/buyers-club', '/new', '/buy/legal']
      .map((path) => page(path))
      .concat([page('/demo', false), page('/search', false)]),
    posts: [],
    rules: [
      { title: 'Start', paths: '/\n/search' },
      { title: 'Buying', paths: '/buy/' },
      { title: 'Legal', paths: '/buy/legal' },
      { title: 'Empty', paths: '/nothing' },
    ],
    extra: [{ group: 'Buying', link: link('/buy#steps') }],
    postsTitle: 'Articles',
    others: 'More',
  });
  expect(sections).toEqual([
    { title: 'Start', links: [link('/'), link('/search')] },
    { title: 'Buying', links: [link('/buy/guide'), link('/buy'), link('/buy#steps')] },
    { title: 'Legal', links: [link('/buy/legal')] },
    { title: 'More', links: [link('/buyers-club'), link('/new')] },
  ]);
});
