import type {
  Author,
  PageCustomFields,
  Menu,
  Page,
  Post,
  RawMenuItem,
  SiteData,
  Term,
} from '../contracts/content.ts';

interface Rendered {
  rendered: string;
}

/** The properties that we read from a page in WordPress's REST format. */
export interface RestPage {
  id: number;
  slug: string;
  title: Rendered;
  content?: Rendered;
  excerpt?: Rendered;
  modified?: string;
  modified_gmt?: string;
  featured_media?: number;
  /** An empty array if no field group applies. */
  acf?: PageCustomFields | readonly never[];
  /** Entries that may not be read anonymously are error objects without these fields. */
  _embedded?: {
    'wp:featuredmedia'?: readonly { source_url?: string }[];
    author?: readonly Partial<Author>[];
    'wp:term'?: readonly (readonly Term[])[];
  };
}

/** The properties that we read from a post in WordPress's REST format. */
export interface RestPost extends RestPage {
  date?: string;
  date_gmt?: string;
  categories?: readonly number[];
  tags?: readonly number[];
}

/** A menu item. The menus plugin may send ids as strings. */
interface RestMenuItem extends Omit<RawMenuItem, 'ID' | 'menu_item_parent'> {
  ID: number | string;
  menu_item_parent: number | string;
}

/** A menu as the menus endpoint sends it; the count may be missing. */
export interface RestMenu {
  ID: number;
  name: string;
  slug: string;
  description: string;
  count?: number;
  items: readonly RestMenuItem[];
}

/**
 * Site data as WordPress sends it. A logo or icon that is not set is 0; the offset is a string if no time zone is set.
 */
export interface RestSiteData {
  name: string;
  description: string;
  url: string;
  home: string;
  gmt_offset: number | string;
  timezone_string: string;
  site_logo?: string | number | null;
  site_icon?: string | number | null;
}

/** Converts a page from the REST format. Missing text becomes an empty string, and a missing image becomes null. */
export function pageFromRest(raw: RestPage): Page {
  return {
    id: raw.id,
    title: htmlToTextInDom(raw.title.rendered),
    content: raw.content?.rendered ?? '',
    excerpt: raw.excerpt?.rendered ?? '',
    slug: raw.slug,
    modified: asUtc(raw.modified_gmt ?? raw.modified),
    acf: isFields(raw.acf) ? raw.acf : {},
    featuredImage: raw._embedded?.['wp:featuredmedia']?.[0]?.source_url ?? null,
  };
}

function isFields(acf: RestPage['acf']): acf is PageCustomFields {
  return acf !== undefined && !Array.isArray(acf);
}

/**
 * Converts a WordPress date (in UTC, without a zone suffix) to ISO 8601 in UTC. A date that has a suffix is returned
 * unchanged, and a missing date becomes an empty string.
 */
export function asUtc(moment = ''): string {
  return moment === '' || /(Z|[+-]\d\d:\d\d)$/.test(moment) ? moment : `${moment}Z`;
}

/** Converts a post from the REST format. An author that anonymous visitors may not read becomes null. */
export function postFromRest(raw: RestPost): Post {
  const author = raw._embedded?.author?.[0];
  const terms = raw._embedded?.['wp:term']?.[0] ?? [];
  return {
    ...pageFromRest(raw),
    date: asUtc(raw.date_gmt ?? raw.date),
    author:
      author?.id === undefined || author.name === undefined
        ? null
        : { id: author.id, name: htmlToTextInDom(author.name) },
    categories: terms.map(({ id, name, slug }) => ({ id, name: htmlToTextInDom(name), slug })),
    categoryIds: [...(raw.categories ?? [])],
    tagIds: [...(raw.tags ?? [])],
  };
}

/**
 * Converts a menu from the REST format, in which ids may be strings, and an item without classes may have one empty
 * class.
 */
export function menuFromRest(raw: RestMenu): Menu {
  return {
    ID: raw.ID,
    name: htmlToTextInDom(raw.name),
    slug: raw.slug,
    description: htmlToTextInDom(raw.description),
    count: raw.count ?? raw.items.length,
    items: raw.items.map((item) => ({
      ID: Number(item.ID),
      title: htmlToTextInDom(item.title),
      url: item.url,
      target: item.target,
      classes: item.classes.filter((name) => name !== ''),
      menu_item_parent: Number(item.menu_item_parent),
    })),
  };
}

/** Converts site data from the REST format. A logo or icon sent as a media id becomes null. */
export function siteDataFromRest(raw: RestSiteData): SiteData {
  return {
    name: htmlToTextInDom(raw.name),
    description: htmlToTextInDom(raw.description),
    url: raw.url,
    home: raw.home,
    gmt_offset: Number(raw.gmt_offset),
    timezone_string: raw.timezone_string,
    site_logo: imageAddress(raw.site_logo),
    site_icon: imageAddress(raw.site_icon),
  };
}

/** Returns an image's URL. A media id becomes null, because only the server can resolve it. */
function imageAddress(value: string | number | null | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the text of a short piece of HTML, such as a title (`Tom &#038; Jerry`). Requires the browser's DOM. */
export function htmlToTextInDom(html: string): string {
  if (!/[&<]/.test(html)) return html;
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}
