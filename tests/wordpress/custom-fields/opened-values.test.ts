import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeProjectSections } from '../../../wordpress/describe-sections.ts';
import { closeContexts } from '../../browser/support/worker-browser.ts';
import { saveInBlockEditor, signInBrowser } from '../support/browser-editor.ts';
import { drawnPng } from '../support/drawn-png.ts';
import { createPage, editPage } from '../support/rest.ts';
import { startWordPress, type TestWordPress } from '../support/start-wordpress.ts';
import { editPath } from '../support/wp-admin.ts';
import { installCustomFields } from './install-custom-fields.ts';

/*
 * A form of ACF or SCF that was opened before somebody else stored other values. It sends every value of the page, also
 * those that its editor did not change.
 */

const SITE = 'http://site.example';
/** WordPress and the test share a process. */
const POLL = { interval: 1_000 };
const base = { label: 'Opening' };
const LOOK = { ...base, name: 'look', kind: 'choice', options: ['wide', 'narrow'], default: 'wide' };
const DETAIL = { ...base, name: 'detail', kind: 'text', showWhen: { field: 'look', is: ['wide'] } };
const LABEL = { ...base, name: 'label', kind: 'text' };
const LIST = { ...base, kind: 'list', max: 9, row: [LABEL, LOOK, DETAIL] };
/** One field of each kind, and three lists. */
const FIELDS = [
  { ...base, name: 'title', kind: 'text' },
  { ...base, name: 'intro', kind: 'text', multiline: true },
  { ...base, name: 'rich', kind: 'richText' },
  { ...base, name: 'image', kind: 'image' },
  { ...base, name: 'link', kind: 'link' },
  { ...base, name: 'number', kind: 'number' },
  { ...base, name: 'toggle', kind: 'toggle', default: true },
  { ...base, name: 'choice', kind: 'choice', options: ['wide', 'narrow'] },
  { ...base, name: 'day', kind: 'date' },
  { ...base, name: 'page', kind: 'reference' },
  { ...base, name: 'box', kind: 'group', fields: [LABEL, LOOK, DETAIL] },
  { ...LIST, name: 'longer' },
  { ...LIST, name: 'shorter' },
  { ...LIST, name: 'sorted' },
];
/** In the group and in the rows, “detail” is hidden, so the form does not send it. */
const rows = (...labels: string[]) =>
  labels.map((label) => ({ label, look: 'narrow', detail: `Detail of ${label}` }));
const FIRST = {
  sample_title: 'First',
  sample_intro: 'First line\nSecond line',
  sample_rich: '<p>First <strong>words</strong></p><ul><li>One</li><li>Two</li></ul>',
  sample_link: { title: 'Buy', url: '/buy', target: '' },
  sample_number: 1,
  sample_choice: 'wide',
  sample_day: '2026-05-01',
  sample_page: '/sell',
  sample_box: { label: 'First', look: 'narrow', detail: 'First detail' },
  sample_longer: rows('One', 'Two'),
  sample_shorter: rows('One', 'Two'),
  sample_sorted: rows('One', 'Two'),
};
/** For an empty page, the block editor offers patterns. */
const CONTENT = '<!-- wp:paragraph --><p>A text.</p><!-- /wp:paragraph -->';
const theirs = (picture: number) => ({
  sample_title: 'Theirs',
  sample_intro: 'Their line\nTheir second line',
  sample_rich: '<p>Their words</p>',
  sample_image: picture,
  sample_link: { title: 'Sell', url: '/sell', target: '_blank' },
  sample_number: 2,
  sample_toggle: false,
  sample_choice: 'narrow',
  sample_day: '2026-06-02',
  sample_page: '/buy',
  sample_box: { label: 'Theirs', look: 'wide', detail: 'Their detail' },
  sample_longer: rows('One', 'Theirs'),
  sample_shorter: rows('Theirs', 'One', 'Two'),
  sample_sorted: rows('Theirs'),
});

let wordpress: TestWordPress;
let context: BrowserContext;
let editor: Page;
let picture: number;

