import { z } from 'zod';
import { variantNameSchema } from './layout-variants.ts';
import { ORIGINAL_VARIANT_NAME } from './variant-results.ts';

/* The API of layout variants in the page builder. */

const name = z.union([z.literal(ORIGINAL_VARIANT_NAME), variantNameSchema]);
const weight = z.number('Write a whole number from 0 to 100').int().min(0).max(100);

const variantChange = z.discriminatedUnion('do', [
  /** Adds a variant whose layout is a copy of the one named `from`. */
  z.object({ do: z.literal('add'), name: variantNameSchema, weight, from: name }),
  z.object({ do: z.literal('weigh'), name, weight }),
  z.object({ do: z.literal('start') }),
  z.object({ do: z.literal('pause') }),
  z.object({ do: z.literal('remove'), name: variantNameSchema }),
  /** Ends the test: the page gets this layout, and the variants are deleted. */
  z.object({ do: z.literal('keep'), name }),
]);

export type VariantChange = z.infer<typeof variantChange>;

export const variantChangeRequest = z.object({
  at: z.string().min(1).max(500),
  /** The `modified` of the version that the change is based on; null if the page was not stored then. */
  base: z.string().nullable(),
  change: variantChange,
});
