import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { describeProjectSections } from '../../wordpress/describe-sections.ts';
import { closeContexts } from '../browser/support/worker-browser.ts';
import { openEditor, signInBrowser } from './support/browser-editor.ts';
import { createPage, editPage } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { openEditScreen, saveSections } from './support/wp-admin.ts';

/** A kind that this plugin does not know, as a site declares it in sections.json. */
const TIME = {
  name: 'line',
  type: 'time',
  format: { pattern: '^\\d{2}:\\d{2}$', fault: 'This is not a time. Write one like 09:30.' },
};
const NO_DATE = 'This is not a date. Write one like 2026-05-01.';
const base = { label: 'Opening' };
/** One field of each kind. */
const FIELDS = [
  { ...base, name: 'text', kind: 'text' },
  { ...base, name: 'rich', kind: 'richText' },
  { ...base, name: 'image', kind: 'image' },
  { ...base, name: 'link', kind: 'link' },
  { ...base, name: 'number', kind: 'number' },
  { ...base, name: 'toggle', kind: 'toggle' },
  { ...base, name: 'choice', kind: 'choice', options: ['wide', 'narrow'] },
  { ...base, name: 'topic', kind: 'choice', options: [], optionsFrom: 'categories' },
  { ...base, name: 'date', kind: 'date' },
  { ...base, name: 'time', kind: 'time' },
  { ...base, name: 'reference', kind: 'reference' },
];
const DETAIL = {
  ...base,
  name: 'detail',
  kind: 'text',
  required: true,
  showWhen: { field: 'choice', is: ['wide'] },
};
const GROUP = { ...base, name: 'group', kind: 'group', fields: [...FIELDS, DETAIL] };
const ROW = [...FIELDS, DETAIL, { ...GROUP, fields: [{ ...base, name: 'words', kind: 'text' }] }];
const LIST = { ...base, name: 'list', kind: 'list', max: 3, row: ROW };
const SITE = 'http://site.example';
const VALUES = {
  text: 'Come in',
  rich: '<p>Come in</p>',
  link: { title: 'Sell', url: '/sell', target: '' },
  number: 7,
  toggle: true,
  choice: 'narrow',
  topic: 'uncategorized',
  date: '2026-05-01',
  time: '09:30',
  reference: '/sell',
};
const WRONG = {
  text: { text: 'an object' },
  rich: { text: 'an object' },
  image: 'picture.jpg',
  link: { url: 'somewhere' },
  number: 'many',
  toggle: 'perhaps',
  choice: 'no such option',
  topic: 'gone',
  date: 'tomorrow',
  time: 'noon',
  reference: '/no-such-page',
};

let wordpress: TestWordPress;
let session: Record<string, string>;
let page: number;
beforeAll(async () => {
  wordpress = await startWordPress();
  session = await wordpress.signInEditor();
  const known = await describeProjectSections();
  const sample = { title: 'Sample', description: 'A sample.', fields: [...FIELDS, DETAIL, GROUP, LIST] };
  const described = {
    ...known,
    kinds: { ...known.kinds, time: TIME },
    blocks: { ...known.blocks, sample },
  };
  const encoded = Buffer.from(JSON.stringify(described)).toString('base64');
  // As if the connected site had sent this description.
  await wordpress.runPhp(`update_option( LINTEL_CONNECTION_OPTION, array( 'url' => '${SITE}', 'secret' => '' ) );
    update_option( LINTEL_SECTIONS_OPTION, array( 'url' => '${SITE}', 'checked' => time() + 3600, 'sections' => json_decode( base64_decode( '${encoded}' ), true ) ), false );
    return true;`);
  page = await createPage(wordpress.editor, {
    slug: 'sample',
    title: 'Sample',
    acf: { page_layout: JSON.stringify([{ block: 'sample', key: 'sample' }]) },
  });
});
afterAll(async () => {
  await closeContexts();
  await wordpress?.remove();
});

const id = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`sample_${name}`, value]));
const stored = async () => {
  const answer = await wordpress.editor.get(`/wp/v2/pages/${page}?_fields=acf`);
  return z.object({ acf: z.record(z.string(), z.unknown()) }).parse(answer).acf;
};

test('stores a value of every kind, in a section, in a row and in a group', async () => {
  const row = { ...VALUES, group: { words: 'In a row' } };
  await editPage(wordpress.editor, page, {
    acf: { ...id(VALUES), sample_list: [row], sample_group: VALUES },
  });
  expect(await stored()).toMatchObject({ ...id(VALUES), sample_list: [row], sample_group: VALUES });
});

