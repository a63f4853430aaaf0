/** Unsanitized HTML, with the options that affect how it is sanitized. */
export interface HtmlSource {
  html: string;
  /** `editor`: raw text of an editor field, which still needs paragraphs. `rendered`: WordPress has added them. */
  mode: 'editor' | 'rendered';
  /** The URLs of the site that the text comes from; links to it become routes. */
  homes: readonly string[];
}
