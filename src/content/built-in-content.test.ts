import { expect, test } from 'vitest';
import { builtInContent } from './built-in-content.ts';

test('both menus and the settings are there', async () => {
  expect(await builtInContent.menu('primary')).toMatchObject({ slug: 'primary' });
  expect(await builtInContent.menu('footer')).toMatchObject({ slug: 'footer' });
  expect((await builtInContent.settings()).site.timeZone).toBe('America/Chicago');
});

test('a slug without a file is no page', async () => {
  expect(await builtInContent.page('no-such-page')).toBeNull();
});

test('posts and media are lists', async () => {
  expect(await builtInContent.posts()).toBeInstanceOf(Array);
  expect(await builtInContent.media()).toBeInstanceOf(Array);
});
