import { z } from 'zod';
import { defineBlock } from '../../../src/builder/block.ts';
import { image, text, toggle } from '../../../src/builder/fields.ts';
import type { Placement } from '../../../src/contracts/layout.ts';

/** The fields every page has for its head: `seo_title`, `seo_description`, `seo_image`, `seo_noindex`. */
export const seoBlock = defineBlock({
  id: 'seo',
  title: 'Search and sharing',
  description: 'What search engines and shared links show of this page.',
  fields: {
    title: text({ label: 'Title' }),
    description: text({ label: 'Description' }),
    image: image({ label: 'Share image' }),
    noindex: toggle({ label: 'Keep out of search engines' }),
  },
});

/** The placement that gives the SEO fields their reserved section ids. */
export const seoPlacement: Placement = { block: 'seo', key: 'seo', region: 'main', hidden: false, ids: {} };

export const seoValuesSchema = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  image: z.object({ src: z.string(), width: z.number(), height: z.number(), alt: z.string() }).optional(),
  noindex: z.boolean().default(false),
});
