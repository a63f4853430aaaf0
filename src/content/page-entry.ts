/** A page as lists show it. */
export interface PageEntry {
  path: string;
  title: string;
  description: string;
  /** ISO 8601, in UTC. */
  modified: string;
  /** False for pages that are kept out of search engines. */
  listed: boolean;
}

/** A part of a snippet; `hit` where a searched word stands. */
export interface SnippetPart {
  text: string;
  hit: boolean;
}

/** Something that a search found. */
export interface SearchHit {
  kind: 'page' | 'post';
  path: string;
  title: string;
  /** The words around the first find, or the description. */
  snippet: readonly SnippetPart[];
  /** ISO 8601; posts only. */
  date?: string;
}
