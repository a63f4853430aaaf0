import { expect, it } from 'vitest';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import { hasCallToAction } from './call-to-action.ts';

const page = (block: string, props: ResolvedPlacement['props'] = {}): ResolvedPlacement[] => [
  {
    block: 'prose',
    key: 'text',
    region: 'main',
    props: { content: '<p>Text and <a href="/buy">a link</a>.</p>' },
  },
  { block, key: 'last', region: 'main', props },
];
const link = (href: string) => ({ href, text: 'Go on', newTab: false });

it.each([
  ['a form', page('contact-form')],
  ['the address of the office', page('contact-details')],
  ['a button to the contact page', page('hero', { cta_link: link('/contact') })],
  ['a link in a row', page('cards', { items: { rows: [{ link: link('tel:+15155550142') }] } })],
  [
    'a link in a text',
    page('prose', { content: '<p><a class="x" href="mailto:a@example.com">Write</a></p>' }),
  ],
  ['a list of posts', page('post-list')],
])('finds %s', (_what, placements) => {
  expect(hasCallToAction(placements)).toBe(true);
});

it('misses one where links lead only to other pages', () => {
  expect(hasCallToAction(page('hero', { cta_link: link('/contact-lenses'), more: { rows: [] } }))).toBe(
    false,
  );
});
