import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { describeProjectSections } from '../../../wordpress/describe-sections.ts';
import { closeContexts } from '../../browser/support/worker-browser.ts';
import { signInBrowser } from '../support/browser-editor.ts';
import { createPage, editPage } from '../support/rest.ts';
import { startWordPress, type TestWordPress } from '../support/start-wordpress.ts';
import { editPath } from '../support/wp-admin.ts';
import { installCustomFields } from './install-custom-fields.ts';

/* Dates, groups, references, choices from content and fields that are shown at times, in the form of ACF or SCF. */

const SITE = 'http://site.example';
/** WordPress and the test share a process. */
const POLL = { interval: 1_000 };
const base = { label: 'Opening' };
const LOOK = { ...base, name: 'look', kind: 'choice', options: ['wide', 'narrow'], default: 'wide' };
const DETAIL = { ...base, name: 'detail', kind: 'text', showWhen: { field: 'look', is: ['wide'] } };
const FIELDS = [
  { ...base, name: 'day', kind: 'date' },
  { ...base, name: 'page', kind: 'reference' },
  { ...base, name: 'topic', kind: 'choice', options: [], optionsFrom: 'categories' },
  LOOK,
  DETAIL,
];
const GROUP = { ...base, name: 'box', kind: 'group', fields: FIELDS };
const LIST = { ...base, name: 'rows', kind: 'list', max: 3, row: [...FIELDS, GROUP] };
const VALUES = { page: '/sell', topic: 'uncategorized', look: 'narrow', detail: 'Kept' };

let wordpress: TestWordPress;
let context: BrowserContext;
let editor: Page;
let page: number;
let target: number;

beforeAll(async () => {
  wordpress = await startWordPress();
  await installCustomFields(wordpress);
  const known = await describeProjectSections();
  const sample = { title: 'Sample', description: 'A sample.', fields: [...FIELDS, GROUP, LIST] };
  const described = { ...known, blocks: { ...known.blocks, sample } };
  const encoded = Buffer.from(JSON.stringify(described)).toString('base64');
  // As if the connected site had sent this description.
  await wordpress.runPhp(`update_option( LINTEL_CONNECTION_OPTION, array( 'url' => '${SITE}', 'secret' => '' ) );
    update_option( LINTEL_SECTIONS_OPTION, array( 'url' => '${SITE}', 'checked' => time() + 3600, 'sections' => json_decode( base64_decode( '${encoded}' ), true ) ), false );
    return true;`);
  target = await createPage(wordpress.editor, { slug: 'open-house', title: 'Open house' });
  page = await createPage(wordpress.editor, {
    slug: 'sample',
    title: 'Sample',
    acf: { page_layout: JSON.stringify([{ block: 'sample', key: 'sample' }]) },
  });
  await wordpress.addPlugin('classic', "add_filter( 'use_block_editor_for_post', '__return_false' );");
  ({ context, page: editor } = await signInBrowser(wordpress.url, wordpress.editorAccount));
});
afterAll(async () => {
  await context?.close();
  await closeContexts();
  await wordpress?.remove();
});

const stored = async () => {
  const answer = await wordpress.editor.get(`/wp/v2/pages/${page}?_fields=acf`);
  return z.object({ acf: z.record(z.string(), z.unknown()) }).parse(answer).acf;
};
const field = (name: string) => editor.locator(`.acf-field[data-name="${name}"]`).first();

test('REST stores them, and sends them as they were, but a date as ACF writes it', async () => {
  const { topic, ...row } = VALUES;
  await editPage(wordpress.editor, page, {
    acf: {
      sample_day: '2026-05-01',
      sample_page: target,
      sample_topic: topic,
      sample_look: 'narrow',
      sample_detail: 'Kept',
      sample_box: { ...VALUES, day: '2026-05-02', page: target },
      sample_rows: [{ ...row, box: { page: '/sell', look: 'wide' } }],
    },
  });
  expect(await stored()).toMatchObject({
    sample_day: expect.stringMatching(/^2026-?05-?01$/),
    sample_page: target,
    sample_topic: topic,
    sample_box: { ...VALUES, page: target, day: expect.stringMatching(/^2026-?05-?02$/) },
    // In a repeater, a path becomes the id of the page that WordPress has there.
    sample_rows: [{ look: 'narrow', detail: 'Kept', box: { look: 'wide' } }],
  });
});

test('the form shows them, and hides a field while another has another value', async () => {
  await editor.goto(wordpress.url + editPath(page));
  await field('sample_day').waitFor({ state: 'attached' });
  const accordion = editor.locator('.acf-field-accordion').filter({ has: field('sample_day') });
  if (!(await field('sample_day').isVisible())) await accordion.locator('> .acf-accordion-title').click();
  expect(await field('sample_day').locator('input[type="text"]').inputValue()).toBe('May 1, 2026');
  expect(await field('sample_page').locator('input').inputValue()).toBe('/open-house');
  expect(await field('sample_page').locator('.lintel-chosen').textContent()).toBe('Open house');
  const box = field('sample_box');
  expect(await box.locator('.acf-field[data-name="page"] input').inputValue()).toBe('/open-house');
  await expect.poll(() => field('sample_detail').isVisible(), POLL).toBe(false);
  await field('sample_look').locator('select').selectOption('wide');
  await expect.poll(() => field('sample_detail').isVisible(), POLL).toBe(true);
  expect(await field('sample_detail').locator('input').inputValue()).toBe('Kept');
  // Without a choice, the default applies.
  await field('sample_look').locator('select').selectOption('');
  await expect.poll(() => field('sample_detail').isVisible(), POLL).toBe(true);
  const inner = box.locator('.acf-field[data-name="detail"]');
  expect(await inner.isVisible()).toBe(false);
  await field('sample_look').locator('select').selectOption('narrow');
  await expect.poll(() => field('sample_detail').isVisible(), POLL).toBe(false);
});

test('the form refuses a path that leads nowhere, also in a group, and saves nothing', async () => {
  const inner = field('sample_box').locator('.acf-field[data-name="page"]');
  await field('sample_page').locator('input').fill('/nowhere');
  await inner.locator('input').fill('/nowhere-else');
  await editor.click('#publish');
  const message = field('sample_page').locator('.acf-error-message');
  await expect
    .poll(() => message.allTextContents(), POLL)
    .toEqual(['There is no page or post at this address. Choose one of the suggestions.']);
  expect(await inner.locator('.acf-error-message').count()).toBe(1);
  expect(await stored()).toMatchObject({ sample_page: target, sample_box: { page: target } });
});

test('what is saved there is stored in the same way, and what is hidden is kept', async () => {
  await field('sample_page').locator('input').fill('/sell');
  await field('sample_box').locator('.acf-field[data-name="page"] input').fill('/open-house/');
  await editor.click('#publish');
  await editor.locator('#message').waitFor();
  const values = await stored();
  expect(values).toMatchObject({
    sample_day: expect.stringMatching(/^2026-?05-?01$/),
    sample_look: 'narrow',
    sample_detail: 'Kept',
    sample_box: { page: target, look: 'narrow', detail: 'Kept' },
    sample_rows: [{ look: 'narrow', box: { look: 'wide' } }],
  });
  // WordPress may have the page, too.
  expect(['/sell', z.number().parse(await sellId())]).toContainEqual(values['sample_page']);
});

async function sellId(): Promise<unknown> {
  return wordpress.runPhp(`$page = get_page_by_path( 'sell' ); return $page ? $page->ID : 0;`);
}
