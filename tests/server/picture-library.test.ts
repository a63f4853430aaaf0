import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LibraryPicture, PictureList } from '../../src/contracts/operators/picture-library.ts';
import type { AuditLogResponse } from '../../src/contracts/operators/site-calls.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';
import { acceptMedia } from './support/fake-media.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

let wordpress: FakeSite;
let media: ReturnType<typeof acceptMedia>;
let app: RunningApp;
let operator: OperatorClient;
let porch: Buffer<ArrayBuffer>;

beforeAll(async () => {
  wordpress = await startFakeSite();
  media = acceptMedia(wordpress);
  for (let id = 1; id <= 30; id += 1) {
    wordpress.add('media', { id, alt_text: `Picture ${id}`, media_details: { width: 800, height: 600 } });
  }
  media.serve(1);
  media.serve(2, { plugin: false });
  media.serve(3);
  porch = Buffer.from(
    await sharp({ create: { width: 64, height: 48, channels: 3, background: '#846' } })
      .jpeg()
      .toBuffer(),
  );
  app = await runApp(wordpress.env);
  operator = await signIn(app);
});
afterAll(async () => {
  await app.stop();
  await wordpress.stop();
});

const LIBRARY = '/api/admin/pages/pictures';
const list = async (query: string): Promise<PictureList> => (await operator.fetch(LIBRARY + query)).json();
const upload = (name: string, body: Buffer<ArrayBuffer>) =>
  operator.fetch(`${LIBRARY}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'x-csrf-token': operator.csrf,
      origin: app.url,
    },
    body,
  });

it('lists the library in pages, at addresses of our own', async () => {
  const [first, second] = [await list('?page=1'), await list('?page=2')];
  expect(first).toMatchObject({ more: true });
  expect(second).toMatchObject({ more: false });
  expect(new Set([...first.pictures, ...second.pictures].map(({ id }) => id)).size).toBe(30);
  expect(JSON.stringify(first)).not.toContain(wordpress.url);
  expect(await list('?page=3')).toEqual({ pictures: [], more: false });
});

it('uploads a picture under a safe name, with the type of its bytes', async () => {
  const answer = await upload('Front "porch" é.svg', porch);
  expect(answer.status).toBe(201);
  const picture: LibraryPicture = await answer.json();
  expect(picture).toMatchObject({ title: 'front-porch-e.jpg', alt: '', focus: null });
  expect(media.uploads).toEqual([{ name: 'front-porch-e.jpg', type: 'image/jpeg', bytes: porch }]);
});

it.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>'), 422],
  ['text with the file name of a picture', Buffer.from('no picture'), 422],
  ['an empty file', Buffer.from(''), 422],
  ['more than 20 MB', Buffer.alloc(20_000_001), 413],
])('refuses %s', async (_what, body, status) => {
  const before = media.uploads.length;
  const answer = await upload('porch.jpg', body);
  expect(answer.status).toBe(status);
  expect(media.uploads).toHaveLength(before);
});

it('stores the alternative text and the focal point where the site reads them', async () => {
  const answer = await operator.send('PUT', `${LIBRARY}/1`, {
    alt: ' A porch ',
    decorative: false,
    focus: { x: 0.2, y: 0.75 },
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ alt: 'A porch', focus: { x: 0.2, y: 0.75 } });
  const entry = wordpress.lists.media.find(({ id }) => id === 1);
  expect(entry).toMatchObject({ alt_text: 'A porch', meta: { focal_point: { x: 0.2, y: 0.75 } } });
  expect(entry).not.toHaveProperty('acf');
});

it('changes the field of ACF too, because it takes precedence', async () => {
  wordpress.edit('media', 1, { acf: { focal_point: { x: 0, y: 0 } } });
  const focus = { x: 0.5, y: 0.1 };
  const answer = await operator.send('PUT', `${LIBRARY}/1`, { alt: 'A porch', decorative: false, focus });
  expect(await answer.json()).toMatchObject({ focus });
});

it('stores the focal point alone, and the text alone', async () => {
  const before = wordpress.lists.media.find(({ id }) => id === 3);
  const focus = { x: 0.2, y: 0.75 };
  const moved = await operator.send('PUT', `${LIBRARY}/3`, { focus });
  expect(await moved.json()).toMatchObject({ alt: 'Picture 3', focus });
  const described = await operator.send('PUT', `${LIBRARY}/3`, { alt: 'A porch', decorative: false });
  expect(await described.json()).toMatchObject({ alt: 'A porch', focus });
  expect(before).toMatchObject({ alt_text: 'A porch', meta: { focal_point: focus } });
});

it('notes a change of which WordPress stored the text and not the focal point', async () => {
  const noted = async () => {
    const log: AuditLogResponse = await (
      await operator.fetch('/api/admin/audit?action=picture-described')
    ).json();
    return log.rows.filter(({ subject }) => subject === '2').length;
  };
  const focus = { x: 0.2, y: 0.75 };
  const both = await operator.send('PUT', `${LIBRARY}/2`, { alt: 'A porch', decorative: false, focus });
  expect(both.status).toBe(422);
  expect(await both.text()).toContain('stored the text and not the focal point');
  expect(await noted()).toBe(1);
  // The site shows the new text without waiting for the next poll.
  expect(app.content.snapshot()?.media(2)?.alt).toBe('A porch');
  const point = await operator.send('PUT', `${LIBRARY}/2`, { focus });
  expect(point.status).toBe(422);
  expect(await point.text()).toContain('did not store the focal point');
  expect(await noted()).toBe(1);
});

it.each([
  ['an empty text for a picture that is not decorative', { alt: ' ', decorative: false }],
  ['a text for a decorative picture', { alt: 'A porch', decorative: true }],
  ['a decorative picture whose text stays', { decorative: true }],
  ['a focal point outside the picture', { alt: 'A porch', decorative: false, focus: { x: 2, y: 0 } }],
])('refuses %s', async (_what, details) => {
  expect((await operator.send('PUT', `${LIBRARY}/1`, details)).status).toBe(422);
});

it('accepts a decorative picture, and reports a picture that does not exist', async () => {
  expect((await operator.send('PUT', `${LIBRARY}/1`, { alt: '', decorative: true })).status).toBe(200);
  const gone = await operator.fetch(`${LIBRARY}/999`);
  expect(gone.status).toBe(404);
  expect(await gone.text()).toContain('no picture 999');
});

it('passes on WordPress’s reason for refusing an upload', async () => {
  wordpress.misbehaviour = { status: 413, json: { code: 'too_large', message: 'At most 2 MB.' } };
  const answer = await upload('porch.jpg', porch);
  wordpress.misbehaviour = null;
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain('At most 2 MB.');
});
