import { z } from 'zod';
import type { NewMirrorEntry } from '../values/mirror-contents.ts';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';

/** The unsaved values of the edit screen's form. A missing value is unchanged since the last save. */
export const unsavedValuesSchema = z.object({
  title: z.string().max(10_000).optional(),
  content: z.string().max(6_000_000).optional(),
  excerpt: z.string().max(100_000).optional(),
  featured_media: z.number().int().nonnegative().optional(),
  /** Section values by section id, as in the form's inputs. */
  acf: z.record(z.string(), z.unknown()).optional(),
});

export type UnsavedValues = z.infer<typeof unsavedValuesSchema>;

/** Returns the entry of a page or post as if it were published, with `values` in place of the saved ones. */
export function previewEntry(
  kind: 'page' | 'post',
  raw: JsonObject,
  values: UnsavedValues = {},
): NewMirrorEntry {
  const { title, content, excerpt, featured_media, acf } = values;
  const data = {
    ...raw,
    status: 'publish',
    ...(title === undefined ? {} : { title: { rendered: title } }),
    ...(content === undefined
      ? {}
      : { content: { rendered: replaceDynamicContent(content), mode: 'editor' } }),
    ...(excerpt === undefined ? {} : { excerpt: { rendered: excerpt } }),
    ...(featured_media === undefined ? {} : { featured_media }),
    ...(acf === undefined ? {} : { acf: { ...(isJsonObject(raw.acf) ? raw.acf : {}), ...acf } }),
  };
  return { kind, id: String(raw.id), data };
}

/** Matches dynamic blocks. They have no saved content, because WordPress renders them for each request. */
const DYNAMIC_BLOCK = /<!-- wp:([a-z][\w/-]*)(?: \{.*?\})? \/-->/g;
/** Matches a shortcode on its own line. */
const SHORTCODE = /^[^\S\n]*(?:<p>)?\[([a-z][\w-]*)(?:\s[^\]\n]*)?\](?:<\/p>)?[^\S\n]*$/gm;

/**
 * Replaces dynamic blocks and shortcodes with a sentence, because WordPress has not rendered text that is still being
 * typed.
 */
export function replaceDynamicContent(content: string): string {
  const place = (_: string, name: string) =>
    `<p><em>“${name.replace(/^.*\//, '').replaceAll(/[-_]/g, ' ')}” is not live here. Press “Preview” to see it.</em></p>`;
  return content.replaceAll(DYNAMIC_BLOCK, place).replaceAll(SHORTCODE, place);
}
