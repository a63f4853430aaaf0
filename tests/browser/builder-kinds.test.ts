import { rm } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { describeBlocks } from '../../server/operators/pages/builder/describe-blocks.ts';
import { defineBlock } from '../../src/builder/block.ts';
import {
  choice,
  contentChoice,
  date,
  group,
  list,
  reference,
  text,
  toggle,
} from '../../src/builder/fields.ts';
import { pageCalls } from '../../src/contracts/operators/page-calls.ts';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { CONDITION_LIMIT, timeLimit } from '../setup/time-limits.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { axeViolations, faultsOf, openTab } from './support/page-checks.ts';
import { workerBrowser } from './support/worker-browser.ts';

/* The inputs of kinds that no block of the site has. The description of the hero gets a field of each. */

const LIMIT = timeLimit(180_000);
const inner = {
  open: toggle({ label: 'Open' }),
  words: text({ label: 'Words', showWhen: { field: 'open', is: [true] } }),
};
const own = defineBlock({
  id: 'hero',
  title: 'Hero',
  description: '',
  fields: {
    look: choice({ label: 'Look', options: ['plain', 'scene'], default: 'plain' }),
    title: text({ label: 'Headline', required: true }),
    caption: text({ label: 'Caption', showWhen: { field: 'look', is: ['plain'] } }),
    day: date({ label: 'Day', help: 'When it begins.' }),
    page: reference({ label: 'Page' }),
    topic: contentChoice({ label: 'Topic', optionsFrom: 'categories' }),
    box: group({ label: 'Box', fields: inner }),
    rows: list({
      label: 'Rows',
      row: { ...inner, day: date({ label: 'Day' }), page: reference({ label: 'Page' }) },
    }),
  },
});
/** More than a select could show. */
const posts = Array.from({ length: 2_000 }, (_, id) => ({
  id: 1_000 + id,
  path: `/blog/post-${id}`,
  title: `Post ${id}`,
  kind: 'post',
}));
const opened = z.looseObject({
  blocks: z.array(z.looseObject({ id: z.string() })),
  choices: z.looseObject({ entries: z.array(z.unknown()), options: z.looseObject({}) }),
});
const sent = z.object({ values: z.record(z.string(), z.unknown()) });

let wordpress: FakeSite;
let site: OperatorSite;
let builder: Page;
/** The values of the last request for the canvas. */
let values: Readonly<Record<string, unknown>> = {};

beforeAll(async () => {
  const [browser, fake] = await Promise.all([workerBrowser(), startFakeSite()]);
  wordpress = fake;
  wordpress.add('pages', {
    id: 8,
    slug: 'kinds',
    title: { rendered: 'Kinds', raw: 'Kinds' },
    acf: {
      page_layout: JSON.stringify([{ block: 'hero', key: 'hero' }]),
      hero_title: 'Come in',
      hero_caption: 'The porch',
    },
  });
  site = await startOperatorSite(wordpress.env);
  const { cookie } = site.operator;
  builder = await openTab(browser, site.site.url, { width: 1440, height: 900, reducedMotion: true, cookie });
  await builder.route(`**${pageCalls.open.path}?*`, async (route) => {
    const response = await route.fetch();
    const page = opened.parse(await response.json());
    const [described] = describeBlocks(new Map([[own.id, own]]));
    const blocks = page.blocks.map((block) => (block.id === own.id ? described : block));
    const options = { ...page.choices.options, categories: [{ value: 'news', label: 'News' }] };
    const choices = { entries: [...page.choices.entries, ...posts], options };
    await route.fulfill({ response, json: { ...page, blocks, choices } });
  });
  builder.on('request', (request) => {
    if (request.url().endsWith(pageCalls.canvas.path)) values = sent.parse(request.postDataJSON()).values;
  });
  await builder.goto(`${site.site.url}/admin/pages/kinds`);
  await builder.frameLocator('iframe').first().locator('[data-section]').first().waitFor();
  await builder.locator('ol[aria-label="Sections of this page"]:visible button').first().click();
  await fields().getByText('Appearance', { exact: true }).click();
  await field('look').getByLabel('Look').waitFor();
}, LIMIT);
afterAll(async () => {
  await builder?.close();
  await site?.site.stop();
  await wordpress?.stop();
  if (site) await rm(site.folder, { recursive: true, force: true });
});

