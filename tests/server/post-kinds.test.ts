import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postFormats } from '../../src/contracts/post-formats.ts';
import { parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

let wordpress: FakeSite;
let app: RunningApp;

const documentAt = async (path: string) => parseHtml(await (await fetch(app.url + path)).text());
const cardsAt = async (path: string) => [...(await documentAt(path)).querySelectorAll('main li:has(time)')];
const titlesAt = async (path: string) =>
  (await cardsAt(path)).map((card) => card.querySelector('a')?.textContent ?? '');

beforeAll(async () => {
  wordpress = await startFakeSite();
  const day = (id: number) => `2026-10-${String(id).padStart(2, '0')}T10:00:00`;
  for (let id = 1; id <= 20; id += 1) {
    const title = { rendered: `Post ${id}` };
    wordpress.add('posts', { id, slug: `post-${id}`, title, date_gmt: day(id), categories: [41] });
  }
  wordpress.edit('posts', 3, { sticky: true });
  wordpress.edit('posts', 15, { sticky: true });
  wordpress.add('categories', { id: 41, slug: 'news', name: 'News' });
  postFormats.forEach((format, index) => {
    const excerpt = { rendered: `<p>Words of an ${format}</p>`, protected: false };
    const title = { rendered: `A title of ${format}` };
    wordpress.add('posts', { id: 60 + index, slug: format, title, format, excerpt, date_gmt: day(30) });
  });
  app = await runApp(wordpress.env);
});
afterAll(async () => {
  await app?.stop();
  await wordpress?.stop();
});

describe('sticky posts', () => {
  it('lead the first page of all posts, and keep their places elsewhere', async () => {
    const first = await titlesAt('/blog');
    expect(first.slice(0, 2)).toEqual(['Post 15', 'Post 3']);
    expect(first).toHaveLength(11);
    expect((await titlesAt('/blog?page=2')).slice(0, 7)).toEqual(
      [20, 19, 18, 17, 16, 15, 14].map((id) => `Post ${id}`),
    );
    expect(await titlesAt('/blog?page=3')).toContain('Post 3');
    expect((await titlesAt('/blog/category/news')).slice(0, 2)).toEqual(['Post 20', 'Post 19']);
  });
});

describe('a post of the format', () => {
  it.each(postFormats)('%s has its look in lists', async (format) => {
    const cards = await cardsAt('/blog');
    const card = cards.find((each) => each.querySelector(`a[href="/${format}"]`));
    const isUntitled = format === 'aside' || format === 'status';
    expect(card?.querySelector('h2')?.textContent).toBe(isUntitled ? undefined : `A title of ${format}`);
    expect(card?.querySelector('a')?.textContent).toBe(
      isUntitled ? `Words of an ${format}` : `A title of ${format}`,
    );
    expect(card?.textContent?.toLowerCase()).toContain(` · ${format}`);
    expect((await documentAt(`/${format}`)).querySelector('h1')?.textContent).toBe(`A title of ${format}`);
  });
});
