import { expect, it } from 'vitest';
import { checkPictureFile } from './picture-upload.tsx';

const porch = { name: 'porch.jpg', type: 'image/jpeg', size: 20_000_000 };

it('accepts a picture of the maximum size', () => {
  expect(checkPictureFile(porch)).toBeNull();
});

it.each([
  ['a file that is too large', { size: 20_500_000 }, 'porch.jpg has 20.5 MB'],
  ['an SVG', { type: 'image/svg+xml' }, 'can contain scripts'],
  ['a document', { type: 'application/pdf' }, 'no picture for the web'],
  ['a file without a known type', { type: '' }, 'no picture for the web'],
  ['an empty file', { size: 0 }, 'is empty'],
])('refuses %s', (_what, change, words) => {
  expect(checkPictureFile({ ...porch, ...change })).toContain(words);
});