beforeAll(async () => {
  wordpress = await startWordPress();
  await installCustomFields(wordpress);
  const known = await describeProjectSections();
  const sample = { title: 'Sample', description: 'A sample.', fields: FIELDS };
  const described = { ...known, blocks: { ...known.blocks, sample } };
  const encoded = Buffer.from(JSON.stringify(described)).toString('base64');
  // As if the connected site had sent this description.
  await wordpress.runPhp(`update_option( LINTEL_CONNECTION_OPTION, array( 'url' => '${SITE}', 'secret' => '' ) );
    update_option( LINTEL_SECTIONS_OPTION, array( 'url' => '${SITE}', 'checked' => time() + 3600, 'sections' => json_decode( base64_decode( '${encoded}' ), true ) ), false );
    return true;`);
  await wordpress.addPlugin(
    'classic',
    `add_filter( 'use_block_editor_for_post', static function ( $use, $post ) { return 0 !== strpos( $post->post_name, 'classic' ); }, 10, 2 );`,
  );
  picture = await wordpress.editor.upload({
    name: 'porch.png',
    type: 'image/png',
    bytes: drawnPng(64, 48),
  });
  ({ context, page: editor } = await signInBrowser(wordpress.url, wordpress.editorAccount));
  // Asks whether to leave the screen with changes.
  editor.on('dialog', (dialog) => void dialog.accept());
});
afterAll(async () => {
  await context?.close();
  await closeContexts();
  await wordpress?.remove();
});

/** The values of the sample, or of a post. ACF stores empty ones of other sections as it saves. */
async function stored(id: number, type = 'pages', prefix = 'sample_'): Promise<Record<string, unknown>> {
  const answer = await wordpress.editor.get(`/wp/v2/${type}/${id}?_fields=acf`);
  const { acf } = z.object({ acf: z.record(z.string(), z.unknown()) }).parse(answer);
  return Object.fromEntries(Object.entries(acf).filter(([name]) => name.startsWith(prefix)));
}

const field = (name: string) => editor.locator(`.acf-field[data-name="${name}"]`).first();
const title = () => field('sample_title').locator('input');
const list = (name: string) => field(name).locator('.acf-row:not(.acf-clone), .lintel-row');
const labels = (name: string) =>
  list(name).locator('[data-name="label"] input, [data-lintel-path$=".label"] input');
const labelsOf = (name: string) =>
  labels(name).evaluateAll((inputs) => inputs.map((input) => 'value' in input && input.value));
/** The messages of ACF, and those of the lists that this plugin shows. */
const errors = () =>
  editor.locator('.acf-error-message, .acf-field .lintel-error:not([hidden])').allTextContents();
const refused = expect.stringContaining('somebody else changed it meanwhile');

/** Opens the edit screen, and the section that has this field. */
async function open(id: number, name = 'sample_title'): Promise<void> {
  await editor.goto(wordpress.url + editPath(id));
  await field(name).waitFor({ state: 'attached' });
  await editor.waitForFunction(`document.querySelector( '.acf-accordion' ) !== null`);
  const welcome = editor.getByRole('button', { name: 'Close', exact: true });
  if (await welcome.isVisible()) await welcome.click();
  const accordion = editor.locator('.acf-field-accordion').filter({ has: field(name) });
  if (!(await field(name).isVisible())) await accordion.locator('> .acf-accordion-title').click();
}

/** Creates a page with all fields, opens its edit screen, and stores other values as somebody else would. */
async function openTooEarly(slug: string, their: Record<string, unknown>): Promise<number> {
  const id = await createPage(wordpress.editor, {
    slug,
    title: 'Opened before',
    content: CONTENT,
    acf: { page_layout: JSON.stringify([{ block: 'sample', key: 'sample' }]), ...FIRST },
  });
  const first = await stored(id);
  await open(id);
  await editPage(wordpress.editor, id, { acf: their });
  const now = await stored(id);
  expect(Object.keys(now).filter((name) => !same(now[name], first[name]))).toEqual(
    Object.keys(now).filter((name) => name in their),
  );
  return id;
}
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Saves in the classic editor, which loads the screen again. */
async function save(): Promise<void> {
  await editor.evaluate(`document.querySelector( '#message' )?.remove()`);
  await editor.click('#publish');
  await editor.locator('#message').waitFor();
  await editor.waitForFunction(`document.querySelector( '.acf-accordion' ) !== null`);
}