test.each(Object.entries(WRONG))(
  'REST refuses a wrong value of %s, in a section, in a row and in a group',
  async (name, value) => {
    const write = (acf: object) => editPage(wordpress.editor, page, { acf });
    await expect(write({ [`sample_${name}`]: value })).rejects.toThrow(`"sample_${name}":`);
    await expect(write({ sample_list: [{ text: 'Come in', [name]: value }] })).rejects.toThrow(
      `"sample_list.0.${name}":`,
    );
    await expect(write({ sample_group: { [name]: value } })).rejects.toThrow(`"sample_group.${name}":`);
  },
);

test('REST refuses a group that is no object', async () => {
  for (const wrong of ['text', ['text'], 7]) {
    await expect(editPage(wordpress.editor, page, { acf: { sample_group: wrong } })).rejects.toThrow(
      '"sample_group":',
    );
  }
});

test('the edit screen has an input for every kind, in a section, in a row and in a group', async () => {
  const { document } = await openEditScreen(wordpress.url, session, page);
  const inputs = (path: string) =>
    [
      ...document.querySelectorAll(
        `[data-lintel-path="${path}"] :is(input:not([type=hidden]), textarea, select)`,
      ),
    ].map((input) => input.getAttribute('type') ?? input.tagName.toLowerCase());
  const expected = {
    text: ['text'],
    rich: ['textarea'],
    image: ['text'],
    link: ['text', 'text', 'checkbox'],
    number: ['text'],
    toggle: ['checkbox'],
    choice: ['select'],
    topic: ['select'],
    date: ['date'],
    time: ['time'],
    reference: ['text'],
  };
  for (const [name, types] of Object.entries(expected)) {
    expect([name, inputs(`sample_${name}`)]).toEqual([name, types]);
    expect([name, inputs(`sample_list.0.${name}`)]).toEqual([name, types]);
    expect([name, inputs(`sample_group.${name}`)]).toEqual([name, types]);
  }
  expect(inputs('sample_list.0.group.words')).toEqual(['text']);
  const options = [...document.querySelectorAll('[data-lintel-path="sample_topic"] option')];
  expect(options.map((option) => option.getAttribute('value'))).toEqual(
    expect.arrayContaining(['', 'buying', 'uncategorized']),
  );
});

test('the inputs name the field that decides whether they are shown', async () => {
  const { document } = await openEditScreen(wordpress.url, session, page);
  const beside = (path: string) =>
    document.querySelector(`[data-lintel-path="${path}"]`)?.getAttribute('data-lintel-beside');
  expect(beside('sample_detail')).toBe('sample_choice');
  expect(beside('sample_list.0.detail')).toBe('sample_list.0.choice');
  expect(beside('sample_group.detail')).toBe('sample_group.choice');
});

test('an unchanged form changes nothing', async () => {
  const before = await stored();
  await saveSections(wordpress.url, session, page, {});
  expect(await stored()).toEqual(before);
});

test('the edit screen refuses what does not have the format of its kind', async () => {
  await saveSections(wordpress.url, session, page, {
    'lintel[sections][sample_date]': 'tomorrow',
    'lintel[sections][sample_reference]': '/no-such-page',
    'lintel[sections][sample_group][time]': 'noon',
  });
  const { document } = await openEditScreen(wordpress.url, session, page);
  const error = (path: string) => document.querySelector(`#lintel-${path}-error`)?.textContent;
  expect(error('sample_date')).toBe(NO_DATE);
  expect(error('sample_reference')).toMatch('There is no page or post at this address.');
  expect(error('sample_group-time')).toBe(TIME.format.fault);
  expect(await stored()).toMatchObject({ sample_date: '2026-05-01', sample_reference: '/sell' });
});

test('a page or post that WordPress has is stored as its id, and shown as its path', async () => {
  const target = await createPage(wordpress.editor, { slug: 'open-house', title: 'Open house' });
  await saveSections(wordpress.url, session, page, {
    'lintel[sections][sample_date]': '2026-06-01',
    'lintel[sections][sample_reference]': '/open-house/',
    'lintel[sections][sample_group][time]': '10:15',
    'lintel[sections][sample_group][reference]': '/',
  });
  expect(await stored()).toMatchObject({
    sample_date: '2026-06-01',
    sample_reference: target,
    sample_group: { time: '10:15', text: 'Come in' },
  });
  const { document } = await openEditScreen(wordpress.url, session, page);
  const field = document.querySelector('[data-lintel-path="sample_reference"]');
  expect(field?.querySelector('input')?.value).toBe('/open-house');
  expect(field?.querySelector('.lintel-chosen')?.textContent).toBe('Open house');
});

test('a cleared group is gone, and so are its parts', async () => {
  await editPage(wordpress.editor, page, { acf: { sample_group: { text: 'Only this' } } });
  expect(await stored()).toMatchObject({ sample_group: { text: 'Only this' } });
  await editPage(wordpress.editor, page, { acf: { sample_group: '' } });
  expect(await stored()).toMatchObject({ sample_group: null });
  const left = await wordpress.runPhp(
    `return array_keys( preg_grep( '/^sample_group_/', array_keys( get_post_meta( ${page} ) ) ) );`,
  );
  expect(left).toEqual([]);
});

