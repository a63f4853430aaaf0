import { describe, expect, it } from 'vitest';
import { createSearchIndex, type SearchDocument } from './search-index.ts';

const page = (path: string, title: string, description: string, text = ''): SearchDocument => ({
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
    `${'word '.repeat(100)}a mortgage comes late in this text ${'end '.repeat(80)}`,
  ),
];

async function indexOf(documents: readonly SearchDocument[]) {
  const index = createSearchIndex();
  await index.update(documents);
  return { index, paths: (given: string) => index.search(given).map(({ path }) => path) };
}

describe('a search', () => {
  it('ranks title before description before text, and requires all words', async () => {
    const { paths } = await indexOf(all);
    expect(paths('mortgage')).toEqual(['/a', '/b', '/c']);
    expect(paths('mortgage rate')).toEqual(['/a', '/b']);
    expect(paths('mortgage nowhere')).toEqual([]);
  });

  it('ignores case and accents, and matches only the beginning of a word', async () => {
    const { paths } = await indexOf(all);
    expect(paths('CAFE')).toEqual(['/a']);
    expect(paths('café')).toEqual(['/a']);
    expect(paths('mort')).toHaveLength(3);
    expect(paths('gage')).toEqual([]);
  });

  it('tolerates a typo in a long word, but not in a short one', async () => {
    const { paths } = await indexOf(all);
    expect(paths('mortage')).toEqual(['/a', '/b', '/c']);
    expect(paths('neigborhoods')).toEqual(['/c']);
    expect(paths('rats')).toEqual([]);
    expect(paths('xyzzyxyzzy')).toEqual([]);
  });

  it('finds nothing without letters or digits', async () => {
    const { paths } = await indexOf(all);
    expect(paths('  <>"\' … ')).toEqual([]);
    expect(paths('')).toEqual([]);
  });

  it('uses only the first eight words', async () => {
    const { paths } = await indexOf([page('/x', 'one two three four five six seven eight', '')]);
    expect(paths('one two three four five six seven eight nine ten')).toEqual(['/x']);
  });

  it('shows the text around a match, and marks the match', async () => {
    const { index } = await indexOf(all);
    const late = index.search('mortgage').find(({ path }) => path === '/c');
    const text = late?.snippet.map((part) => part.text).join('') ?? '';
    expect(text).toMatch(/^… .*mortgage comes late.* …$/);
    expect(text.length).toBeLessThan(220);
    expect(late?.snippet.filter(({ hit }) => hit)).toEqual([{ text: 'mortgage', hit: true }]);
  });

  it('marks matches that are spelled differently', async () => {
    const { index } = await indexOf(all);
    expect(index.search('cafe')[0]?.snippet).toContainEqual({ text: 'café', hit: true });
    expect(index.search('mortage').find(({ path }) => path === '/b')?.snippet).toContainEqual({
      text: 'mortgage',
      hit: true,
    });
  });

  it('shows the description if only the title matches', async () => {
    const { index } = await indexOf([page('/p', 'Radon', 'A gas', 'Some text')]);
    expect(index.search('radon')[0]?.snippet).toEqual([{ text: 'A gas', hit: false }]);
  });
});

describe('an update', () => {
  it('finds new content, but no deleted or previous content', async () => {
    const { index, paths } = await indexOf(all);
    const [first, second] = all;
    if (!first || !second) throw new Error('There are no documents.');
    await index.update([{ ...first, title: 'Loan guide' }, second, page('/d', 'Mortgage news', '')]);
    expect(paths('mortgage')).toEqual(['/d', '/b']);
    expect(paths('loan')).toEqual(['/a']);
    expect(paths('neighborhoods')).toEqual([]);
  });

  it('has a new version only if something changed', async () => {
    const index = createSearchIndex();
    expect(index.version()).toBe(0);
    await index.update([]);
    expect(index.version()).toBe(1);
    await index.update(all);
    await index.update(all.map((each) => ({ ...each })));
    expect(index.version()).toBe(2);
    await index.update(all.slice(1));
    expect(index.version()).toBe(3);
  });

  it('yields to other work in between', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await createSearchIndex().update(
      Array.from({ length: 2_000 }, (_, at) => page(`/${at}`, `Title ${at}`, 'Words', 'text '.repeat(100))),
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});
