import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openSite, type OpenSite } from './support/open-site.ts';
import { createPage, editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

let wordpress: TestWordPress;
let site: OpenSite;
let about: number;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite(wordpress.env);
  about = await pageId(wordpress.editor, 'about');
});
afterAll(async () => {
  await site?.close();
  await wordpress?.remove();
});

/** Returns the status of a path, and the names of the documents and API responses that expose the page's secret. */
async function told(path: string, slug: string, secret: string) {
  // In parallel, so that they share the requests to WordPress.
  const [page, content, bySlug, byPath] = await Promise.all([
    site.page(path),
    site.page(`/wp/${slug}`),
    site.wpJson(`/pages?slug=${slug}`),
    site.wpJson(`/pages?path=${path}`),
  ]);
  const texts = { document: page.html, content: content.html, bySlug, byPath };
  const secretIn = Object.entries(texts).flatMap(([where, text]) => (text.includes(secret) ? [where] : []));
  return { status: page.status, secretIn };
}
const NOTHING = { status: 404, secretIn: [] };
const FORM_ONLY = { status: 200, secretIn: [] };

/** Enters a password. Returns the document that the path then shows. */
async function opened(path: string, entry: number, password: string): Promise<string> {
  const answer = await fetch(`${site.url}/api/page-password`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ entry: String(entry), post_password: password }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return (await fetch(site.url + path, { headers: { cookie } })).text();
}

describe('a page of the route table', () => {
  afterEach(() =>
    editPage(wordpress.editor, about, { status: 'publish', password: '', acf: { hero_title: '' } }),
  );

  test.each(['draft', 'pending', 'private'])('is not found while WordPress has it as %s', async (status) => {
    await editPage(wordpress.editor, about, { status, acf: { hero_title: 'Not yet for you' } });
    expect(await told('/about', 'about', 'Not yet for you')).toEqual(NOTHING);
  });

  test('is not found while it lies in the trash, and is back when it is taken out', async () => {
    await wordpress.editor.delete(`/wp/v2/pages/${about}`);
    expect(await told('/about', 'about', 'hero_title')).toEqual(NOTHING);
    await editPage(wordpress.editor, about, { status: 'publish' });
    expect((await site.page('/about')).status).toBe(200);
  });

  test('falls back to the built-in page when it is deleted permanently', async () => {
    const sell = await pageId(wordpress.editor, 'staging-tips');
    await editPage(wordpress.editor, sell, { acf: { hero_title: 'Stage it' } });
    expect((await site.page('/sell/staging-tips')).html).toContain('Stage it');
    await wordpress.editor.delete(`/wp/v2/pages/${sell}?force=true`);
    const { status, html } = await site.page('/sell/staging-tips');
    expect(status).toBe(200);
    expect(html).not.toContain('Stage it');
  });

  test('shows only the form while it is behind a password', async () => {
    await editPage(wordpress.editor, about, { password: 'sesame', acf: { hero_title: 'For members' } });
    expect(await told('/about', 'about', 'For members')).toEqual(FORM_ONLY);
    expect((await site.page('/about')).html).toContain('action="/api/page-password"');
    expect(await opened('/about', about, 'sesame')).toContain('For members');
    // WordPress itself, which is reachable on most sites, tells visitors as little.
    const path = `/wp/v2/pages/${about}?_fields=acf`;
    expect(await wordpress.anonymous.get(path)).toEqual({ acf: [] });
    expect(await wordpress.editor.get(path)).toMatchObject({ acf: { hero_title: 'For members' } });
  });
});

