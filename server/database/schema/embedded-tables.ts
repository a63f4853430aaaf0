/** The content that is edited on this site, without a WordPress: entries in the format of WordPress's REST API. */
export interface EmbeddedEntriesTable {
  kind: 'page' | 'section' | 'template' | 'media' | 'settings' | 'menu';
  /** Decimal digits, or `site` for the settings, or the location of a menu. */
  id: string;
  /** JSON; null if the entry was deleted. */
  data: string | null;
  /** The number of the change that wrote it. Numbers grow with each change of any entry. */
  change: number;
}

/** Earlier versions of edited pages, shared sections and templates. Their ids are different. */
export interface EmbeddedRevisionsTable {
  /** The number of the change that wrote this version. */
  change: number;
  /** The id of the page. */
  page: string;
  /** The name of the operator who saved it. */
  author: string;
  at: number;
  /** JSON of the page. */
  data: string;
}

/** Uploaded pictures, in parts, so that no row is large. */
export interface EmbeddedPicturesTable {
  /** The id of the `media` entry. */
  id: string;
  /** 0 is the first. */
  part: number;
  /** Base64. Parts can be decoded separately. */
  data: string;
}

/** Who has which page open in the page builder. */
export interface EmbeddedLocksTable {
  page: string;
  operator_id: string;
  name: string;
  /** When the lock was last renewed. */
  at: number;
}
