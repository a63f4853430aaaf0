import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitLine, fitTitle, LINE_HEIGHT_RATIO } from './fit-text.ts';

/** Measures every character as half as wide as the font size. */
const measure = (text: string) => Array.from(text).length / 2;
const box = { width: 516, height: 354 };

describe('a title', () => {
  it('of one word is large, on one line', () => {
    expect(fitTitle('Search', box, measure)).toEqual({ size: 104, lines: ['Search'] });
  });

  it('is broken into lines of similar width', () => {
    expect(fitTitle('Know the House Before You Own It', box, measure).lines).toEqual([
      'Know the',
      'House Before',
      'You Own It',
    ]);
  });

  it('becomes smaller as it gets longer, and is finally cut', () => {
    const words = 'an old brick house with a view '.repeat(8).trim().split(' ');
    const sizes = [2, 4, 8, 14].map((count) => fitTitle(words.slice(0, count).join(' '), box, measure).size);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(new Set(sizes).size).toBe(4);
    const cut = fitTitle(words.join(' '), box, measure);
    expect(cut.lines).toHaveLength(4);
    expect(cut.lines.at(-1)).toMatch(/\w…$/);
  });

  it('breaks a word that no line can hold', () => {
    const word = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
    expect(fitTitle(word, box, measure).lines.join('')).toBe(word);
  });

  it('always fits its box', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'grapheme' }), (title) => {
        const { size, lines } = fitTitle(title, box, measure);
        expect(lines.length).toBeLessThanOrEqual(4);
        expect(lines.length * size * LINE_HEIGHT_RATIO).toBeLessThanOrEqual(box.height);
        for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(box.width + 0.01);
      }),
    );
  });
});

it('a line becomes smaller, then is cut', () => {
  const limits = { width: 200, largest: 28, smallest: 20 };
  expect(fitLine('Jordan Avery', limits, measure)).toEqual({ size: 28, lines: ['Jordan Avery'] });
  expect(fitLine('Jordan A. Avery-Smith', limits, measure)).toEqual({
    size: 20,
    lines: ['Jordan A. Avery-Smi…'],
  });
  expect(fitLine('Jordan Avery-Smit', limits, measure).size).toBe(23);
  expect(fitLine('', limits, measure)).toEqual({ size: 28, lines: [''] });
});