async function before(row: Locator, other: Locator): Promise<void> {
  const place = await other.elementHandle();
  await row.evaluate((moved, at) => at?.before(moved), place);
}

/** Adds a row to one list, removes one from another, and changes the order of the third. */
async function changeLists(): Promise<void> {
  await field('sample_longer')
    .locator('.acf-button[data-event="add-row"], [data-lintel-do="add"]')
    .last()
    .click();
  await labels('sample_longer').last().fill('Mine');
  await list('sample_shorter').first().hover();
  await list('sample_shorter')
    .first()
    .locator('.acf-row-handle [data-event="remove-row"], [data-lintel-do="remove"]')
    .first()
    // With this key, the repeater does not ask.
    .click({ modifiers: ['Shift'] });
  await expect.poll(() => labels('sample_shorter').count(), POLL).toBe(1);
  await before(list('sample_sorted').nth(1), list('sample_sorted').nth(0));
}
const MY_LISTS = {
  sample_longer: [{ label: 'One' }, { label: 'Two' }, { label: 'Mine' }],
  sample_shorter: [{ label: 'Two' }],
  sample_sorted: [{ label: 'Two' }, { label: 'One' }],
};

describe('in the classic editor', () => {
  test('values of every kind that only somebody else changed are kept', async () => {
    const { sample_title: _, ...others } = theirs(picture);
    const id = await openTooEarly('classic-kept', others);
    const now = await stored(id);
    // Its text editor writes the same text in another way.
    await field('sample_rich').locator('.acf-editor-toolbar').click();
    await field('sample_rich').locator('iframe').contentFrame().locator('body strong').waitFor();
    await title().fill('Mine');
    await save();
    expect(await stored(id)).toEqual({ ...now, sample_title: 'Mine' });
    expect(await errors()).toEqual([]);
  });

  test('what only its editor changed is stored', async () => {
    const id = await openTooEarly('classic-mine', { sample_title: 'Theirs' });
    await changeLists();
    await field('sample_toggle').locator('input[type="checkbox"]').uncheck({ force: true });
    await field('sample_choice').locator('select').selectOption('narrow');
    await field('sample_box').locator('[data-name="label"] input').fill('Mine');
    await save();
    expect(await stored(id)).toMatchObject({
      ...MY_LISTS,
      sample_title: 'Theirs',
      sample_toggle: false,
      sample_choice: 'narrow',
      sample_box: { label: 'Mine', look: 'narrow', detail: 'First detail' },
    });
    expect(await errors()).toEqual([]);
  });

  test('what both changed is not replaced until its editor saves again', async () => {
    const id = await openTooEarly('classic-both', theirs(picture));
    const now = await stored(id);
    await title().fill('Mine');
    await field('sample_intro').locator('textarea').fill('My line');
    await field('sample_box').locator('[data-name="label"] input').fill('Mine');
    await changeLists();
    await save();
    expect(await stored(id)).toEqual(now);
    await expect.poll(errors, POLL).toEqual(Array.from({ length: 6 }, () => refused));
    expect(await editor.locator('.notice-error').first().textContent()).toContain('6 values');
    expect(await title().inputValue()).toBe('Mine');
    expect(await labelsOf('sample_longer')).toEqual(['One', 'Two', 'Mine']);
    expect(await labelsOf('sample_shorter')).toEqual(['Two']);
    expect(await labelsOf('sample_sorted')).toEqual(['Two', 'One']);
    await save();
    expect(await stored(id)).toMatchObject({
      ...MY_LISTS,
      sample_title: 'Mine',
      sample_intro: 'My line',
      sample_box: { label: 'Mine', look: 'narrow' },
      sample_choice: 'narrow',
      sample_number: 2,
    });
    expect(await errors()).toEqual([]);
  });

  test('a post keeps what somebody else stored, too', async () => {
    const post = z.object({ id: z.number() }).parse(
      await wordpress.editor.post('/wp/v2/posts', {
        slug: 'classic-post',
        title: 'Opened before',
        status: 'publish',
        acf: { seo_title: 'First', seo_description: 'First' },
      }),
    ).id;
    await open(post, 'seo_title');
    await wordpress.editor.post(`/wp/v2/posts/${post}`, { acf: { seo_title: 'Theirs' } });
    await field('seo_description').locator('input, textarea').fill('Mine');
    await save();
    expect(await stored(post, 'posts', 'seo_')).toMatchObject({
      seo_title: 'Theirs',
      seo_description: 'Mine',
    });
  });
});

