import { describe, expect, it } from 'vitest';
import {
  serializeLayoutVariants,
  parseLayoutVariants,
  type LayoutVariants,
} from '../../src/contracts/variants/layout-variants.ts';
import { ORIGINAL_VARIANT_NAME } from '../../src/contracts/variants/variant-results.ts';
import { placementSchema } from '../../src/contracts/layout.ts';
import type { VariantChange } from '../../src/contracts/variants/page-variants.ts';
import { withVariantLayout } from '../content/resolve/page-variants.ts';
import { changeVariants } from './change-variants.ts';

const placed = (key: string) => placementSchema.parse({ block: 'hero', key });
const original = [placed('hero'), placed('more')];
const now = Date.parse('2026-11-23T10:00:00Z');
const B = { name: 'B', weight: 50, layout: [placed('other')] };
const paused: LayoutVariants = {
  running: false,
  since: '2026-11-01T00:00:00.000Z',
  weight: 50,
  variants: [B],
};
const change = (variants: LayoutVariants | null, asked: VariantChange) =>
  changeVariants({ variants, original, now }, asked);

describe('adding a variant', () => {
  it('copies the original, or another variant', () => {
    const first = change(null, { do: 'add', name: 'B', weight: 30, from: ORIGINAL_VARIANT_NAME });
    expect(first).toEqual({
      layout: null,
      variants: { running: false, weight: 50, variants: [{ name: 'B', weight: 30, layout: original }] },
    });
    const second = change(paused, { do: 'add', name: 'C', weight: 50, from: 'B' });
    expect(second.variants?.variants[1]?.layout).toEqual(B.layout);
  });

  it('restarts the count', () => {
    expect(
      change(paused, { do: 'add', name: 'C', weight: 50, from: ORIGINAL_VARIANT_NAME }).variants,
    ).not.toHaveProperty('since');
    expect(change(paused, { do: 'weigh', name: 'B', weight: 10 }).variants).not.toHaveProperty('since');
  });

  it('is refused for a name that is taken, and while visitors get the variants', () => {
    const add = { do: 'add', name: 'B', weight: 1, from: ORIGINAL_VARIANT_NAME } as const;
    expect(() => change(paused, add)).toThrow('already');
    expect(() => change({ ...paused, running: true }, { ...add, name: 'C' })).toThrow('Pause them first');
  });
});

it('starts, pauses, and continues the same count', () => {
  const { since: _since, ...fresh } = paused;
  const started = change(fresh, { do: 'start' }).variants;
  expect(started).toMatchObject({ running: true, since: '2026-11-23T10:00:00.000Z' });
  expect(change(started, { do: 'pause' }).variants).toMatchObject({ running: false, since: started?.since });
  expect(change(paused, { do: 'start' }).variants?.since).toBe(paused.since);
});

it('ends with the layout that is kept', () => {
  expect(change(paused, { do: 'keep', name: 'B' })).toEqual({ variants: null, layout: B.layout });
  expect(change(paused, { do: 'keep', name: ORIGINAL_VARIANT_NAME })).toEqual({
    variants: null,
    layout: null,
  });
});

it('deletes a variant, and the whole test if it was the last one', () => {
  expect(change(paused, { do: 'remove', name: 'B' })).toEqual({ variants: null, layout: null });
});

it('refuses to change a variant or a test that was deleted in the meantime', () => {
  expect(() => change(paused, { do: 'keep', name: 'C' })).toThrow('no variant "C" any more');
  expect(() => change(null, { do: 'start' })).toThrow('no variants any more');
  expect(withVariantLayout({ layout_variants: serializeLayoutVariants(paused) }, 'C', original)).toBeNull();
  expect(withVariantLayout({}, 'C', original)).toBeNull();
});

it('changes the layout of one variant', () => {
  const changed = withVariantLayout({ layout_variants: serializeLayoutVariants(paused) }, 'B', original);
  expect(parseLayoutVariants(changed?.layout_variants).variants).toEqual({
    ...paused,
    variants: [{ ...B, layout: original }],
  });
});

describe('the field', () => {
  it('is read as it was written, without the defaults of placements', () => {
    const text = serializeLayoutVariants(paused);
    expect(text).toContain('"layout":[{"block":"hero","key":"other"}]');
    expect(parseLayoutVariants(text)).toEqual({ variants: paused, fault: null });
    expect(serializeLayoutVariants(null)).toBe('');
  });

  it.each([null, undefined, '', false, [], '[]'])('is empty as %j', (raw) => {
    expect(parseLayoutVariants(raw)).toEqual({ variants: null, fault: null });
  });

  it.each([
    ['no JSON', '{', 'layout_variants is not JSON. Check for a missing comma or quote.'],
    ['a reserved name', { variants: [{ ...B, name: ORIGINAL_VARIANT_NAME }] }, 'is the name of the page'],
    [
      'a name that a cookie cannot keep',
      { variants: [{ ...B, name: 'A; B' }] },
      'variants.0.name is not a name',
    ],
    ['the same name twice', { variants: [B, B] }, 'variants has a name that is used twice'],
    ['a key twice', { variants: [{ ...B, layout: [placed('x'), placed('x')] }] }, 'a key that is used twice'],
    ['a weight that is too large', { variants: [{ ...B, weight: 101 }] }, 'variants.0.weight'],
  ])('with %s is a fault that names the place', (_, raw, words) => {
    const read = parseLayoutVariants(raw);
    expect(read.variants).toBeNull();
    expect(read.fault).toContain(words);
  });
});
