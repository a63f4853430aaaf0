import { expect, it } from 'vitest';
import { defineBlock } from '../../src/builder/block.ts';
import { choice, link, list, richText, text } from '../../src/builder/fields.ts';
import type { ResolvedPlacement } from '../../src/contracts/placement.ts';
import type { PageDocument } from '../../src/contracts/content.ts';
import { documentText } from './site-search.ts';

const block = defineBlock({
  id: 'words',
  title: 'Words',
  description: '',
  fields: {
    look: choice({ label: 'Look', options: ['plain', 'wide'], default: 'plain' }),
    title: text({ label: 'Title' }),
    desc: richText({ label: 'Text' }),
    items: list({ label: 'Items', row: { name: text({ label: 'Name' }), link: link({ label: 'Link' }) } }),
  },
});
const blocks = new Map([[block.id, block]]);
const documentOf = (...placements: ResolvedPlacement[]): PageDocument => ({
  path: '/',
  slug: 'home',
  head: {
    title: '',
    description: '',
    canonical: '/',
    robots: 'noindex',
    image: { src: '', width: 1, height: 1, alt: '' },
    type: 'website',
  },
  placements,
});

it('indexes the readable text of the main region, without options, URLs or tags', () => {
  const props = {
    look: 'wide',
    title: 'Title & more',
    desc: '<p>One.</p><p>Two <b>bold</b>.</p><table><tr><td>a</td><td>b</td></tr></table>',
    items: { rows: [{ name: 'Row', link: { href: '/secret', text: 'Link', newTab: false } }] },
  };
  const document = documentOf(
    { block: 'words', key: 'a', region: 'main', props },
    { block: 'words', key: 'b', region: 'aside', props: { title: 'Beside' } },
    { block: 'words', key: 'c', region: 'main', props: { items: { html: '<ul><li>x</li><li>y</li></ul>' } } },
    { block: 'unknown', key: 'd', region: 'main', props: { title: 'Nowhere' } },
  );
  expect(documentText(document, blocks)).toBe('Title & more · One. Two bold. a b · Row · x y');
});
