import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import type { BuilderPage, EntryChoice } from '../../../contracts/operators/page-builder.ts';
import { theme } from '../../../ui/theme/theme.ts';
import { OpenedPageDataContext } from '../editor-context.ts';
import { findEntryByText, ReferenceField, suggestEntries } from './reference-field.tsx';

const entry = (
  id: number | null,
  path: string,
  title: string,
  kind: 'page' | 'post' = 'page',
): EntryChoice => ({
  id,
  path,
  title,
  kind,
});
const entries = [
  entry(null, '/buy', 'Buy'),
  entry(2, '/buy/guide', 'Mortgage Guide'),
  entry(3, '/sell/guide', 'Guide'),
  entry(4, '/blog/guide', 'Guide', 'post'),
  entry(5, '/caf%C3%A9', 'Café'),
];

it.each([
  ['Guide (/sell/guide)', 3],
  ['guide (/blog/guide) ', 4],
  ['/buy/guide', 2],
  ['mortgage guide', 2],
  ['/caf%C3%A9', 5],
])('%j names the entry %d', (text, id) => {
  expect(findEntryByText(text, entries)?.id).toBe(id);
});

it.each(['', ' ', 'Guide', 'Mort', '/buy/'])('%j names none, or none alone', (text) => {
  expect(findEntryByText(text, entries)).toBeNull();
});

it('suggests what contains all words, in the title or the path', () => {
  expect(suggestEntries('guide buy', entries).map(({ id }) => id)).toEqual([2]);
  expect(suggestEntries('', entries)).toHaveLength(5);
});

it('suggests only some of thousands', () => {
  const many = Array.from({ length: 2_000 }, (_, id) => entry(id, `/blog/post-${id}`, `Post ${id}`, 'post'));
  expect(suggestEntries('post', many)).toHaveLength(30);
  expect(suggestEntries('post 1999', many).map(({ id }) => id)).toEqual([1_999]);
});

/** Renders the field, empties it and types `keys` as in user-event. Returns all values that it stored, in order. */
async function storedBy(keys: string, initial: number | string = 3): Promise<(number | string)[]> {
  const stored: (number | string)[] = [];
  function Field() {
    const [value, setValue] = useState(initial);
    const store = (next: number | string) => {
      stored.push(next);
      setValue(next);
    };
    return <ReferenceField label="Page" value={value} readOnly={false} onChange={store} />;
  }
  const home = entry(1, '/', 'Home');
  const opened = { choices: { entries: [home, ...entries] } } as unknown as BuilderPage;
  render(
    <ThemeProvider theme={theme}>
      <OpenedPageDataContext value={opened}>
        <Field />
      </OpenedPageDataContext>
    </ThemeProvider>,
  );
  const input = screen.getByRole('combobox');
  await userEvent.clear(input);
  await userEvent.type(input, keys);
  return stored;
}

it.each([
  ['a path that goes on', '/abou', []],
  ['a title that goes on', 'buy and', []],
  ['a text that names nothing', 'nowhere{Enter}{Tab}', []],
  ['a path, when the field is left', '/buy/guide{Tab}', [2]],
  ['a title, on Enter', 'home{Enter}{Tab}', [1]],
  ['a page without an id, by its path', '/buy{Tab}', ['/buy']],
  ['a suggestion, at once', 'Guide (/blog/guide)', [4]],
  ['no text, when the field is left', ' {Tab}', ['']],
  ['what was chosen before', '/sell/guide{Tab}', []],
])('stores only what was chosen: %s', async (_what, keys, stored) => {
  expect(await storedBy(keys)).toEqual(stored);
});

it('stores nothing if an empty field is left empty', async () => {
  expect(await storedBy(' {Tab}', '')).toEqual([]);
});
