import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formerNameFaults } from '../../server/content/doctor/content-faults.ts';
import { readConfig } from '../../server/platform/config/config.ts';
import { createWordPressWriter } from '../../server/content/rest/wordpress-writer.ts';
import { READ_ALL_ACCOUNT, type EditorAccount } from '../../server/operators/pages/editor-account.ts';
import { createPageBuilder, type PageBuilder } from '../../server/operators/pages/builder/page-builder.ts';
import { openSite, pageAt, type ContentSite } from './content-site.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

const KIT = join(import.meta.dirname, '../../src/builder');
/** Replaces the retired block "teaser". Its fields were named "head", "body" and "rows", and "size" was a text. */
const NOTICE = `import { defineBlock } from '${KIT}/block.ts';
  import { list, number, text } from '${KIT}/fields.ts';
  export default defineBlock({
    id: 'notice', title: 'Notice', description: '', upgrade: { from: ['teaser'] },
    fields: {
      title: text({ label: 'Title', required: true, upgrade: { from: 'head' } }),
      summary: text({ label: 'Summary', upgrade: { from: 'body' } }),
      size: number({ label: 'Size', upgrade: { value: (raw) => raw === 'large' ? 3 : raw } }),
      rooms: list({ label: 'Rooms', row: { name: text({ label: 'Name', upgrade: { from: 'title' } }) }, upgrade: { from: 'rows' } }),
    },
  });`;
/** Values as the previous version of the site stored them. */
const OLD = {
  page_layout: JSON.stringify([{ block: 'teaser', key: 'visit', ids: { head: 'headline' } }]),
  headline: 'Come in',
  visit_body: 'On Sunday',
  visit_size: 'large',
  visit_rows: [{ title: 'Hall' }],
};
const SHOWN = { title: 'Come in', summary: 'On Sunday', size: 3, rooms: { rows: [{ name: 'Hall' }] } };

let wordpress: FakeSite;
let site: ContentSite;
let builder: PageBuilder;
let account: EditorAccount;
beforeAll(async () => {
  wordpress = await startFakeSite();
  wordpress.add('pages', { id: 7, slug: 'open-house', title: { rendered: 'Open house' }, acf: OLD });
  site = await openSite(wordpress.env, { files: { '../blocks/notice/block.ts': NOTICE } });
  const config = readConfig(wordpress.env, { dev: false });
  builder = createPageBuilder({ config, content: site.content, now: Date.now });
  expect.assert(config.wordpress);
  const writer = createWordPressWriter(config.wordpress);
  account = { ...READ_ALL_ACCOUNT, writer, name: 'editor' };
});
afterAll(async () => {
  await site.remove();
  await wordpress.stop();
});

const stored = () => Object(wordpress.lists.pages.find(({ id }) => id === 7)?.['acf']);
const shown = async () => (await pageAt(site.content, '/open-house')).document.placements;
function former(): string[] {
  const { content } = site;
  const snapshot = content.snapshot();
  expect.assert(snapshot);
  const { blocks, builtIn } = content;
  return formerNameFaults({ snapshot, blocks, builtIn, homeLayout: null }).map(({ message }) => message);
}
async function save(values: Record<string, unknown>) {
  const page = await builder.open('/open-house', account);
  expect.assert(page);
  const outcome = await builder.save(
    {
      at: page.at,
      base: page.modified,
      layout: null,
      values,
      publish: true,
    },
    account,
  );
  expect(outcome).toHaveProperty('live', true);
}

it('shows what the previous version stored, to visitors and in the builder', async () => {
  expect(await shown()).toMatchObject([{ block: 'notice', key: 'visit', props: SHOWN }]);
  const page = await builder.open('/open-house', account);
  expect(page).toMatchObject({
    layout: [{ block: 'notice', key: 'visit', ids: { title: 'headline' } }],
    values: {
      headline: 'Come in',
      visit_summary: 'On Sunday',
      visit_size: 3,
      visit_rooms: [{ name: 'Hall' }],
    },
  });
  const canvas = page && (await builder.canvas(page, account));
  expect(canvas).toMatchObject({ placements: [{ props: SHOWN }], faults: [] });
});

it('reports former names to the doctor', () => {
  expect(former()).toEqual([
    'Open house › page_layout: visit has a former name, of the block "teaser" or of a field.',
    'Open house › visit_body: its name is visit_summary now.',
    'Open house › visit_rows: its name is visit_rooms now.',
  ]);
});

it('is stored under the current names by the next save, and under the former names for servers of the previous version', async () => {
  await save({ visit_size: 2 });
  expect(stored()).toMatchObject({
    ...OLD,
    page_layout: JSON.stringify([{ block: 'notice', key: 'visit', ids: { title: 'headline' } }]),
    visit_summary: 'On Sunday',
    visit_size: 2,
    visit_rooms: [{ name: 'Hall' }],
  });
  expect(await shown()).toMatchObject([{ block: 'notice', props: { ...SHOWN, size: 2 } }]);
  expect(former()).toEqual([]);
});

it('does not return when the field is cleared', async () => {
  await save({ visit_summary: '' });
  expect(stored()).toMatchObject({ visit_summary: '', visit_body: '' });
  const [placement] = await shown();
  expect(placement?.props).not.toHaveProperty('summary');
});
