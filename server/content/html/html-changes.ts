/** A part of a text that the sanitizer removed or replaced, or a shortcode that WordPress left in it. */
export type HtmlChange =
  /**
   * An element was removed. Its text stays, except the content of forms, scripts, styles, drawings and formulas. `of`
   * names the block or plugin around the element, such as `in the block “Button”`.
   */
  | { kind: 'element'; name: string; of?: string }
  /**
   * An attribute was removed. Links and pictures with a forbidden address are reported as `link` and `picture`
   * instead.
   */
  | { kind: 'attribute'; name: string; of?: string }
  /** A block was removed, because it works only on WordPress's own pages. */
  | { kind: 'block'; name: string }
  /** A dropdown became a list of links. */
  | { kind: 'dropdown'; of?: string }
  /** A shortcode that WordPress does not know, so visitors see its source text. */
  | { kind: 'shortcode'; name: string }
  /** A frame or an embed became a link, or was removed because it has no web address. */
  | { kind: 'frame'; address: string; isLink: boolean }
  /** The address of a picture, player or poster was removed, because it is not allowed. A picture is removed with it. */
  | { kind: 'picture'; address: string }
  /** The address of a link was removed, because the address is not allowed. */
  | { kind: 'link'; address: string }
  /** A heading 1 became a heading 2. */
  | { kind: 'heading' };

/** What the sanitizer learned about a text. */
export interface TextFacts {
  changes: readonly HtmlChange[];
  /** Pictures that are not files of this site, by `src` (`address`), with the URL of the largest file in `srcset`. */
  pictures: readonly { address: string; file: string }[];
  /** The links to paths of this site, with their queries and without fragments. */
  links: readonly string[];
  /** Whether the text has page breaks, which divide it into several pages in WordPress. */
  hasPageBreak: boolean;
}

/** Called once for each `HtmlChange`. */
export type OnHtmlChange = (change: HtmlChange) => void;

/** Maximum number of different changes that are collected per text. */
const MAX_CHANGES = 200;
/** Maximum number of characters kept of an address: a `data:` URL of a picture can have megabytes. */
const MAX_ADDRESS_CHARACTERS = 2_000;

/** Creates a collector of the changes of one text. `changes` returns them without duplicates. */
export function createHtmlChangeCollector(): { note: OnHtmlChange; changes: () => HtmlChange[] } {
  const found = new Map<string, HtmlChange>();
  return {
    note: (change) => {
      if (found.size >= MAX_CHANGES) return;
      const short =
        'address' in change
          ? { ...change, address: change.address.slice(0, MAX_ADDRESS_CHARACTERS) }
          : change;
      found.set(JSON.stringify(short), short);
    },
    changes: () => [...found.values()],
  };
}