/** Puck renders the fields twice, for wide and for narrow windows, and hides one of them. */
function fields(): Locator {
  return builder.locator('[class*="PuckFields_"]').filter({ visible: true });
}
const field = (name: string) => fields().locator(`[data-field="${name}"]`);
const POLL = { timeout: CONDITION_LIMIT };

it(
  'a page or post is found by its title among thousands, with the keyboard alone',
  { timeout: LIMIT },
  async () => {
    const search = field('page').getByRole('combobox', { name: 'Page' });
    await search.focus();
    await builder.keyboard.type('post 1777');
    expect(await field('page').locator('option').count()).toBe(1);
    await builder.keyboard.press('Tab');
    await expect.poll(() => values['hero_page'], POLL).toBe(2_777);
    expect(await search.inputValue()).toBe('Post 1777 (/blog/post-1777)');
    await search.fill('ost 17');
    expect(await field('page').locator('option').count()).toBe(30);
    expect(await field('page').getByRole('status').textContent()).toContain('Choose one of the suggestions');
    await search.blur();
    expect(await search.inputValue()).toBe('Post 1777 (/blog/post-1777)');
    await search.fill('');
    await search.blur();
    await expect.poll(() => values['hero_page'], POLL).toBeUndefined();
  },
);

it('a day is typed, and an option of the content is chosen', { timeout: LIMIT }, async () => {
  await field('day').getByLabel('Day').fill('2026-05-01');
  await expect.poll(() => values['hero_day'], POLL).toBe('2026-05-01');
  // A part of it is no day.
  await field('day').getByLabel('Day').press('Delete');
  await field('day').getByText('Enter the whole date.').waitFor();
  await field('topic').getByLabel('Topic').selectOption({ label: 'News' });
  await expect.poll(() => values['hero_topic'], POLL).toBe('news');
  expect(values['hero_day']).toBe('2026-05-01');
});

it('the fields of a group are stored as one value', { timeout: LIMIT }, async () => {
  expect(await field('box').getByLabel('Words').count()).toBe(0);
  await field('box').getByText('Yes').click();
  await field('box').getByLabel('Words').fill('Come in');
  await expect.poll(() => values['hero_box'], POLL).toEqual({ open: true, words: 'Come in' });
});

it('a field that is not shown keeps its value', { timeout: LIMIT }, async () => {
  const caption = fields().getByLabel('Caption');
  await field('look').getByLabel('Look').selectOption({ label: 'Scene' });
  await expect.poll(() => caption.count()).toBe(0);
  await expect.poll(() => values['hero_look'], POLL).toBe('scene');
  expect(values['hero_caption']).toBe('The porch');
  await field('look').getByLabel('Look').selectOption({ label: 'Plain (default)' });
  await expect.poll(() => caption.count()).toBe(1);
  expect(await caption.inputValue()).toBe('The porch');
});

it('rows have all of them, and each row shows its own', { timeout: LIMIT }, async () => {
  const rows = field('rows');
  const open = (index: number) => rows.locator('[class*="ArrayFieldItem-summary"]').nth(index).click();
  for (const _ of ['first', 'second']) await rows.getByRole('button', { name: 'Add to Rows' }).click();
  await open(0);
  await rows.getByText('Yes').click();
  await expect.poll(() => rows.getByLabel('Words').count()).toBe(1);
  await open(1);
  await expect.poll(() => rows.getByLabel('Words').count()).toBe(0);
  await rows.getByLabel('Day').fill('2026-05-02');
  const page = rows.getByRole('combobox', { name: 'Page' });
  await page.fill('/blog/post-3');
  await page.blur();
  await expect
    .poll(() => values['hero_rows'], POLL)
    .toMatchObject([{ open: true }, { open: false, day: '2026-05-02', page: 1_003 }]);
});

it('their names, and what is wrong with them, reach screen readers', { timeout: LIMIT }, async () => {
  const all = ['day', 'page', 'topic', 'box', 'rows'].map((name) => `[data-field="${name}"]`);
  expect(await axeViolations(builder, { within: all })).toEqual([]);
});

it('these inputs caused no faults', () => {
  expect(faultsOf(builder)).toEqual([]);
});