describe('a page of the editor’s own', () => {
  test('is live when it is published, and gone when it is unpublished', async () => {
    const fields = { slug: 'open-house', title: 'Open house', content: '<p>Sunday at two.</p>' };
    const id = await createPage(wordpress.editor, { ...fields, status: 'draft' });
    expect(await told('/open-house', 'open-house', 'Sunday at two.')).toEqual(NOTHING);
    await editPage(wordpress.editor, id, { status: 'publish' });
    expect(await site.page('/open-house')).toMatchObject({
      status: 200,
      html: expect.stringContaining('<p>Sunday at two.</p>'),
    });
    await editPage(wordpress.editor, id, { status: 'draft' });
    expect(await told('/open-house', 'open-house', 'Sunday at two.')).toEqual(NOTHING);
  });

  test('is not exposed anywhere while it is scheduled', async () => {
    const fields = { slug: 'launch', title: 'Launch', content: '<p>Big news.</p>' };
    await createPage(wordpress.editor, { ...fields, status: 'future', date: '2099-01-01T00:00:00' });
    expect(await told('/launch', 'launch', 'Big news.')).toEqual(NOTHING);
  });

  test('shows nothing behind a password, its fields included, until it is entered', async () => {
    const id = await createPage(wordpress.editor, {
      slug: 'clients',
      title: 'Clients',
      content: '<p>Client list</p>',
      password: 'sesame "ü" \\',
      acf: { page_layout: [{ block: 'hero', key: 'hero' }], hero_title: 'Client list' },
    });
    expect(await told('/clients', 'clients', 'Client list')).toEqual(FORM_ONLY);
    expect(await opened('/clients', id, 'sesame "ü" ')).not.toContain('Client list');
    expect(await opened('/clients', id, 'sesame "ü" \\')).toContain('Client list');
    await editPage(wordpress.editor, id, { password: 'another' });
    expect(await told('/clients', 'clients', 'Client list')).toEqual(FORM_ONLY);
    expect(await opened('/clients', id, 'sesame "ü" \\')).not.toContain('Client list');
    expect(await opened('/clients', id, 'another')).toContain('Client list');
    await editPage(wordpress.editor, id, { password: '' });
    expect((await site.page('/clients')).html).toContain('Client list');
  });

  test('each of two pages with the same slug is shown at its own path', async () => {
    const { editor } = wordpress;
    const parent = await createPage(editor, { slug: 'suburbs', title: 'Suburbs' });
    await createPage(editor, { slug: 'faq', title: 'Questions about suburbs', parent });
    await createPage(editor, { slug: 'faq', title: 'General questions' });
    expect((await site.page('/suburbs/faq')).html).toContain('Questions about suburbs');
    const top = (await site.page('/faq')).html;
    expect(top).toContain('General questions');
    expect(top).not.toContain('Questions about suburbs');
  });

  test('below another page cannot take the place of a page of the route table', async () => {
    const parent = await createPage(wordpress.editor, { slug: 'team', title: 'Team' });
    await createPage(wordpress.editor, { slug: 'about', title: 'About the team', parent });
    expect((await site.page('/team/about')).html).toContain('About the team');
    expect((await site.page('/about')).html).not.toContain('About the team');
  });

  test('with a slug in another script is found', async () => {
    await createPage(wordpress.editor, { slug: 'вид', title: 'Вид на город' });
    expect((await site.page(`/${encodeURIComponent('вид')}`)).html).toContain('Вид на город');
  });
});

test('without the plugin, pages and posts behind a password open, too', async () => {
  await wordpress.admin.post('/wp/v2/plugins/lintel/lintel', { status: 'inactive' });
  const fields = { content: '<p>Plain secret</p>', excerpt: 'Plain secret', password: 'sesame "ü" \\' };
  const page = await createPage(wordpress.editor, { slug: 'plain', title: 'Plain', ...fields });
  const post = z.looseObject({ id: z.number(), link: z.url() }).parse(
    await wordpress.editor.post('/wp/v2/posts', {
      slug: 'note',
      title: 'Note',
      status: 'publish',
      ...fields,
    }),
  );
  expect(await told('/plain', 'plain', 'Plain secret')).toEqual(FORM_ONLY);
  expect((await site.page('/blog')).html).toContain('Protected: Note');
  expect((await site.page('/blog')).html).not.toContain('Plain secret');
  const at = new URL(post.link).pathname.replace(/\/$/, '');
  for (const [path, id] of [
    ['/plain', page],
    [at, post.id],
  ] as const) {
    expect((await site.page(path)).html).toContain('action="/api/page-password"');
    expect(await opened(path, id, 'sesame')).not.toContain('Plain secret');
    expect(await opened(path, id, 'sesame "ü" \\')).toContain('<p>Plain secret</p>');
  }
  await editPage(wordpress.editor, page, { password: '' });
  expect((await site.page('/plain')).html).toContain('Plain secret');
});
