import { JSDOM, VirtualConsole } from 'jsdom';
import { describe, expect, test } from 'vitest';
import {
  BODY_BLOCK_DATA_ATTRIBUTE,
  BODY_BLOCK_TAG,
  BODY_STYLE_ATTRIBUTE,
} from '../../src/builder/body-block.ts';
import { normaliseMenu } from '../../server/content/normalise/normalise-menu.ts';
import { toRestPage } from '../../server/content/rest-response.ts';
import { loadBodyBlocks } from '../../server/content/html/load-body-blocks.ts';
import { sanitiseHtml } from '../../server/content/html/sanitise-html.ts';
import { createLinkResolver } from '../../server/content/paths/site-links.ts';
import { coreBlocks } from './support/core-blocks.ts';
import { xssPayloads } from './xss-payloads.ts';

const links = createLinkResolver(['https://cms.example']);
const bodyBlocks = [...(await loadBodyBlocks()).values()];
const { window } = new JSDOM('', { virtualConsole: new VirtualConsole() });
const clean = (html: string) => sanitiseHtml(html, links);

/** Lists everything in the HTML that could run or load code, submit data, or take over the page. */
function dangers(html: string): string[] {
  const document = new window.DOMParser().parseFromString(`<body>${html}</body>`, 'text/html');
  const forbidden =
    'script, style, iframe, object, embed, svg, math, form, input, button, textarea, select, base, meta, link, template, noscript';
  const found = [...document.body.querySelectorAll(forbidden)].map((element) => element.localName);
  for (const element of document.body.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'style' || name === 'name' || name === 'srcdoc') found.push(name);
      if (/^(?:href|src|action|poster|srcset|data|background)$/.test(name)) {
        if (/^(?:javascript|data|vbscript|blob):/i.test(value.replace(/[^!-~]/g, '')))
          found.push(`${name}=${value}`);
      }
      if (name === 'id' && (value in window.document || value === 'root')) found.push(`id=${value}`);
      if (
        name === BODY_STYLE_ATTRIBUTE &&
        /[<>{}()\\@]/.test(value.replaceAll(/\bmin\([\w.]+, \d+v[hw]\)/g, ''))
      )
        found.push(`${name}=${value}`);
    }
    if (element.localName.includes('-') && element.localName !== BODY_BLOCK_TAG)
      found.push(element.localName);
    if (element.localName === BODY_BLOCK_TAG) found.push(...dangersOfBlock(element));
  }
  return found;
}

/** Lists the addresses among the attributes of a body block that a browser must not open. */
function dangersOfBlock(element: Element): string[] {
  const attributes = element.getAttribute(BODY_BLOCK_DATA_ATTRIBUTE) ?? '';
  const texts: string[] = [];
  JSON.parse(attributes, (_, value: unknown) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts.filter((text) => /^\s*(?:javascript|data|vbscript|blob):/i.test(text));
}

describe('attacks', () => {
  test('there are at least 40 payloads', () => expect(xssPayloads.length).toBeGreaterThanOrEqual(40));

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

  test.each([...bodyBlocks, ...coreBlocks])('of all kinds stay inert in $id', ({ example }) => {
    for (const payload of xssPayloads) {
      const attribute = payload.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      const attacked = [
        example.replaceAll(/ (?!class)[\w-]+="[^"]*"/g, (written) =>
          written.replace(/=".*/s, `="${attribute}"`),
        ),
        example.replaceAll(/>[^<]+</g, () => `>${payload}<`),
        example.replaceAll(/"(?:src|title|url|name)":"[^"]*"/g, (written) =>
          written.replace(/:".*/s, () => `:${JSON.stringify(payload)}`),
        ),
      ].filter((html) => html !== example);
      expect(attacked).not.toEqual([]);
      for (const html of attacked) expect(dangers(clean(html))).toEqual([]);
    }
  });

  test.each(xssPayloads)('%s does not change when it is sanitized again', (payload) => {
    expect(clean(clean(payload))).toBe(clean(payload));
  });
});

test.each(xssPayloads)('%s as a menu title or URL stays inert', (payload) => {
  const { menu } = normaliseMenu({ items: [{ ID: 1, title: `x${payload}`, url: payload }] }, links);
  expect(menu.items).toHaveLength(1);
  for (const item of menu.items) expect(item.url).toMatch(/^(?:https?:\/\/|\/(?!\/)|#|$)/);
});

test.each(xssPayloads)('%s as a plain title is encoded where clients expect HTML', (title) => {
  const document = {
    path: '/',
    slug: 'home',
    head: {
      title,
      description: '',
      canonical: '/',
      robots: 'noindex' as const,
      image: { src: '/x.png', width: 1, height: 1, alt: '' },
      type: 'website' as const,
    },
    placements: [],
  };
  const page = {
    id: 1,
    title,
    content: '',
    excerpt: '',
    slug: 'x',
    modified: '',
    acf: {},
    featuredImage: null,
  };
  expect(toRestPage(page, document).title.rendered).not.toMatch(/[<>"']/);
});
