import { describe, expect, test } from 'vitest';
import { sanitiseHtml } from './sanitise-html.ts';
import { createSiteLinks } from '../paths/site-links.ts';

const links = createSiteLinks(['https://cms.example']);
const clean = (html: string) => sanitiseHtml(html, links);

describe('what editors need', () => {
  test('formatted text, lists, tables and pictures stay', () => {
    const html =
      '<h2>Title</h2><p>A <strong>b</strong> <em>c</em></p><ul><li>d</li></ul>' +
      '<table><tbody><tr><th scope="row">e</th><td>f</td></tr></tbody></table>' +
      '<figure class="wp-block-image"><img src="https://cms.example/wp-content/uploads/a.jpg" alt="g" width="3" height="2"></figure>';
    expect(clean(html)).toBe(html);
  });

  test('only the classes of core blocks stay', () => {
    expect(
      clean('<div class="wp-block-columns is-layout-flex evil has-2-columns"><p class="mine">x</p></div>'),
    ).toBe('<div class="wp-block-columns is-layout-flex has-2-columns"><p>x</p></div>');
  });

  test('links into WordPress become routes, with their anchor', () => {
    expect(clean('<a href="https://cms.example/buy/mortgage-guide/#rates">x</a>')).toBe(
      '<a href="/buy/mortgage-guide#rates">x</a>',
    );
    expect(clean('<a href="/home/">x</a>')).toBe('<a href="/">x</a>');
  });

  test('a page in a new tab cannot access its opener', () => {
    expect(clean('<a href="https://x.example/" target="_blank">x</a>')).toBe(
      '<a href="https://x.example/" target="_blank" rel="noopener">x</a>',
    );
  });

  test('a link to an anchor in the text uses its prefixed id; others stay', () => {
    expect(clean('<h2 id="rates">x</h2><a href="#rates">y</a><a href="#faq">z</a>')).toBe(
      '<h2 id="user-content-rates">x</h2><a href="#user-content-rates">y</a><a href="#faq">z</a>',
    );
  });
});
