import { expect, test } from 'vitest';
import { normaliseMenu } from './normalise-menu.ts';
import { createLinkResolver } from '../paths/site-links.ts';

const links = createLinkResolver(['http://127.0.0.1:9477']);

test('reads the format of the menus plugin: nested, ids as strings, one empty class for no class', () => {
  const { menu } = normaliseMenu(
    {
      term_id: 2,
      name: 'Main',
      slug: 'main',
      items: [
        {
          ID: 13,
          menu_item_parent: '0',
          url: 'http://127.0.0.1:9477/home/',
          title: 'Home',
          target: '',
          classes: [''],
          child_items: [
            {
              ID: 14,
              menu_item_parent: '13',
              url: 'https://ext.example/?a=1&b=2',
              title: 'Docs & more',
              target: '_blank',
              classes: ['cta'],
            },
          ],
        },
      ],
    },
    links,
  );
  expect(menu).toMatchObject({ ID: 2, name: 'Main', count: 2 });
  expect(menu.items).toEqual([
    { ID: 13, title: 'Home', url: '/home', target: '', classes: [], menu_item_parent: 0 },
    {
      ID: 14,
      title: 'Docs & more',
      url: 'https://ext.example/?a=1&b=2',
      target: '_blank',
      classes: ['cta'],
      menu_item_parent: 13,
    },
  ]);
});

test('reads the format of core: flat, with encoded titles', () => {
  const items = [
    {
      id: 9,
      title: { rendered: 'Buy &#038; sell' },
      url: 'http://127.0.0.1:9477/buy/',
      parent: 0,
      classes: [''],
    },
  ];
  expect(normaliseMenu({ items }, links).menu.items).toEqual([
    { ID: 9, title: 'Buy & sell', url: '/buy', target: '', classes: [], menu_item_parent: 0 },
  ]);
});

test('leaves out entries without a title or with a taken id; reports a URL that is not allowed', () => {
  const items = [
    { ID: 1, title: '<b></b>', url: '/x' },
    { ID: 2, title: 'Evil', url: 'javascript:alert(1)' },
    { ID: 2, title: 'Twin', url: '/y' },
  ];
  const { menu, faults } = normaliseMenu({ items }, links);
  expect(menu.items).toMatchObject([{ ID: 2, title: 'Evil', url: '' }]);
  expect(faults).toHaveLength(1);
});

test.each([null, 3, 'x', [], { items: 'x' }, { items: [null, 3, 'x', {}] }])(
  '%j is a menu without entries',
  (raw) => {
    expect(normaliseMenu(raw, links).menu.items).toEqual([]);
  },
);
