import { expect, it } from 'vitest';
import { group, list, richText, text, toggle } from '../../../builder/fields.ts';
import { pageFromTemplate } from '../../../builder/page-templates.ts';
import { initialFieldText, findPlaceholderTexts } from './placeholder-texts.ts';

const fields = {
  title: text({ label: 'Title', required: true }),
  id: text({ label: 'Id', required: true }),
  note: text({ label: 'Note' }),
  button: text({ label: 'Button', default: 'Button' }),
  items: list({
    label: 'Questions',
    row: { question: text({ label: 'Question' }), answer: richText({ label: 'Answer', required: true }) },
  }),
};

it('starts only with what a section cannot do without', () => {
  expect(initialFieldText(fields.title)).toBe('Title');
  expect(initialFieldText(richText({ label: 'Answer', required: true }))).toBe('<p>Answer</p>');
  expect([fields.note, fields.button, fields.items].map(initialFieldText)).toEqual([null, null, null]);
});

it('finds what is still as it started, in rows too', () => {
  const items = [{ question: 'How much?', answer: '<p>Answer</p>' }, { answer: '<p>Ten.</p>' }];
  expect(
    findPlaceholderTexts({ title: 'Title', id_: 'Id', note: 'Note', button: 'Button', items }, fields),
  ).toEqual([
    { label: 'Title', field: { field: 'title' } },
    { label: 'Id', field: { field: 'id' } },
    { label: 'Questions 1: Answer', field: { field: 'items', row: 0, column: 'answer' } },
  ]);
  expect(findPlaceholderTexts({ title: 'My title', id_: '', items: '<p>Title</p>' }, fields)).toEqual([]);
});

it('finds what is in a group, and nothing in what is not shown', () => {
  const open = toggle({ label: 'Open' });
  const showWhen = { field: 'open', is: [true] };
  const inner = { open, words: text({ label: 'Words', required: true, showWhen }) };
  const box = { box: group({ label: 'Box', fields: inner }) };
  expect(findPlaceholderTexts({ box: { open: true, words: 'Words' } }, box)).toEqual([
    { label: 'Box: Words', field: { field: 'box', column: 'words' } },
  ]);
  expect(findPlaceholderTexts({ box: { open: false, words: 'Words' } }, box)).toEqual([]);
});

it('finds what a page template says to write', () => {
  const values = pageFromTemplate('neighborhood-guide', 'Ankeny', new Map())?.values;
  const found = findPlaceholderTexts({ items: values?.['questions_items'] }, fields);
  expect(found.map(({ label }) => label)).toEqual(['Questions 1: Answer', 'Questions 2: Answer']);
});
