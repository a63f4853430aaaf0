import { expect, it } from 'vitest';
import type { HtmlSource } from '../html/sanitise-html.ts';
import { createLinkResolver } from '../paths/site-links.ts';
import { normaliseHtml } from './normalise-html.ts';

/** Returns the URLs with which a text is sanitized. */
function homesFor(html: string, homes: readonly string[]): readonly string[] | undefined {
  let source: HtmlSource | undefined;
  normaliseHtml(html, {
    media: new Map(),
    links: createLinkResolver(homes),
    html: (asked) => {
      source = asked;
      return asked.html;
    },
  });
  return source?.homes;
}

it('the site’s URLs count only for a text that they can change', () => {
  const homes = ['https://cms.example.com', 'https://www.example.com'];
  for (const html of ['Words', '<a href="/buy">Buy</a>', '<a href="https://epa.gov/radon">EPA</a>'])
    expect([html, homesFor(html, homes)]).toEqual([html, []]);
  for (const html of [
    '<a href="https://cms.example.com/about/">About</a>',
    '<a href="HTTPS://WWW.Example.com/about/">About</a>',
    '<img src="/wp-content/uploads/a.jpg">',
    '<a href="https://cms&#46;example.com/">Home</a>',
  ])
    expect([html, homesFor(html, homes)]).toEqual([html, homes]);
  const international = ['https://bücher.example'];
  expect(homesFor('<a href="https://bücher.example/">Home</a>', international)).toEqual(international);
});
