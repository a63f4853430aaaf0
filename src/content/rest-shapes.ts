import type { Author, CustomFields, RawMenuItem, Term } from './types.ts';

interface Rendered {
  rendered: string;
}

/** A page in WordPress's REST shape: what is read of it. */
export interface RestPage {
  id: number;
  slug: string;
  title: Rendered;
  content?: Rendered;
  excerpt?: Rendered;
  modified?: string;
  modified_gmt?: string;
  featured_media?: number;
  /** An empty array where no field group applies. */
  acf?: CustomFields | readonly never[];
  /** What cannot be read anonymously stands here as an error object, without the fields named. */
  _embedded?: {
    'wp:featuredmedia'?: readonly { source_url?: string }[];
    author?: readonly Partial<Author>[];
    'wp:term'?: readonly (readonly Term[])[];
  };
}

/** A post in WordPress's REST shape: what is read of it. */
export interface RestPost extends RestPage {
  date?: string;
  date_gmt?: string;
  categories?: readonly number[];
  tags?: readonly number[];
}

/** An entry of the media library: what is read of it. */
export interface RestMedia {
  id: number;
  source_url: string;
}

/** An entry of a menu; the menus plugin writes ids as strings. */
interface RestMenuItem extends Omit<RawMenuItem, 'ID' | 'menu_item_parent'> {
  ID: number | string;
  menu_item_parent: number | string;
}

/** A menu as the menus route sends it; the count may be left out. */
export interface RestMenu {
  ID: number;
  name: string;
  slug: string;
  description: string;
  count?: number;
  items: readonly RestMenuItem[];
}

/** Site data as WordPress sends it: an unset logo or icon is 0, the offset a string where no zone is set. */
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
