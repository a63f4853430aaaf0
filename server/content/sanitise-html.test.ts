import { JSDOM, VirtualConsole } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { xssPayloads } from '../../tests/server/xss-payloads.ts';
import { sanitiseHtml } from './sanitise-html.ts';
import { siteLinks } from './site-links.ts';

const links = siteLinks(['https://cms.example']);
const { window } = new JSDOM('', { virtualConsole: new VirtualConsole() });
const clean = (html: string) => sanitiseHtml(html, links);

/** What in this HTML could run, load code, post or take over the page. */
function dangers(html: string): string[] {
  const document = new window.DOMParser().parseFromString(`<body>${html}</body>`, 'text/html');
  const forbidden =
    'script, style, iframe, object, embed, svg, math, form, input, button, textarea, select, base, meta, link, template, noscript';
  const found = [...document.body.querySelectorAll(forbidden)].map((element) => element.localName);
  for (const element of document.body.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'style' || name === 'name' || name === 'srcdoc') found.push(name);
      if (/^(?:href|src|action|poster|srcset|data|background)$/.test(name)) {
        if (/^[\s\u0000-\u0020]*(?:javascript|data|vbscript|blob):/i.test(value))
          found.push(`${name}=${value}`);
      }
      if (name === 'id' && !value.startsWith('user-content-')) found.push(`id=${value}`);
    }
    if (element.localName.includes('-')) found.push(element.localName);
  }
  return found;
}

describe('attacks', () => {
  test('there are enough of them', () => expect(xssPayloads.length).toBeGreaterThanOrEqual(40));

  test.each(xssPayloads)('%s stays inert', (payload) => {
    for (const html of [
      payload,
      `<p>${payload}</p>`,
      `<table><tr><td>${payload}`,
      `<a href="${payload}">x</a>`,
    ]) {
      expect(dangers(clean(html))).toEqual([]);
    }
  });

  test.each(xssPayloads)('%s is the same when cleaned twice', (payload) => {
    expect(clean(clean(payload))).toBe(clean(payload));
  });
});

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

  test('a new tab cannot reach back', () => {
    expect(clean('<a href="https://x.example/" target="_blank">x</a>')).toBe(
      '<a href="https://x.example/" target="_blank" rel="noopener">x</a>',
    );
  });

  test('a jump inside the text follows its prefixed target; others stay', () => {
    expect(clean('<h2 id="rates">x</h2><a href="#rates">y</a><a href="#faq">z</a>')).toBe(
      '<h2 id="user-content-rates">x</h2><a href="#user-content-rates">y</a><a href="#faq">z</a>',
    );
  });
});
