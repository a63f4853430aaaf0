import { JSDOM } from 'jsdom';
import { describe, expect, it, test } from 'vitest';
import { atomXml, rssXml, withAbsoluteUrls, type Feed } from './feed-xml.ts';

const feed: Feed = {
  title: 'Homes & more',
  description: 'News <here>',
  page: 'https://www.example.com/blog',
  self: 'https://www.example.com/feed.xml',
  items: [
    {
      guid: 'https://cms.example/?p=7',
      address: 'https://www.example.com/roofs',
      title: 'Roofs "that" last\u0000',
      date: '2026-11-07T18:00:00.000Z',
      modified: '2026-11-09T18:00:00.000Z',
      author: 'Ann & Bo',
      categories: ['News & co'],
      excerpt: 'A <short> text',
      content: '<p>A “whole” text]]></p>',
    },
    {
      guid: null,
      address: 'https://www.example.com/walls',
      title: 'Walls',
      date: '2026-11-06T18:00:00.000Z',
      modified: '2026-11-06T18:00:00.000Z',
      author: 'Ann',
      categories: [],
      excerpt: '',
      content: null,
    },
  ],
};
const parsed = (text: string) => new JSDOM(text, { contentType: 'text/xml' }).window.document;
const textOf = (document: Document, selector: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.textContent);

describe('a feed', () => {
  it('is RSS 2.0 with escaped texts, and with the ids of WordPress', () => {
    const document = parsed(rssXml(feed));
    expect(textOf(document, 'channel > title')).toEqual(['Homes & more']);
    expect(textOf(document, 'item > title')).toEqual(['Roofs "that" last', 'Walls']);
    expect(textOf(document, 'guid')).toEqual(['https://cms.example/?p=7', 'https://www.example.com/walls']);
    expect([...document.querySelectorAll('guid')].map((guid) => guid.getAttribute('isPermaLink'))).toEqual([
      'false',
      'true',
    ]);
    expect(textOf(document, 'lastBuildDate')).toEqual(['Mon, 09 Nov 2026 18:00:00 GMT']);
    expect(textOf(document, 'encoded')).toEqual(['<p>A “whole” text]]></p>']);
    expect(textOf(document, 'item > category')).toEqual(['News & co']);
  });

  it('is Atom with the same entries', () => {
    const document = parsed(atomXml(feed));
    expect(textOf(document, 'entry > id')).toEqual([
      'https://cms.example/?p=7',
      'https://www.example.com/walls',
    ]);
    expect(textOf(document, 'feed > updated')).toEqual(['2026-11-09T18:00:00.000Z']);
    expect(textOf(document, 'entry > content')).toEqual(['<p>A “whole” text]]></p>']);
    expect(document.querySelector('feed > link[rel=self]')?.getAttribute('href')).toBe(feed.self);
  });

  it('may be empty', () => {
    for (const write of [rssXml, atomXml]) {
      const document = parsed(write({ ...feed, items: [] }));
      expect(document.querySelectorAll('item, entry')).toHaveLength(0);
    }
  });
});

test('links and pictures of a text become absolute', () => {
  const html =
    '<a href="/buy">a</a><a href="#b">b</a><a href="//x.example/c">c</a><img src="/media/1.webp" srcset="/media/2.webp 2x">';
  expect(withAbsoluteUrls(html, 'https://www.example.com')).toBe(
    '<a href="https://www.example.com/buy">a</a><a href="#b">b</a><a href="//x.example/c">c</a>' +
      '<img src="https://www.example.com/media/1.webp">',
  );
});
