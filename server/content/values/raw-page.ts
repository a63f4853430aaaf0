import { z } from 'zod';
import { QUERY_LOOP_PAGE_PATTERN } from '../../../src/builder/server-parameters.ts';
import { htmlToText } from './html-text.ts';
import type { MirrorEntry } from './mirror-contents.ts';
import { postFormats, type PostFormat } from '../../../src/contracts/post-formats.ts';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import { readPluginSeo, type PluginSeo } from './seo-plugin.ts';

/**
 * The text of a page or post with a further page of a query loop, as WordPress shows it at an address such as
 * `?query-1-page=2`.
 */
export interface QueryLoopPage {
  /** The name of the query parameter. */
  name: string;
  page: number;
  content: string;
}

/** A page or post, parsed from WordPress's format but not yet sanitized or normalized. */
export interface RawPage {
  id: number;
  slug: string;
  /** The former slugs of a post. Only the companion plugin sends them. */
  oldSlugs: readonly string[];
  status: string;
  /** The URL in WordPress; empty for built-in pages. */
  link: string;
  /** The id of the parent page; 0 if there is none. */
  parent: number;
  /** The `guid` of a post in WordPress's feeds; empty if it is not known. */
  guid: string;
  /** The page order set by the editor. */
  order: number;
  /** The title as plain text. */
  title: string;
  content: string;
  /** The texts that show further pages of query loops. Only the companion plugin sends them. */
  queryPages: readonly QueryLoopPage[];
  /** `editor` for a preview of unsaved text; otherwise WordPress has rendered it. */
  contentMode: 'editor' | 'rendered';
  excerpt: string;
  /** ISO 8601, in UTC; `date` is the publication time. */
  date: string;
  modified: string;
  featuredMedia: number;
  /** The ids of the author, categories and tags. The author is 0 if there is none, as for built-in pages. */
  author: number;
  categories: readonly number[];
  tags: readonly number[];
  /** Whether a post is sticky: WordPress lists it before all others. */
  sticky: boolean;
  /** The format of a post; null for the standard one. */
  format: PostFormat | null;
  /** Whether the page or post is open for comments. The discussion settings may still close it. */
  takesComments: boolean;
  acf: JsonObject;
  /** Whether the page or post is password-protected, so that its content may not be shown. */
  locked: boolean;
  /** Whether a hash of the password is known, so that visitors can enter the password. */
  opens: boolean;
  /** Whether the page is the privacy policy draft that WordPress generates. */
  defaultPrivacy: boolean;
  /** The values of an SEO plugin. */
  plugin: PluginSeo;
}

const rendered = z
  .object({ rendered: z.string().catch(''), protected: z.boolean().catch(false) })
  .catch({ rendered: '', protected: false });
const body = z.object({ mode: z.enum(['editor', 'rendered']).catch('rendered') }).catch({ mode: 'rendered' });
const count = z.coerce.number().int().nonnegative().catch(0);
const ids = z.array(z.number().int()).catch([]);
const slugs = z.array(z.string()).catch([]);
const queryPages = z
  .array(
    z.object({
      name: z.string().regex(QUERY_LOOP_PAGE_PATTERN),
      page: z.number().int().min(2),
      content: z.string(),
    }),
  )
  .catch([]);

const pageSchema = z.object({
  id: z.coerce.number().int(),
  slug: z.string(),
  old_slugs: slugs,
  status: z.string().catch('publish'),
  link: z.string().catch(''),
  parent: count,
  menu_order: z.number().int().catch(0),
  title: rendered,
  content: rendered,
  query_pages: queryPages,
  excerpt: rendered,
  date_gmt: z.string().catch(''),
  date: z.string().catch(''),
  modified_gmt: z.string().catch(''),
  modified: z.string().catch(''),
  featured_media: count,
  author: count,
  categories: ids,
  tags: ids,
  guid: rendered,
  sticky: z.boolean().catch(false),
  format: z.enum(postFormats).nullable().catch(null),
  comment_status: z.string().catch(''),
  acf: z.unknown().optional(),
  default_privacy: z.boolean().catch(false),
  lock: z.object({ hash: z.string() }).optional().catch(undefined),
});

/** Reads a page or post in the WordPress REST format; null if it is not one. `"acf": []` means no fields. */
export function readRawPage(raw: unknown): RawPage | null {
  const parsed = pageSchema.safeParse(raw);
  if (!parsed.success) return null;
  const { data } = parsed;
  return {
    id: data.id,
    slug: data.slug,
    oldSlugs: data.old_slugs,
    status: data.status,
    link: data.link,
    parent: data.parent,
    guid: data.guid.rendered,
    order: data.menu_order,
    title: htmlToText(data.title.rendered),
    content: data.content.rendered,
    queryPages: data.query_pages,
    contentMode: body.parse(isJsonObject(raw) ? raw.content : null).mode,
    excerpt: data.excerpt.rendered,
    date: utc(data.date_gmt || data.date),
    modified: utc(data.modified_gmt || data.modified),
    featuredMedia: data.featured_media,
    author: data.author,
    categories: data.categories,
    tags: data.tags,
    sticky: data.sticky,
    format: data.format,
    takesComments: data.comment_status === 'open',
    acf: isJsonObject(data.acf) ? data.acf : {},
    locked: data.content.protected || data.excerpt.protected,
    opens: data.lock !== undefined,
    defaultPrivacy: data.default_privacy,
    plugin: readPluginSeo(raw),
  };
}

/** Whether visitors can open a page or post: its content, or its password form. */
export function isPublic({ status, locked, opens }: Pick<RawPage, 'status' | 'locked' | 'opens'>): boolean {
  return status === 'publish' && (!locked || opens);
}

/** Returns the title that visitors see, marked as in WordPress if the page is behind a password. */
export function shownTitle({ title, locked }: Pick<RawPage, 'title' | 'locked'>): string {
  return locked ? `Protected: ${title}` : title;
}

const read = new WeakMap<MirrorEntry, RawPage | null>();

/** Returns the page or post of an entry, parsed once per entry; null if it is not one. */
export function pageOf(entry: MirrorEntry): RawPage | null {
  let page = read.get(entry);
  if (page === undefined) {
    page = readRawPage(entry.data);
    read.set(entry, page);
  }
  return page;
}

/** Converts a timestamp to ISO 8601 in UTC. WordPress sends `_gmt` timestamps without a time zone. */
function utc(moment: string): string {
  if (moment === '') return new Date(0).toISOString();
  const at = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(moment) ? moment : `${moment}Z`);
  return Number.isNaN(at.getTime()) ? new Date(0).toISOString() : at.toISOString();
}
