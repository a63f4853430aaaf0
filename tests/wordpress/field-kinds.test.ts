import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { describeProjectSections } from '../../wordpress/describe-sections.ts';
import { createPage, editPage } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { openEditScreen, saveSections } from './support/wp-admin.ts';

/** A kind that this plugin does not know, as a site declares it in sections.json. */
const DATE = {
  name: 'line',
  type: 'date',
  format: { pattern: '^\\d{4}-\\d{2}-\\d{2}$', fault: 'This is not a date. Write one like 2026-05-01.' },
};
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
  { ...base, name: 'date', kind: 'date' },
];
const LIST = { ...base, name: 'list', kind: 'list', max: 3, row: FIELDS };
const SITE = 'http://site.example';
const VALUES = {
  text: 'Come in',
  rich: '<p>Come in</p>',
  link: { title: 'Sell', url: '/sell', target: '' },
  number: 7,
  toggle: true,
  choice: 'narrow',
  date: '2026-05-01',
};
const WRONG = {
  text: { text: 'an object' },
  rich: { text: 'an object' },
  image: 'picture.jpg',
  link: { url: 'somewhere' },
  number: 'many',
  toggle: 'perhaps',
  choice: 'no such option',
  date: 'tomorrow',
};

let wordpress: TestWordPress;
let session: Record<string, string>;
let page: number;
beforeAll(async () => {
  wordpress = await startWordPress();
  session = await wordpress.signInEditor();
  const known = await describeProjectSections();
  const sample = { title: 'Sample', description: 'A sample.', fields: [...FIELDS, LIST] };
  const described = {
    ...known,
    kinds: { ...known.kinds, date: DATE },
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
afterAll(() => wordpress?.remove());

const id = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`sample_${name}`, value]));
const stored = async () => {
  const answer = await wordpress.editor.get(`/wp/v2/pages/${page}?_fields=acf`);
  return z.object({ acf: z.record(z.string(), z.unknown()) }).parse(answer).acf;
};

test('stores a value of every kind, in a section and in a row', async () => {
  await editPage(wordpress.editor, page, { acf: { ...id(VALUES), sample_list: [VALUES] } });
  expect(await stored()).toMatchObject({ ...id(VALUES), sample_list: [VALUES] });
});

test.each(Object.entries(WRONG))(
  'REST refuses a wrong value of %s, in a section and in a row',
  async (name, value) => {
    const write = (acf: object) => editPage(wordpress.editor, page, { acf });
    await expect(write({ [`sample_${name}`]: value })).rejects.toThrow(`"sample_${name}":`);
    await expect(write({ sample_list: [{ text: 'Come in', [name]: value }] })).rejects.toThrow(
      `"sample_list.0.${name}":`,
    );
  },
);

test('the edit screen has an input for every kind, in a section and in a row', async () => {
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
    date: ['date'],
  };
  for (const [name, types] of Object.entries(expected)) {
    expect([name, inputs(`sample_${name}`)]).toEqual([name, types]);
    expect([name, inputs(`sample_list.0.${name}`)]).toEqual([name, types]);
  }
});

test('the edit screen refuses a text that does not have the format of its kind', async () => {
  await saveSections(wordpress.url, session, page, { 'lintel[sections][sample_date]': 'tomorrow' });
  const { document } = await openEditScreen(wordpress.url, session, page);
  expect(document.querySelector('#lintel-sample_date-error')?.textContent).toBe(DATE.format.fault);
  expect(await stored()).toMatchObject({ sample_date: '2026-05-01' });
});
