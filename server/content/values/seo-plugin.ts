import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';

/** The fields that SEO plugins add to WordPress responses, for the parameter `_fields`. */
export const SEO_PLUGIN_FIELDS =
  'yoast_head_json,rank_math_title,rank_math_description,rank_math_robots,meta.rank_math_title,' +
  'meta.rank_math_description,meta.rank_math_robots';

/** The values that an SEO plugin has for a page or post, as plain text. */
export interface PluginSeo {
  title?: string;
  description?: string;
  image?: { url: string; width: number; height: number; alt: string };
  noindex?: boolean;
}

const words = z.string().trim().min(1).optional().catch(undefined);
const yoast = z.object({
  title: words,
  description: words,
  og_description: words,
  og_image: z
    .array(
      z.object({
        url: z.string().min(1),
        width: z.coerce.number().positive(),
        height: z.coerce.number().positive(),
      }),
    )
    .catch([]),
  robots: z
    .object({ index: z.string().catch(''), follow: z.string().catch('') })
    .catch({ index: '', follow: '' }),
});
// Rank Math stores templates such as `%title% %sep% %sitename%`, which only the plugin can resolve.
const written = words.transform((text) => (text !== undefined && /%\w+%/.test(text) ? undefined : text));
const rankMath = z.object({
  rank_math_title: written,
  rank_math_description: written,
  rank_math_robots: z.array(z.string()).catch([]),
});

/** Reads the values that Yoast or Rank Math added to a page or post; Yoast takes precedence. */
export function readPluginSeo(raw: unknown): PluginSeo {
  if (!isJsonObject(raw)) return {};
  const fromYoast = yoast.safeParse(raw.yoast_head_json);
  if (fromYoast.success) {
    const { title, description, og_description, og_image, robots } = fromYoast.data;
    const [picture] = og_image;
    return compact({
      title,
      description: description ?? og_description,
      image: picture && { ...picture, alt: '' },
      // A headless WordPress is often hidden from search engines entirely. Yoast then sets nofollow as well, so noindex
      // counts only without it.
      noindex: robots.index === 'noindex' && robots.follow !== 'nofollow' ? true : undefined,
    });
  }
  const meta = isJsonObject(raw.meta) ? raw.meta : {};
  const { data } = rankMath.safeParse({ ...meta, ...definedOf(raw) });
  return compact({
    title: data?.rank_math_title,
    description: data?.rank_math_description,
    noindex: data?.rank_math_robots.includes('noindex') ? true : undefined,
  });
}

/** Returns the plugin's values, except `noindex`, under the names of the page's own SEO fields. */
export function seoFieldsOf({ title, description, image }: PluginSeo): JsonObject {
  return { seo_title: title, seo_description: description, seo_image: image };
}

function definedOf(raw: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(raw).filter(([name, value]) => name.startsWith('rank_math_') && value !== undefined),
  );
}

function compact(seo: { [Name in keyof PluginSeo]: PluginSeo[Name] | undefined }): PluginSeo {
  const { title, description, image, noindex } = seo;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(image === undefined ? {} : { image }),
    ...(noindex === undefined ? {} : { noindex }),
  };
}
