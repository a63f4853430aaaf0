import { expect, test } from 'vitest';
import { createBuiltInContent, postFixtureSchema, type BuiltInFiles } from '../built-in/built-in-content.ts';
import { createSnapshot } from '../snapshot/snapshot.ts';
import { mirrorEntry, snapshotOf, testBuiltInContent, wordPressEntry } from '../testing/test-content.ts';
import { createMirrorContents } from '../values/mirror-contents.ts';
import { exportedPosts } from './exported-posts.ts';

const noFiles: BuiltInFiles = {
  settings: testBuiltInContent.settings,
  menus: { primary: { items: [] }, footer: { items: [] } },
  media: [],
  pages: {},
  layouts: {},
  posts: {},
  sections: {},
};
const category = (id: number, slug: string, parent: number) =>
  mirrorEntry('category', { id, slug, parent, name: `All ${slug} & more`, taxonomy: 'category' });
const entries = [
  category(3, 'places', 0),
  category(4, 'iowa', 3),
  category(5, 'ames', 4),
  category(6, 'left', 7),
  category(7, 'right', 6),
  wordPressEntry('post', 12, 'news', {
    categories: [5, 6],
    sticky: true,
    format: 'quote',
    comment_status: 'open',
  }),
  wordPressEntry('post', 13, 'plain', { format: 'unheard-of' }),
];
const exported = new Map(
  exportedPosts(
    createMirrorContents(entries),
    snapshotOf(entries),
    () => undefined,
    (text) => text,
    [],
  ),
);

test('posts are exported with their options, if the source has them', () => {
  expect(exported.get('news')).toMatchObject({ sticky: true, format: 'quote', comment_status: 'open' });
  for (const name of ['sticky', 'format', 'comment_status']) {
    expect(exported.get('plain')).not.toHaveProperty(name);
  }
});

test('categories are exported with all their parents, also if these form a circle', () => {
  const up = (slug: string, ...above: unknown[]) => [
    expect.objectContaining({
      slug,
      taxonomy: 'category',
      ...(above.length > 0 && { _embedded: { up: above[0] } }),
    }),
  ];
  expect(exported.get('news')).toHaveProperty('_embedded.wp:term.0', [
    ...up('ames', up('iowa', up('places'))),
    ...up('left', up('right')),
  ]);
});

test('a site with the exported files has the same options and categories', () => {
  const news = postFixtureSchema.parse(JSON.parse(JSON.stringify(exported.get('news'))));
  const builtIn = createBuiltInContent({ ...noFiles, posts: { news } });
  const snapshot = createSnapshot({ contents: builtIn.contents, builtIn, homes: [] });
  expect(snapshot.post('news')).toMatchObject({ sticky: true, format: 'quote', takesComments: true });
  expect(snapshot.categories()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 3, name: 'All places & more', parent: 0 }),
      expect.objectContaining({ id: 4, parent: 3 }),
      expect.objectContaining({ id: 5, parent: 4 }),
    ]),
  );
});
