/** Content that is edited on this site instead of in WordPress, in the format of WordPress's REST API. */
export interface EmbeddedEntriesTable {
  kind: 'page' | 'section' | 'template' | 'media' | 'settings' | 'menu';
  /** A number in decimal digits. For the settings: `site`. For a menu: its location. */
  id: string;
  /** JSON; null if the entry was deleted. */
  data: string | null;
  /** The number of the change that wrote this entry. All entries share one sequence, which grows with each change. */
  change: number;
}

/**
 * The newest versions of each page, shared section and template that is edited on this site, including the current
 * version. Ids are unique across these three kinds, so `page` alone identifies the entry.
 */
export interface EmbeddedRevisionsTable {
  /** The number of the change that wrote this version. */
  change: number;
  /** Id of the page, section or template. */
  page: string;
  /** Name of the operator who saved this version. */
  author: string;
  at: number;
  /** JSON of the page, section or template. */
  data: string;
}

/** Uploaded pictures, in parts, so that no row is large. */
export interface EmbeddedPicturesTable {
  /** The id of the `media` entry. */
  id: string;
  /** Position of the part, starting at 0. */
  part: number;
  /** Base64. Parts can be decoded separately. */
  data: string;
}

/** The pages that operators have open in the page builder. */
export interface EmbeddedLocksTable {
  page: string;
  operator_id: string;
  name: string;
  /** When the lock was last renewed. */
  at: number;
}
