import { beforeAll, expect, it } from 'vitest';
import { readTypeface, type Typeface } from './typeface.ts';

let face: Typeface;
beforeAll(async () => {
  const files = ['latin', 'latin-ext'].map(
    (part) => `@fontsource/fraunces/files/fraunces-${part}-600-normal.woff`,
  );
  face = await readTypeface({ files, tracking: 0 });
});

it('leaves out unsupported characters, and the diacritics of unsupported letters', () => {
  expect(face.drawable('Łódź “café”')).toBe('Łódź “café”');
  expect(face.drawable('Homes 🏡👩‍👩‍👧 in 東京\u0000\u202e\n now')).toBe('Homes in now');
  expect(face.drawable('Nguyễn')).toBe('Nguyen');
  expect(face.drawable('家を買う')).toBe('');
});

it('measures and draws text with the glyphs of both files', () => {
  expect(face.width('')).toBe(0);
  expect(face.width('Wł')).toBeGreaterThan(face.width('W'));
  expect(face.width('AV')).toBeLessThan(face.width('A') + face.width('V'));
  const { data, unit } = face.outline('Żl');
  expect(data).toMatch(/^M[-\d. ]+[A-Z]/);
  expect(data).not.toContain('NaN');
  expect(unit).toBeGreaterThan(500);
});
