import { FieldLabel } from '@puckeditor/core';
import { useId, useState } from 'react';
import styled from 'styled-components';
import { statusColors } from '../../../contracts/brand.ts';
import type { EntryChoice } from '../../../contracts/operators/page-builder.ts';
import { useOpenedPageData } from '../editor-context.ts';
import { FieldInput } from './link-field.tsx';

/** The maximum number of suggestions. More would make typing slow on a site with thousands of posts. */
const MAX_SUGGESTIONS = 30;

const Note = styled.p`
  margin: 0.25rem 0 0;
  font-size: 0.8125rem;
`;

const Fault = styled(Note)`
  color: ${statusColors.fail};
`;

interface Props {
  label: string;
  /** The id of the page or post, or its path; empty for none. */
  value: unknown;
  readOnly: boolean;
  onChange: (value: number | string) => void;
}

/**
 * A search field for a page or a post by title or path. The suggestions are a `datalist`, so they work with the
 * keyboard.
 */
export function ReferenceField({ label, value, readOnly, onChange }: Props) {
  const id = useId();
  const { entries } = useOpenedPageData().choices;
  const isSet = value !== '' && value !== null && value !== undefined;
  const chosen = isSet ? entries.find((entry) => entry.id === value || entry.path === value) : undefined;
  const shown = chosen ? nameOf(chosen) : '';
  // The text while somebody types; null if the input shows the chosen page or post.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? shown;
  const isGone = isSet && !chosen;
  const isUnknown = typed !== null && typed.trim() !== '' && findEntryByText(typed, entries) === null;
  const choose = (entry: EntryChoice) => {
    if (entry !== chosen) onChange(entry.id ?? entry.path);
  };
  // While somebody types, store only a whole suggestion: a shorter path or title may match another page.
  const type = (next: string) => {
    setTyped(next);
    const entry = findSuggestion(next, entries);
    if (entry) choose(entry);
  };
  const finish = () => {
    if (typed === null) return;
    const entry = findEntryByText(typed, entries);
    if (entry) choose(entry);
    else if (typed.trim() !== '') return;
    else if (isSet) onChange('');
    setTyped(null);
  };
  return (
    <FieldLabel label={label} readOnly={readOnly}>
      <FieldInput
        id={id}
        type="search"
        list={`${id}-found`}
        value={text}
        placeholder="Search by title or path"
        autoComplete="off"
        spellCheck={false}
        readOnly={readOnly}
        aria-invalid={isUnknown || isGone}
        aria-describedby={`${id}-state`}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') finish();
        }}
        onBlur={() => {
          finish();
          setTyped(null);
        }}
      />
      <datalist id={`${id}-found`}>
        {suggestEntries(text, entries).map((entry) => (
          <option key={`${entry.kind} ${entry.id} ${entry.path}`} value={nameOf(entry)}>
            {entry.kind === 'post' ? 'Post' : 'Page'}
          </option>
        ))}
      </datalist>
      <div id={`${id}-state`} role="status">
        {isUnknown && (
          <Note>Nothing has this name. Choose one of the suggestions, or the choice stays as it is.</Note>
        )}
        {isGone && typed === null && (
          <Fault>What was chosen is not public any more. Choose another page or post.</Fault>
        )}
      </div>
    </FieldLabel>
  );
}

/** Returns the suggestion for a page or post. It contains the path, because two pages can have the same title. */
function nameOf({ title, path }: EntryChoice): string {
  return `${title} (${path})`;
}

/** Finds the page or post whose whole suggestion is the text. */
function findSuggestion(text: string, entries: readonly EntryChoice[]): EntryChoice | undefined {
  const wanted = text.trim().toLowerCase();
  return entries.find((entry) => nameOf(entry).toLowerCase() === wanted);
}

/**
 * Finds the page or post that a text names exactly: by its suggestion, its path, or a unique title. Returns null if
 * there is none.
 */
export function findEntryByText(text: string, entries: readonly EntryChoice[]): EntryChoice | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  const exact = findSuggestion(text, entries) ?? entries.find(({ path }) => path.toLowerCase() === wanted);
  if (exact) return exact;
  const titled = entries.filter(({ title }) => title.toLowerCase() === wanted);
  return titled.length === 1 ? (titled[0] ?? null) : null;
}

/** Returns the pages and posts that contain all words of a text, up to the maximum number of suggestions. */
export function suggestEntries(text: string, entries: readonly EntryChoice[]): EntryChoice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found: EntryChoice[] = [];
  for (const entry of entries) {
    const name = nameOf(entry).toLowerCase();
    if (words.every((word) => name.includes(word))) found.push(entry);
    if (found.length === MAX_SUGGESTIONS) break;
  }
  return found;
}