describe('in the block editor', () => {
  test('values of every kind that only somebody else changed are kept', async () => {
    const { sample_title: _, ...others } = theirs(picture);
    const id = await openTooEarly('block-kept', others);
    const now = await stored(id);
    await title().fill('Mine');
    await saveInBlockEditor(editor);
    expect(await stored(id)).toEqual({ ...now, sample_title: 'Mine' });
    // The screen is not loaded again, and shows them all the same.
    const intro = field('sample_intro').locator('textarea');
    await expect.poll(() => intro.inputValue(), POLL).toBe('Their line\nTheir second line');
    await expect.poll(() => labelsOf('sample_shorter'), POLL).toEqual(['Theirs', 'One', 'Two']);
    const inner = field('sample_box').locator('[data-name="detail"] input');
    await expect.poll(() => inner.isVisible(), POLL).toBe(true);
    // What this save stored, and what is shown now, may be replaced.
    await title().fill('Mine again');
    await intro.fill('My line');
    await saveInBlockEditor(editor);
    expect(await stored(id)).toEqual({
      ...now,
      sample_title: 'Mine again',
      sample_intro: 'My line',
      // As ACF writes it.
      sample_day: expect.stringMatching(/^2026-?06-?02$/),
    });
    expect(await errors()).toEqual([]);
  });

  test('what both changed is not replaced until its editor saves again', async () => {
    const id = await openTooEarly('block-both', theirs(picture));
    const now = await stored(id);
    await title().fill('Mine');
    await changeLists();
    await saveInBlockEditor(editor);
    expect(await stored(id)).toEqual(now);
    await expect.poll(errors, POLL).toEqual(Array.from({ length: 4 }, () => refused));
    expect(await title().inputValue()).toBe('Mine');
    await saveInBlockEditor(editor);
    await expect.poll(errors, POLL).toEqual([]);
    expect(await stored(id)).toMatchObject({ ...MY_LISTS, sample_title: 'Mine', sample_number: 2 });
  });

  test('a section that was added on this screen is protected after its first save', async () => {
    const id = await createPage(wordpress.editor, {
      slug: 'block-added',
      title: 'Opened before',
      content: CONTENT,
      acf: { page_layout: JSON.stringify([{ block: 'sample', key: 'sample' }]) },
    });
    await open(id);
    await title().fill('Copied');
    await editor.locator('.lintel-placement [data-lintel-layout="duplicate"]').click();
    const copied = field('sample_2_title').locator('input');
    await expect.poll(() => copied.inputValue(), POLL).toBe('Copied');
    await saveInBlockEditor(editor);
    expect(await stored(id)).toMatchObject({ sample_title: 'Copied', sample_2_title: 'Copied' });
    await editPage(wordpress.editor, id, { acf: { sample_2_title: 'Theirs' } });
    await title().fill('Mine');
    await saveInBlockEditor(editor);
    expect(await stored(id)).toMatchObject({ sample_title: 'Mine', sample_2_title: 'Theirs' });
  });

  test('a save that also changes the address of the page stores its values', async () => {
    const id = await openTooEarly('block-moved', { sample_intro: 'Theirs' });
    await title().fill('Mine');
    await changeLists();
    await editor.evaluate(`window.wp.data.dispatch( 'core/editor' ).editPost( { slug: 'block-elsewhere' } )`);
    await saveInBlockEditor(editor);
    expect(await stored(id)).toMatchObject({ ...MY_LISTS, sample_title: 'Mine', sample_intro: 'Theirs' });
  });
});
