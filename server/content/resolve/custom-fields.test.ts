import { describe, expect, it, test } from 'vitest';
import { sanitiseSource } from '../html/sanitise-html.ts';
import { customFieldsInLightFormat } from './custom-fields.ts';
import { createLinkResolver } from '../paths/site-links.ts';
import { resolveTestPage, siteEntry, wordPressEntry } from '../testing/test-content.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';
import type { PageRequest } from './resolve-page.ts';

const context = {
  media: { get: () => undefined },
  links: createLinkResolver(['https://cms.example']),
  html: sanitiseSource,
};

describe('custom fields in REST’s light format', () => {
  test('keep their structure: repeaters, flexible content, pictures, relations, groups', () => {
    const acf = {
      rating: 4.5,
      open: true,
      photo: 81,
      gallery: [81, 82],
      related: [12],
      address: { street: '1 Main', unit: null },
      link: { title: 'Tour', url: 'https://tours.example/7', target: '_blank' },
      rooms: [{ name: 'Attic', size: 12, notes: [{ text: 'Warm' }] }],
      parts: [{ acf_fc_layout: 'quote', text: 'Yes' }],
      empty: null,
    };
    expect(customFieldsInLightFormat(acf, context)).toEqual(acf);
  });

  it.each([
    ['<p onclick="x()">A</p><script>x()</script>', '<p>A</p>'],
    ['<img src="/x.jpg" onerror=x()> A', '<img src="/x.jpg" alt="" loading="lazy" decoding="async"> A'],
    ['<svg/onload=x()>', ''],
    ['<a href="javascript:x()">A</a>', '<a>A</a>'],
    ['<a href="https://cms.example/buy/">Buy</a>', '<a href="/buy">Buy</a>'],
    ['javascript:x()', ''],
    [' \u0001JaVaScRiPt:x()', ''],
    ['data:text/html,x', ''],
    ['2 < 3 & 5 > 4', '2 < 3 & 5 > 4'],
    ['&lt;b&gt;', '&lt;b&gt;'],
  ])('%j is passed on as %j, at any depth', (given, passed) => {
    const acf = (text: string) => ({ a: text, rows: [{ inner: { text } }], list: [text] });
    expect(customFieldsInLightFormat(acf(given), context)).toEqual(acf(passed));
  });

  test('leave out formatted copies and layouts, and keep names such as __proto__ harmless', () => {
    const acf: unknown = JSON.parse(
      '{"house":7,"house_source":{"post_content":"Draft"},"data_source":"MLS","page_layout":"[]","layout_variants":"","__proto__":{"polluted":1}}',
    );
    const passed = customFieldsInLightFormat(Object(acf), context);
    expect(Object.keys(passed).sort()).toEqual(['__proto__', 'data_source', 'house']);
    expect('polluted' in passed).toBe(false);
  });

  test('end at a depth that no field group has', () => {
    let deep: unknown = '<script>x()</script>';
    for (let depth = 0; depth < 5_000; depth += 1) deep = [deep];
    expect(JSON.stringify(customFieldsInLightFormat({ deep }, context))).not.toContain('script');
  });
});

describe('the custom fields of a page', () => {
  const placed = (key: string, more: object = {}) => ({ block: 'banner', key, ...more });
  const fields = (acf: object, request: PageRequest = { path: '/seasons' }, more: object = {}) => {
    const { answer } = resolveTestPage(
      [wordPressEntry('page', 30, 'seasons', { acf, ...more }), siteEntry()],
      request,
    );
    return answer.status === 200 ? answer.page().acf : null;
  };
  const texts = {
    shown_title: 'Shown',
    shown_note: 'Unplaced',
    hidden_title: 'Secret',
    hidden_old_name: 'Secret',
    coming_title: 'Secret',
    gone_title: 'Secret',
    bound_here: 'Secret',
    bound_here_0_name: 'Secret',
    other_title: 'Secret',
    team: [{ name: 'Ann', photo: 81 }],
    seo_title: 'For engines',
  };
  const page_layout = [
    placed('shown', { until: '2099-01-01T00:00' }),
    placed('hidden', { hidden: true }),
    placed('coming', { from: '2099-01-01T00:00' }),
    placed('gone', { until: '2020-01-01T00:00' }),
    // The block is not known, so neither are its fields.
    { block: 'retired', key: 'unknown', hidden: true, ids: { rows: 'bound_here' } },
  ];
  const layout_variants = JSON.stringify({
    running: true,
    variants: [{ name: 'B', weight: 50, layout: [placed('shown'), placed('other')] }],
  });
  const passed = { shown_title: 'Shown', shown_note: 'Unplaced', team: texts.team, seo_title: 'For engines' };

  test('are passed on, except those of hidden, scheduled and variant placements', () => {
    expect(fields({ ...texts, page_layout, layout_variants })).toEqual(passed);
    expect(fields({ ...texts, page_layout, layout_variants }, { path: '/wp/seasons' })).toEqual(passed);
    // Visitors of the variant get its own fields.
    expect(fields({ ...texts, page_layout, layout_variants }, { path: '/seasons', variant: 'B' })).toEqual({
      ...passed,
      other_title: 'Secret',
    });
  });

  test.each([
    ['a layout that is no JSON', { page_layout: '[{' }],
    ['a placement with a fault', { page_layout: [...page_layout, placed('coming', { from: 'soon' })] }],
    ['variants with a fault', { page_layout, layout_variants: '{"variants":[{}]}' }],
  ])('are only those of visible sections if there is %s', (_what, layouts) => {
    expect(JSON.stringify(fields({ ...texts, ...layouts }) ?? {})).not.toMatch(/Secret|Unplaced|Ann/);
  });

  test('of a page that is not public are passed on by nothing', () => {
    const content = { rendered: '', protected: true };
    expect(fields({ rating: 5 }, { path: '/seasons' }, { content })).toBeNull();
    expect(fields({ rating: 5 }, { path: '/seasons' }, { status: 'draft' })).toBeNull();
  });

  test('are in the page’s data only where a block asks for them', () => {
    const documentOf = (entries: readonly MirrorEntry[], path: string) => {
      const { answer } = resolveTestPage(entries, path);
      return answer.status === 200 ? JSON.stringify(answer.document) : '';
    };
    const rated = [{ block: 'rated', key: 'rated' }];
    const page = (layout: object) =>
      wordPressEntry('page', 30, 'seasons', { acf: { ...texts, rating: 5, page_layout: layout } });
    expect(documentOf([page(page_layout)], '/seasons')).not.toMatch(/Ann|Unplaced|Secret/);
    const asked = documentOf([page(rated)], '/seasons');
    expect(asked).toContain('"props":{"rating":5}');
    expect(asked).not.toMatch(/Ann|Unplaced|Secret/);
    // A post’s template.
    const post = wordPressEntry('post', 7, 'radon', { acf: { rating: 4 } });
    const template = wordPressEntry('page', 31, 'post', { parent: 32, acf: { page_layout: rated } });
    expect(documentOf([post, template, wordPressEntry('page', 32, 'blog')], '/blog/radon')).toContain(
      '"props":{"rating":4}',
    );
  });
});
