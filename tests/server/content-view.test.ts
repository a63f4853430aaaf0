import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

let wordpress: FakeSite;
let app: RunningApp;
beforeAll(async () => {
  wordpress = await startFakeSite();
  wordpress.add('pages', {
    id: 10,
    slug: 'team',
    title: { rendered: 'Our team' },
    content: { rendered: '<p>Ann and Bo</p><script>alert(1)</script>', protected: false },
  });
  wordpress.add('pages', {
    id: 11,
    slug: 'about',
    title: { rendered: 'About' },
    acf: { hero_title: 'Hello', hero_subtitle: 'Sub', cta_button_text: 'Call', cta_button_link: '/buy' },
  });
  wordpress.add('pages', { id: 12, slug: 'plans', status: 'draft' });
  app = await runApp({ WORDPRESS_API_URL: wordpress.url });
});
afterAll(async () => {
  await app.stop();
  await wordpress.stop();
});

async function open(path: string) {
  const response = await fetch(app.url + path);
  const document = parseHtml(await response.text());
  const link = document.querySelector('#page header a');
  return {
    status: response.status,
    document,
    headings: [...document.querySelectorAll('main :is(h1, h2)')].map((heading) => heading.textContent),
    cta: [link?.textContent, link?.getAttribute('href')],
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
  };
}

describe('the content viewer', () => {
  it('shows title and content of any page, with the fallbacks of the hero’s call to action', async () => {
    const page = await open('/wp/team');
    expect(page.status).toBe(200);
    expect(page.headings).toEqual(['Our team']);
    expect(page.cta).toEqual(['Learn More', '/contact']);
    expect(page.canonical).toBe(`${app.url}/team`);
    expect(page.document.querySelector('#page')?.textContent).toContain('Ann and Bo');
    expect(page.document.querySelector('#page script')).toBeNull();
  });

  it.each(['/wp/about', '/wp-about'])(
    'shows the hero’s fields above title and content at %s',
    async (path) => {
      const page = await open(path);
      expect(page.headings.slice(0, 2)).toEqual(['Hello', 'About']);
      expect(page.cta).toEqual(['Call', '/buy']);
      expect(page.canonical).toBe(`${app.url}/about`);
      expect(page.document.querySelector('#page header')?.textContent).toContain('Sub');
    },
  );

  it.each(['/wp/plans', '/wp/no-such-page', '/wp/a.b'])(
    'says that there is no content at %s',
    async (path) => {
      const page = await open(path);
      expect([page.status, ...page.headings]).toEqual([404, 'Content not found']);
      expect((await open('/no-such-page')).headings).toEqual(['404 Page Not Found']);
    },
  );
});
