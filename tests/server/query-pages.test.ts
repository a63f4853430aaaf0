import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverQueryString } from '../../src/builder/server-parameters.ts';
import { documentRequestPath } from '../../src/content/content-paths.ts';
import { parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

/** A text with a query loop, as the plugin sends it: WordPress's links between its pages lead to the page itself. */
const loop = (posts: string, ...links: string[]) => ({
  rendered: `<p>News</p><div class="wp-block-query"><ul class="wp-block-post-template"><li>${posts}</li></ul>
    <nav class="wp-block-query-pagination is-layout-flex" aria-label="Pagination">${links.join('\n')}</nav></div>`,
  protected: false,
});
const link = (href: string, words: string) => `<a href="${href}">${words}</a>`;

describe.each([
  { kind: 'pages', path: '/news' },
  { kind: 'posts', path: '/news' },
] as const)('the pages of a query loop in $kind', ({ kind, path }) => {
  let wordpress: FakeSite;
  let app: RunningApp;
  const open = async (address: string) => {
    const response = await fetch(app.url + address);
    const document = parseHtml(await response.text());
    const main = document.querySelector('main');
    const links = [...(main?.querySelectorAll('.wp-block-query-pagination a') ?? [])];
    return {
      status: response.status,
      text: main?.textContent ?? '',
      hrefs: links.map((each) => each.getAttribute('href')),
      canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
    };
  };
  beforeAll(async () => {
    wordpress = await startFakeSite();
    const own = `${wordpress.url}/news/`;
    wordpress.add(kind, {
      id: 7,
      slug: 'news',
      link: own,
      title: { rendered: 'News' },
      content: loop('The newest posts', link(`${own}?query-1-page=2`, 'Older')),
      query_pages: [
        {
          name: 'query-1-page',
          page: 2,
          content: loop('Older posts', link(own, 'Newer'), link(`${own}?query-1-page=3`, 'Older')).rendered,
        },
        {
          name: 'query-1-page',
          page: 3,
          content: loop('The oldest posts', link(`${own}?query-1-page=2`, 'Newer')).rendered,
        },
      ],
    });
    app = await runApp(wordpress.env);
  });
  afterAll(async () => {
    await app.stop();
    await wordpress.stop();
  });

  it('are at WordPress’s addresses, and lead to each other, without a request to WordPress', async () => {
    wordpress.misbehaviour = 'down';
    const pages = [
      ['', 'The newest posts', [`${path}?query-1-page=2`]],
      ['?query-1-page=2', 'Older posts', [path, `${path}?query-1-page=3`]],
      ['?query-1-page=3', 'The oldest posts', [`${path}?query-1-page=2`]],
      // From memory, and with other parameters.
      ['?query-1-page=2', 'Older posts', [path, `${path}?query-1-page=3`]],
      ['?utm_source=mail&query-1-page=2', 'Older posts', [path, `${path}?query-1-page=3`]],
    ] as const;
    for (const [query, text, hrefs] of pages) {
      const page = await open(path + query);
      expect([query, page.status, page.hrefs]).toEqual([query, 200, hrefs]);
      expect(page.text).toContain(text);
      expect(page.canonical).toBe(app.url + path);
    }
    wordpress.misbehaviour = null;
  });

  it.each(['?query-1-page=1', '?query-1-page=99', '?query-1-page=x', '?query-2-page=2', '?query-page=2'])(
    'are the first one at %s',
    async (query) => expect((await open(path + query)).text).toContain('The newest posts'),
  );

  it('are those of a browser that navigates', async () => {
    const answer = await fetch(
      app.url + documentRequestPath({ path, query: serverQueryString('?utm_a=b&query-1-page=2') }),
    );
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Older posts')]);
  });

  it('are new when WordPress has rendered them again, in an outage as before', async () => {
    const content = loop('Changed posts').rendered;
    wordpress.edit(kind, 7, { query_pages: [{ name: 'query-1-page', page: 2, content }] });
    await app.content.check();
    await app.content.htmlSettled();
    await app.pages.refresh();
    wordpress.misbehaviour = 'down';
    expect((await open(`${path}?query-1-page=2`)).text).toContain('Changed posts');
    expect((await open(`${path}?query-1-page=3`)).text).toContain('The newest posts');
    wordpress.misbehaviour = null;
  });
});
