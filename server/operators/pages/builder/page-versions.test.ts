import { describe, expect, it } from 'vitest';
import { placementSchema } from '../../../../src/contracts/layout.ts';
import { isAlreadySaved, pageDigest } from './page-versions.ts';

const page = { title: 'Sell', status: 'publish', acf: { hero_title: 'Hi', items: [{ a: 1, b: 2 }] } };

describe('pageDigest', () => {
  it('is the same for the same values in another order', () => {
    const other = { ...page, acf: { items: [{ b: 2, a: 1 }], hero_title: 'Hi' } };
    expect(pageDigest(other)).toBe(pageDigest(page));
  });

  it.each([
    ['a value', { ...page, acf: { ...page.acf, hero_title: 'Ho' } }],
    ['the order of rows', { ...page, acf: { ...page.acf, items: [{ a: 2, b: 1 }] } }],
    ['the state', { ...page, status: 'draft' }],
    ['the title', { ...page, title: 'Buy' }],
  ])('differs with %s', (_what, other) => {
    expect(pageDigest(other)).not.toBe(pageDigest(page));
  });
});

describe('isStored', () => {
  const layout = [placementSchema.parse({ block: 'hero', key: 'hero' })];
  const stored = { ...page, acf: { ...page.acf, page_layout: '[{"key":"hero","block":"hero"}]' } };

  it.each([
    [true, { layout: null, values: { hero_title: 'Hi' }, publish: true }],
    [true, { layout, values: {}, publish: false }],
    [true, { layout: null, values: { hero_text: '' }, publish: false }],
    [false, { layout: null, values: { hero_title: 'Ho' }, publish: false }],
    [false, { layout: [], values: {}, publish: false }],
  ])('is %s for %j', (expected, save) => {
    expect(isAlreadySaved(stored, save)).toBe(expected);
  });

  it('is false for a page that is still to be published', () => {
    const save = { layout: null, values: {}, publish: true };
    expect(isAlreadySaved({ ...stored, status: 'draft' }, save)).toBe(false);
  });
});