test('a required field that is not shown is neither asked for in a row nor a fault', async () => {
  const save = (choice: string) =>
    saveSections(wordpress.url, session, page, { 'lintel[sections][sample_list][0][choice]': choice });
  await save('wide');
  const refused = await openEditScreen(wordpress.url, session, page);
  expect(refused.document.querySelector('#lintel-sample_list-0-detail-error')?.textContent).toMatch(
    'Fill in',
  );
  await save('narrow');
  expect(await stored()).toMatchObject({ sample_list: [{ choice: 'narrow' }] });
  const faults = async () =>
    z
      .array(z.object({ id: z.string() }))
      .parse(await wordpress.runPhp(`return lintel_stored_faults( get_post( ${page} ) );`))
      .map((fault) => fault.id);
  await editPage(wordpress.editor, page, { acf: { sample_choice: 'narrow' } });
  expect(await faults()).not.toContain('sample_detail');
  await editPage(wordpress.editor, page, { acf: { sample_choice: 'wide' } });
  expect(await faults()).toContain('sample_detail');
});

test('in a browser, fields are shown and hidden as others are chosen, and a reference is found by its title', async () => {
  await editPage(wordpress.editor, page, {
    acf: {
      sample_choice: 'narrow',
      sample_detail: 'Kept',
      sample_group: { choice: 'wide', detail: 'Kept' },
      sample_list: [{ choice: 'narrow', detail: 'Kept' }],
    },
  });
  await wordpress.addPlugin('classic', "add_filter( 'use_block_editor_for_post', '__return_false' );");
  const { page: screen } = await signInBrowser(wordpress.url, wordpress.editorAccount);
  await openEditor(screen, wordpress.url, page, '#lintel-sample_detail');
  const field = (path: string) => screen.locator(`[data-lintel-path="${path}"]`);
  const choose = (path: string, option: string) => field(path).locator('select').selectOption(option);
  const shown = () =>
    Promise.all(
      ['sample_detail', 'sample_group.detail', 'sample_list.0.detail'].map((path) => field(path).isVisible()),
    );
  await expect.poll(shown).toEqual([false, true, false]);
  await choose('sample_choice', 'wide');
  await expect.poll(shown).toEqual([true, true, false]);
  await choose('sample_list.0.choice', 'wide');
  await choose('sample_group.choice', '');
  await expect.poll(shown).toEqual([true, false, true]);

  // A row that was just added, with rich texts, pictures and a choice of its own.
  await field('sample_list').getByRole('button', { name: 'Add a row' }).click();
  const added = field('sample_list').locator('.lintel-row').last();
  const detail = added.locator('[data-lintel-path$=".detail"]');
  expect(await detail.isVisible()).toBe(false);
  await added.locator('[data-lintel-path$=".choice"] select').selectOption('wide');
  await detail.waitFor();
  await added.locator('[data-lintel-path$=".detail"] input').fill('Added');

  const reference = field('sample_reference');
  // The answer to a former text comes after the one to the present text.
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await screen.route(/search=nothing/, async (route) => {
    await held;
    await route.fulfill({ json: [{ title: 'Late', url: `${wordpress.url}/late` }] });
  });
  const asked = screen.waitForRequest(/search=nothing/);
  await reference.locator('input').fill('nothing');
  await asked;
  const late = screen.waitForResponse(/search=nothing/);
  await reference.locator('input').fill('open hou');
  const suggestion = reference.locator('option[label="Open house"]');
  await suggestion.waitFor({ state: 'attached' });
  answer();
  await (await late).finished();
  // A further request ends after the page has handled the late answer.
  await screen.evaluate(`window.wp.apiFetch({ path: '/wp/v2/search?search=further' })`);
  expect(await reference.locator('option[label="Late"]').count()).toBe(0);
  expect(await suggestion.getAttribute('value')).toBe('/open-house');
  await reference.locator('input').fill('/open-house');
  expect(await reference.locator('.lintel-chosen').textContent()).toBe('Open house');
  await screen.locator('#publish').click();
  await screen.locator('#message').waitFor();
  // What is hidden keeps its value.
  expect(await stored()).toMatchObject({
    sample_choice: 'wide',
    sample_detail: 'Kept',
    sample_group: { detail: 'Kept' },
    sample_list: [
      { choice: 'wide', detail: 'Kept' },
      { choice: 'wide', detail: 'Added' },
    ],
    sample_reference: await targetId(),
  });
});

const targetId = () => wordpress.runPhp("return get_page_by_path( 'open-house' )->ID;");
