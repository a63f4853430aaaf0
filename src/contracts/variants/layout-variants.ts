import { z } from 'zod';
import { placementSchema, withoutPlacementDefaults } from '../layout.ts';
import { ORIGINAL_VARIANT_NAME } from './variant-results.ts';

const weight = z.number().int().min(0).max(100);

/** The name of a variant. It is short, because it is stored with each lead and in a cookie. */
export const variantNameSchema = z
  .string()
  .trim()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u,
    'is not a name of at most 40 letters, digits, spaces, "-" and "_"',
  )
  .refine(
    (name) => name !== ORIGINAL_VARIANT_NAME,
    `"${ORIGINAL_VARIANT_NAME}" is the name of the page's own layout`,
  );

const variant = z.strictObject({
  name: variantNameSchema,
  weight,
  layout: z
    .array(placementSchema)
    .min(1, 'has no sections')
    .refine(
      (layout) => new Set(layout.map(({ key }) => key)).size === layout.length,
      'has a key that is used twice',
    ),
});

/**
 * The page field `layout_variants`: an A/B test of alternative layouts, to find out which one brings in the most leads.
 */
export const layoutVariantsSchema = z.strictObject({
  /** Whether the variants are shown to visitors. */
  running: z.boolean().default(false),
  /**
   * When the current run of the test was started, in UTC. Resuming a paused test does not change it. Only visits and
   * leads since then count.
   */
  since: z.iso.datetime().exactOptional(),
  /** How often visitors get the page's own layout, relative to the weights of the variants. */
  weight: weight.default(50),
  variants: z
    .array(variant)
    .min(1)
    .max(5)
    .refine(
      (variants) => new Set(variants.map(({ name }) => name)).size === variants.length,
      'has a name that is used twice',
    ),
});

export type LayoutVariants = z.infer<typeof layoutVariantsSchema>;

/**
 * Parses `layout_variants`, which is JSON text or an object. `variants` is null if the field is empty or invalid:
 * visitors then see the page's own layout.
 */
export function parseLayoutVariants(raw: unknown): { variants: LayoutVariants | null; fault: string | null } {
  if (raw === null || raw === undefined || raw === '' || raw === false)
    return { variants: null, fault: null };
  let value = raw;
  if (typeof raw === 'string') {
    try {
      value = JSON.parse(raw);
    } catch {
      const fault = 'layout_variants is not JSON. Check for a missing comma or quote.';
      return { variants: null, fault };
    }
  }
  if (Array.isArray(value) && value.length === 0) return { variants: null, fault: null };
  const parsed = layoutVariantsSchema.safeParse(value);
  if (parsed.success) return { variants: parsed.data, fault: null };
  const [issue] = parsed.error.issues;
  const at = issue?.path.join('.');
  return { variants: null, fault: `layout_variants: ${at ? `${at} ` : ''}${issue?.message ?? 'invalid'}.` };
}

/** Returns the variants as JSON text without default values of placements; an empty string if there are no variants. */
export function serializeLayoutVariants(variants: LayoutVariants | null): string {
  if (!variants || variants.variants.length === 0) return '';
  return JSON.stringify({
    ...variants,
    variants: variants.variants.map((each) => ({
      ...each,
      layout: each.layout.map(withoutPlacementDefaults),
    })),
  });
}
