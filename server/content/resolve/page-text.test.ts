import { expect, test } from 'vitest';
import pageText from '../../../blocks/page-text/block.ts';
import type { Block } from '../../../src/builder/block.ts';
import { testBlocks, resolveTestPage, wordPressEntry } from '../testing/test-content.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';

/* The block “Text from another page”, with the content of a site. */

const known: ReadonlyMap<string, Block> = new Map<string, Block>([...testBlocks, [pageText.id, pageText]]);

/** Returns what a page shows of a field of another one; `page` is its id or path. */
function shown(others: readonly MirrorEntry[], page: unknown, field: string) {
  const layout = [{ block: 'page-text', key: 'from' }];
  const about = wordPressEntry('page', 12, 'about', {
    acf: { page_layout: layout, from_page: page, from_field: field },
  });
  // What is not sanitized is marked.
  const html = ({ html: raw }: { html: string }) => raw.replaceAll(/<script>.*?<\/script>/g, '');
  const { answer, reads } = resolveTestPage([about, ...others], '/about', { blocks: known, html });
  if (answer.status !== 200) throw new Error('There is no such page.');
  return { html: answer.document.placements[0]?.props['html'], reads };
}

const text = { content: { rendered: '<p>Our <b>own</b> words.</p>', protected: false } };
const story = (more: object = {}) =>
  wordPressEntry('page', 20, 'story', {
    acf: { story_desc: 'Since 1974<script>alert(1)</script>' },
    ...text,
    ...more,
  });

test('it shows a field of another page, sanitized, or its text, by id or path', () => {
  expect(shown([story()], 20, 'story_desc').html).toContain('Since 1974');
  expect(shown([story()], 20, 'story_desc').html).not.toContain('script');
  expect(shown([story()], '/story', '').html).toContain('Our <b>own</b> words.');
  expect(shown([], '/buy', 'hero_title').html).toContain('Headline of buy');
  const post = wordPressEntry('post', 21, 'radon', { ...text, acf: { rating: 'Five stars' } });
  expect(shown([post], 21, 'rating').html).toContain('Five stars');
  expect(shown([post], 21, '').html).toContain('Our <b>own</b> words.');
});

test.each([
  ['the page is a draft', [story({ status: 'draft' })], 20, 'story_desc'],
  [
    'the page is behind a password',
    [story({ content: { rendered: '', protected: true } })],
    20,
    'story_desc',
  ],
  ['there is no such page', [], 20, 'story_desc'],
  ['no page is chosen', [], '', 'story_desc'],
  ['there is no such field', [story()], 20, 'nothing'],
  ['the field is empty', [story({ acf: { story_desc: '<p> </p>' } })], 20, 'story_desc'],
  ['the field is no text', [story({ acf: { story_desc: 7 } })], 20, 'story_desc'],
])('it shows its fallback if %s', (_what, others, page, field) => {
  expect(shown(others, page, field).html).toBeNull();
});

test('it changes with that page', () => {
  const { reads } = shown([story()], 20, 'story_desc');
  expect([...reads.keys()].filter((read) => read.includes('story'))).not.toEqual([]);
});
