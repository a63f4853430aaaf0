/** Something of a text that visitors do not get, or get in another form. */
export type HtmlChange =
  /**
   * An element was removed. Its text stays, except that of scripts, styles and drawings. `of` is what
   * it belongs to, such as `in the block “Button”`.
   */
  | { kind: 'element'; name: string; of?: string }
  /** An attribute of an element was removed. Links and pictures without an allowed address are `link` and `picture`. */
  | { kind: 'attribute'; name: string; of?: string }
  /** A block was left out, because it belongs to WordPress's own pages. */
  | { kind: 'block'; name: string }
  /** A dropdown became a list of links. */
  | { kind: 'dropdown'; of?: string }
  /** A shortcode that WordPress does not know, so its source is part of the text. */
  | { kind: 'shortcode'; name: string }
  /** A frame or an embed became a link, or was removed because it has no web address. */
  | { kind: 'frame'; address: string; isLink: boolean }
  /** A picture was removed, because its address is not allowed. */
  | { kind: 'picture'; address: string }
  /** A link lost its address, because it is not allowed. */
  | { kind: 'link'; address: string }
  /** A heading 1 became a heading 2. */
  | { kind: 'heading' };

/** What is known of a text after it was sanitized. */
export interface TextFacts {
  changes: readonly HtmlChange[];
  /** The address of each picture, and of the largest file that WordPress made of it. */
  pictures: readonly { address: string; file: string }[];
  /** The links to paths of this site, with their queries and without fragments. */
  links: readonly string[];
  /** Whether the text is divided into several pages. */
  hasPageBreak: boolean;
}

/** Called with each change. */
export type NoteChange = (change: HtmlChange) => void;

/** Maximum number of different changes that are collected of one text. */
const MAX_CHANGES = 200;
/** Maximum number of characters of an address. Pictures within a text have addresses of megabytes. */
const MAX_ADDRESS_CHARACTERS = 2_000;

/** Collects the different changes of a text. */
export function collectChanges(): { note: NoteChange; changes: () => HtmlChange[] } {
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
