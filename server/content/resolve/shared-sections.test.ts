import { expect, test } from 'vitest';
import {
  testBlocks,
  mirrorEntry,
  resolveTestPage,
  snapshotOf,
  wordPressEntry,
} from '../testing/test-content.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';
import { redactPage } from '../mirror/redact-page.ts';
import { sharedSectionPlacement } from './shared-sections.ts';

const section = (more: object = {}, version = 1): MirrorEntry =>
  mirrorEntry(
    'section',
    redactPage({
      ...wordPressEntry('page', 40, 'call').data,
      title: { rendered: 'Call me' },
      acf: { page_layout: '[{"block":"banner","key":"cta"}]', cta_title: 'Call today' },
      ...more,
    }),
    version,
  );
const page = (id: number, slug: string, layout: object[]) =>
  wordPressEntry('page', id, slug, { acf: { page_layout: layout, more_title: 'Own' } });
const about = page(12, 'about', [
  { shared: 40, key: 'call' },
  { block: 'banner', key: 'more' },
  { shared: 40, key: 'call_again', region: 'aside' },
]);

function documentOf(entries: readonly MirrorEntry[], showFaults = false) {
  const options = { homeLayout: null, showFaults, allowSampleIndex: false };
  const resolved = resolveTestPage(entries, '/about', { options });
  if (resolved.answer.status !== 200) throw new Error('There is no such page.');
  return { ...resolved, placements: resolved.answer.document.placements, page: resolved.answer.page() };
}

test('a shared section is shown at each of its places, with the values of its own entry', () => {
  const { placements, page: rest, reads } = documentOf([about, section()]);
  expect(placements).toEqual([
    { block: 'banner', key: 'call', region: 'main', props: { title: 'Call today' } },
    { block: 'banner', key: 'more', region: 'main', props: { title: 'Own' } },
    { block: 'banner', key: 'call_again', region: 'aside', props: { title: 'Call today' } },
  ]);
  expect(rest.acf).toEqual({
    call_title: 'Call today',
    more_title: 'Own',
    call_again_title: 'Call today',
  });
  const fingerprint = reads.get('section:40');
  expect(fingerprint).toBe(snapshotOf([about, section()]).fingerprint('section:40'));
  expect(fingerprint).not.toBe(snapshotOf([about, section({}, 2)], 2).fingerprint('section:40'));
});

test.each([
  ['deleted', [], 'shows a shared section that was deleted. Remove the placement.'],
  [
    'a draft',
    [section({ status: 'draft' })],
    'shows the shared section “Call me”, which is not published. Publish it, or remove the placement.',
  ],
  [
    'in the trash',
    [section({ status: 'trash' })],
    'shows the shared section “Call me”, which is in the trash. Restore it, or remove the placement.',
  ],
  [
    'empty',
    [section({ acf: {} })],
    'shows the shared section “Call me”, which has no section. Add one there, or remove the placement.',
  ],
  [
    'one with another shared section in it',
    [section({ acf: { page_layout: [{ shared: 40, key: 'call' }] } })],
    'shows the shared section “Call me”, which has no section. Add one there, or remove the placement.',
  ],
])('a shared section that is %s is left out, and editors read why', (_what, entries, reason) => {
  const { placements, faults } = documentOf([about, ...entries]);
  expect(placements.map(({ key }) => key)).toEqual(['more']);
  expect(faults).toContain(`WordPress about › call: ${reason}`);
  const [shown] = documentOf([about, ...entries], true).placements;
  expect(shown).toMatchObject({ key: 'call', faults: [{ message: `WordPress about › call: ${reason}` }] });
});

test('faults of a shared section name it, but no section of the page', () => {
  const empty = section({ acf: { page_layout: [{ block: 'banner', key: 'cta' }] } });
  const { sectionFaults } = documentOf([about, empty]);
  expect(sectionFaults[0]).toEqual({
    message:
      'WordPress about › call (shared section “Call me”) › cta_title: is empty but needed. Fill it in.',
  });
  const gone = section({ acf: { page_layout: [{ block: 'gone', key: 'cta' }] } });
  expect(documentOf([about, gone]).faults[0]).toContain('there is no block "gone"');
});

test('the section of a shared section has the current names of its block', () => {
  const snapshot = snapshotOf([section()]);
  const found = snapshot.section(40);
  expect(found && sharedSectionPlacement(found, testBlocks)).toMatchObject({ block: 'banner', key: 'cta' });
  expect(snapshot.section(41)).toBeNull();
  expect(snapshot.reusable()).toMatchObject([{ kind: 'section', page: { id: 40, title: 'Call me' } }]);
});
