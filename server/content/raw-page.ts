import { z } from 'zod';
import { plainText } from './html-document.ts';
import { isObject } from './raw-value.ts';
import type { JsonObject } from './raw-value.ts';
import { readPluginSeo } from './seo-plugin.ts';
import type { PluginSeo } from './seo-plugin.ts';

/** A page as its source keeps it, before anything of it is fit for visitors. */
export interface RawPage {
  id: number;
  slug: string;
  status: string;
  /** Address in WordPress; empty for built-in pages. */
  link: string;
  /** Id of the page above; 0 where there is none. */
  parent: number;
  /** Plain text. */
  title: string;
  content: string;
  excerpt: string;
  /** ISO 8601, in UTC. */
  modified: string;
  featuredMedia: number;
  acf: JsonObject;
  /** Behind a password: nothing of it may be shown. */
  locked: boolean;
  /** What an SEO plugin says of it. */
  plugin?: PluginSeo;
}

const rendered = z
  .object({ rendered: z.string().catch(''), protected: z.boolean().catch(false) })
  .catch({ rendered: '', protected: false });
const count = z.coerce.number().int().nonnegative().catch(0);

const pageSchema = z.object({
  id: z.coerce.number().int(),
  slug: z.string(),
  status: z.string().catch('publish'),
  link: z.string().catch(''),
  parent: count,
  title: rendered,
  content: rendered,
  excerpt: rendered,
  modified_gmt: z.string().catch(''),
  modified: z.string().catch(''),
  featured_media: count,
  acf: z.unknown().optional(),
});

/** Reads a page (or post) in WordPress's REST shape; null when it is none. `"acf": []` is a page without fields. */
export function readPage(raw: unknown): RawPage | null {
  const parsed = pageSchema.safeParse(raw);
  if (!parsed.success) return null;
  const { data } = parsed;
  return {
    id: data.id,
    slug: data.slug,
    status: data.status,
    link: data.link,
    parent: data.parent,
    title: plainText(data.title.rendered),
    content: data.content.rendered,
    excerpt: data.excerpt.rendered,
    modified: utc(data.modified_gmt || data.modified),
    featuredMedia: data.featured_media,
    acf: isObject(data.acf) ? data.acf : {},
    locked: data.content.protected || data.excerpt.protected,
    plugin: readPluginSeo(raw),
  };
}

/** WordPress writes its `_gmt` moments without a zone. */
export function utc(moment: string): string {
  if (moment === '') return new Date(0).toISOString();
  const at = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(moment) ? moment : `${moment}Z`);
  return Number.isNaN(at.getTime()) ? new Date(0).toISOString() : at.toISOString();
}
