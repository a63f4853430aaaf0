import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { drawnPng } from '../support/drawn-png.ts';
import { createPage, editPage } from '../support/rest.ts';
import { startWordPress, type TestWordPress } from '../support/start-wordpress.ts';
import { installCustomFields } from './install-custom-fields.ts';

/* Pages and posts behind a password, whose values ACF or SCF adds to REST. */

const entry = z.looseObject({ id: z.number(), acf: z.unknown() });
let wordpress: TestWordPress;
beforeAll(async () => {
  wordpress = await startWordPress();
  await installCustomFields(wordpress);
});
afterAll(() => wordpress?.remove());

test('visitors read no values of a page behind a password, and its editors do', async () => {
  const picture = await wordpress.editor.upload({
    name: 'porch.png',
    type: 'image/png',
    bytes: drawnPng(64, 48),
  });
  const page = await createPage(wordpress.editor, {
    slug: 'clients',
    title: 'Clients',
    password: 'sesame',
    acf: {
      page_layout: JSON.stringify([{ block: 'hero', key: 'hero' }]),
      hero_title: 'Client list',
      hero_image: picture,
    },
  });
  const path = `/wp/v2/pages/${page}`;
  expect(await wordpress.anonymous.get(`${path}?_fields=acf`)).toEqual({ acf: [] });
  for (const read of [path, '/wp/v2/pages?per_page=100', `${path}?_embed=1`]) {
    const text = JSON.stringify(await wordpress.anonymous.get(read));
    expect(text).not.toContain('Client list');
    expect(text).not.toContain(`media/${picture}`);
  }
  expect(await wordpress.editor.get(`${path}?_fields=acf`)).toMatchObject({
    acf: { hero_title: 'Client list', hero_image: picture },
  });
  // The site gets them with a hash of the password.
  const feed = await wordpress.editor.get('/lintel/v1/changes?since=0&limit=100');
  const told = z
    .object({ entries: z.array(z.looseObject({ id: z.string(), data: z.unknown() })) })
    .parse(feed);
  expect(told.entries.find(({ id }) => id === String(page))?.data).toMatchObject({
    acf: { hero_title: 'Client list' },
    password_hash: expect.any(String),
  });
  await editPage(wordpress.editor, page, { password: '' });
  expect(await wordpress.anonymous.get(`${path}?_fields=acf`)).toMatchObject({
    acf: { hero_title: 'Client list' },
  });
});

test('nor do they of a post', async () => {
  const made = await wordpress.editor.post('/wp/v2/posts', {
    title: 'Note',
    status: 'publish',
    password: 'sesame',
    acf: { seo_title: 'For clients' },
  });
  const path = `/wp/v2/posts/${entry.parse(made).id}?_fields=acf`;
  expect(await wordpress.anonymous.get(path)).toEqual({ acf: [] });
  expect(await wordpress.editor.get(path)).toMatchObject({ acf: { seo_title: 'For clients' } });
});
