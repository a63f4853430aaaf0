import { describe, expect, it } from 'vitest';
import { findIn, searchWords } from './search-text.ts';
import type { Searchable } from './search-text.ts';

const page = (path: string, title: string, description: string, text = ''): Searchable => ({
  kind: 'page',
  path,
  title,
  description,
  text,
});
const all = [
  page('/a', 'Mortgage guide', 'Loans in plain words', 'How a café rate is locked'),
  page('/b', 'Selling', 'What a mortgage payoff is', 'Rates matter here too'),
  page(
    '/c',
    'Neighborhoods',
    'Five places',
    `${'word '.repeat(100)}a mortgage stands late in this text ${'end '.repeat(80)}`,
  ),
];
const paths = (given: string) => findIn(all, searchWords(given)).map(({ path }) => path);

describe('a search', () => {
  it('ranks title before description before text, and wants all words', () => {
    expect(paths('mortgage')).toEqual(['/a', '/b', '/c']);
    expect(paths('mortgage rate')).toEqual(['/a', '/b']);
    expect(paths('mortgage nowhere')).toEqual([]);
  });
  it('cares neither for case nor accents, and finds beginnings of words only', () => {
    expect(paths('CAFE')).toEqual(['/a']);
    expect(paths('mort')).toHaveLength(3);
    expect(paths('gage')).toEqual([]);
  });
  it('is nothing without letters or digits', () => {
    expect(searchWords('  <>"\' … ')).toEqual([]);
    expect(searchWords('a a <script>alert(1)</script>')).toEqual(['a', 'script', 'alert', '1']);
  });
  it('shows the words around the find, marked', () => {
    const [, , late] = findIn(all, ['mortgage']);
    const text = late?.snippet.map((part) => part.text).join('') ?? '';
    expect(text).toMatch(/^… .*mortgage stands late.* …$/);
    expect(text.length).toBeLessThan(220);
    expect(late?.snippet.filter(({ hit }) => hit)).toEqual([{ text: 'mortgage', hit: true }]);
  });
  it('takes what another search has found', () => {
    const found = [{ ...page('/p', 'Radon', 'A gas'), found: true }];
    expect(findIn(found, ['basement']).map(({ snippet }) => snippet)).toEqual([
      [{ text: 'A gas', hit: false }],
    ]);
  });
});
