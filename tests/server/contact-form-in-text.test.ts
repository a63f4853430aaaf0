import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedRows } from './post-lead.ts';
import { fieldsOf, parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

/** What the plugin's block stores, as WordPress renders it, within a layout of blocks. */
const PLACE =
  '<div class="wp-block-group"><p class="wp-block-lintel-contact-form lintel-contact-form"><a href="https://example.com/contact">Write to me</a></p></div>';

let wordpress: FakeSite;
let app: RunningApp;
const open = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(app.url + path, init);
  const html = await response.text();
  return { status: response.status, html, document: parseHtml(html) };
};
beforeAll(async () => {
  wordpress = await startFakeSite();
  const content = { rendered: `<p>Before</p>${PLACE}<p>After</p>`, protected: false };
  wordpress.add('posts', { id: 1, slug: 'roofs', title: { rendered: 'Roofs that last' }, content });
  wordpress.add('pages', { id: 2, slug: 'team', title: { rendered: 'The team' }, content });
  wordpress.add('posts', { id: 3, slug: 'plain', title: { rendered: 'Plain' } });
  // Its sections are shown, not its text.
  wordpress.add('pages', { id: 4, slug: 'about', content, acf: { hero_title: 'About me' } });
  app = await runApp(wordpress.env);
});
afterAll(async () => {
  await app.stop();
  await wordpress.stop();
});

describe.each([
  { path: '/roofs', title: 'Roofs that last', email: 'roofs@visitor.test' },
  { path: '/team', title: 'The team', email: 'team@visitor.test' },
])('the contact form in the text of $path', ({ path, title, email }) => {
  it('is below the text, which links to it at its place', async () => {
    const { document } = await open(path);
    const link = document.querySelector('main a[href="#contact-form"]');
    expect(link?.textContent).toBe('Write to me');
    expect(document.querySelector('main')?.textContent).toMatch(
      /Before\s*Write to me\s*After[\s\S]*Let’s talk/,
    );
    const placements = [...document.querySelectorAll('[data-placement]')].map((each) => each.id);
    expect(placements.filter((id) => id === 'contact-form')).toHaveLength(1);
    expect(document.querySelectorAll('#contact-form form[method=post]')).toHaveLength(1);
  });

  it('stores the lead of a visitor without JavaScript, with its page as source', async () => {
    const { document } = await open(path);
    const form = document.querySelector<HTMLFormElement>('#contact-form form[method=post]');
    expect.assert(form);
    const typed = { firstName: 'Ada', lastName: 'Byron', email, message: 'About the roof' };
    const body = new URLSearchParams({ ...fieldsOf(form), ...typed });
    const sent = await open(path, { method: 'POST', body, headers: { origin: app.url } });
    expect(sent.status).toBe(200);
    expect(sent.document.getElementById('contact-form')?.textContent).toContain('Thank You!');
    const { leads, submissions } = await storedRows(app);
    const lead = leads.find((each) => each.email === email);
    expect(lead).toMatchObject({ first_name: 'Ada' });
    const submission = submissions.find((each) => each.lead_id === lead?.id);
    expect(submission).toMatchObject({ page: path });
    expect(JSON.parse(submission?.body ?? '')).toMatchObject({ source: title });
  });
});

it.each(['/plain', '/about'])('is not on %s', async (path) => {
  const { document } = await open(path);
  expect(document.querySelector('#contact-form, a[href="#contact-form"]')).toBeNull();
});

it('is a link to the contact page in feeds', async () => {
  wordpress.root['rss_use_excerpt'] = 0;
  await app.content.check();
  const xml = await (await fetch(`${app.url}/feed.xml`)).text();
  expect(xml).toContain(`&lt;a href=&quot;${app.url}/contact&quot;&gt;Write to me&lt;/a&gt;`);
});
