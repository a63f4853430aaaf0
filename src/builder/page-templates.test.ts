import { expect, it } from 'vitest';
import type { Block } from './block.ts';
import { pageTemplates, pageFromTemplate } from './page-templates.ts';

const modules = import.meta.glob<Block>(['../../blocks/*/block.ts', '!../../blocks/wp-*/block.ts'], {
  eager: true,
  import: 'default',
});
const blocks = new Map(Object.values(modules).map((block) => [block.id, block]));

it('starts sections that a template says nothing about with the example of their block, without pictures', () => {
  const { values = {} } = pageFromTemplate('about', 'About Pat', blocks) ?? {};
  expect(values).toMatchObject({
    hero_title: 'About Pat',
    me_title: 'Someone who knows the way',
    me_link: { url: '/about', title: 'More about me', target: '' },
    clients_items: [{ name: 'First client' }, {}, {}],
  });
  expect(values).not.toHaveProperty('me_image');
  expect(values).not.toHaveProperty('hero_cta_text');
  expect(JSON.stringify(values)).not.toContain('.svg');
});

it('keeps to the values of a template where it has some', () => {
  const { values = {} } = pageFromTemplate('open-house', 'Open house in Waukee', blocks) ?? {};
  expect(values).toMatchObject({ home_title: 'The home', place_title: 'How to find us' });
  expect(values).not.toHaveProperty('home_link');
});

it('has an empty page without values, and no page for an unknown template', () => {
  expect(pageFromTemplate('empty', 'New', blocks)).toEqual({ layout: [], values: {} });
  expect(pageFromTemplate('none', 'New', blocks)).toBe(null);
});

it('names only blocks that exist, and other words for each template', () => {
  for (const { id, layout, keywords } of pageTemplates) {
    expect([id, keywords.length]).not.toEqual([id, 0]);
    for (const { block } of layout) expect([id, blocks.has(block)]).toEqual([id, true]);
  }
});
