import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { drawnPng } from './support/drawn-png.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { createPage, editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { openScreen } from './support/wp-admin.ts';

let wordpress: TestWordPress;
let site: OpenSite;
let about: number;
let picture: number;
let builtIn: string | null | undefined;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite(wordpress.env);
  about = await pageId(wordpress.editor, 'about');
  builtIn = (await heroImage())?.getAttribute('src');
  picture = await upload('front-porch.png');
  await wordpress.editor.post(`/wp/v2/media/${picture}`, { alt_text: 'A front porch' });
});
afterAll(async () => {
  await site?.close();
  await wordpress?.remove();
});

const upload = (name: string) =>
  wordpress.editor.upload({ name, type: 'image/png', bytes: drawnPng(1600, 900) });

async function heroImage(): Promise<Element | null> {
  const { document } = new JSDOM((await site.page('/about')).html).window;
  return document.querySelector('main section img');
}

test('a page gets its slug although a picture has it, but not that of another page', async () => {
  await upload('open-house.png');
  const slugOf = async () => {
    const id = await createPage(wordpress.editor, { title: 'Open house', slug: 'open-house' });
    return wordpress.editor.get(`/wp/v2/pages/${id}?_fields=slug`);
  };
  expect(await slugOf()).toEqual({ slug: 'open-house' });
  expect(await slugOf()).toEqual({ slug: 'open-house-2' });
  expect((await site.page('/open-house')).html).toContain('Open house');
  const id = await createPage(wordpress.editor, { title: 'Numbers', slug: '2026' });
  expect(await wordpress.editor.get(`/wp/v2/pages/${id}?_fields=slug`)).toEqual({ slug: '2026-2' });
});

test('a picture that the editor uploads is shown from our own origin, with its dimensions, its text and its sizes', async () => {
  await editPage(wordpress.editor, about, { acf: { hero_image: picture } });
  const image = await heroImage();
  expect(image?.getAttribute('src')).toMatch(/^\/media\/[\w-]{16}\/1600$/);
  expect(image?.getAttribute('width')).toBe('1600');
  expect(image?.getAttribute('height')).toBe('900');
  expect(image?.getAttribute('alt')).toBe('A front porch');
  const candidates = (image?.getAttribute('srcset') ?? '').split(', ').map((each) => each.split(' '));
  expect(candidates.map(([, width]) => width)).toEqual(
    [320, 480, 640, 800, 1024, 1280, 1600].map((width) => `${width}w`),
  );
  const smallest = await fetch(site.url + (candidates[0]?.[0] ?? ''), { headers: { accept: 'image/webp' } });
  expect(smallest.headers.get('content-type')).toBe('image/webp');
  expect((await site.page('/about')).html).not.toContain('/wp-content/');
});

test('a featured image is on a page without a layout', async () => {
  await createPage(wordpress.editor, { slug: 'porch', title: 'Porch', featured_media: picture });
  const { html } = await site.page('/porch');
  expect(new JSDOM(html).window.document.querySelector('main img')?.getAttribute('alt')).toBe(
    'A front porch',
  );
});

test('the captions of a video come from our own origin, as WordPress has them', async () => {
  const text = 'WEBVTT\n\n00:00.000 --> 00:02.000\nGood morning, Beaverdale.\n';
  const captions = await wordpress.editor.upload({
    name: 'walk.vtt',
    type: 'text/vtt',
    bytes: Buffer.from(text),
  });
  const { source_url: file } = z
    .object({ source_url: z.string() })
    .parse(await wordpress.editor.get(`/wp/v2/media/${captions}`));
  const track = `<track src="${file}" srclang="en" label="English" kind="captions">`;
  await createPage(wordpress.editor, {
    slug: 'morning',
    title: 'A walk',
    content: `<!-- wp:video --><figure class="wp-block-video"><video controls src="${wordpress.url}/walk.mp4">${track}</video></figure><!-- /wp:video -->`,
  });
  const captionsOnPage = async () => {
    const { document } = new JSDOM((await site.page('/morning')).html).window;
    return document.querySelector('main track')?.getAttribute('src');
  };
  const { pathname } = new URL(file);
  await expect.poll(captionsOnPage).toBe(pathname);
  const served = await fetch(site.url + pathname);
  expect(served.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
  expect(await served.text()).toBe(text);
});

test('a missing picture is replaced by the built-in one, and the log names the fix', async () => {
  await wordpress.store(about, { hero_image: 999_999 });
  expect((await heroImage())?.getAttribute('src')).toBe(builtIn);
  expect(site.messages()).toContain(
    'About › hero_image: media 999999 is not public. Publish it, or choose another image.',
  );
});

test('a picture of a page that is not public is not shown either', async () => {
  const draft = await createPage(wordpress.editor, { title: 'Draft', status: 'draft' });
  const secret = await upload('floor-plan.png');
  await wordpress.editor.post(`/wp/v2/media/${secret}`, { post: draft });
  await editPage(wordpress.editor, about, { acf: { hero_image: secret } });
  expect((await heroImage())?.getAttribute('src')).toBe(builtIn);
  expect((await site.page('/about')).html).not.toContain('floor-plan');
  expect(site.messages()).toContain(
    `About › hero_image: media ${secret} is not public. Publish it, or choose another image.`,
  );
});

test('a focal point is the same on the site, in REST and on the edit screen of the picture', async () => {
  const session = await wordpress.signInEditor();
  const screenPath = `/wp-admin/post.php?post=${picture}&action=edit`;
  const focus = (axis: string) => `attachments[${picture}][lintel_focus_${axis}]`;
  await editPage(wordpress.editor, about, { acf: { hero_image: picture } });
  await wordpress.editor.post(`/wp/v2/media/${picture}`, { meta: { focal_point: { x: 0.2, y: 0.75 } } });
  expect((await site.page('/about')).html).toContain('20% 75%');
  const form = (await openScreen(wordpress.url, session, screenPath)).form('form#post', {
    [focus('y')]: '10',
  });
  expect(form.get(focus('x'))).toBe('20');
  await openScreen(wordpress.url, session, '/wp-admin/post.php', form);
  expect(await wordpress.editor.get(`/wp/v2/media/${picture}`)).toMatchObject({
    meta: { focal_point: { x: 0.2, y: 0.1 } },
  });
  expect((await site.page('/about')).html).toContain('20% 10%');
});
