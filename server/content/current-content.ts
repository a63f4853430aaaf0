import type { SiteSettings } from '../../src/contracts/site-settings.ts';
import type { PictureAddresses } from '../media/pictures.ts';
import type { BuiltInContent } from './built-in/built-in-content.ts';
import { createSnapshot, type Frame, type Snapshot } from './resolve/snapshot.ts';
import { withEntries, type EntryKey, type MirrorContents, type NewEntry } from './values/mirror-contents.ts';

/** The content that the site shows at the moment. */
export interface CurrentContent {
  /** The current content; null while WordPress is configured but has never been read completely. */
  snapshot(): Snapshot | null;
  /** The site's settings; null while there is no snapshot, because the built-in settings name a sample agent. */
  settings(): SiteSettings | null;
  /** The site's time zone; the built-in one while there is no snapshot. */
  timeZone(): string;
  frame(): Frame;
  /** The stored entries that are missing from the snapshot because they cannot be read. */
  unreadable(): readonly EntryKey[];
  /**
   * Returns a snapshot with some entries replaced, which is not shown; null while there is no snapshot. The last one is
   * kept for the same array, because its lists are expensive.
   */
  withEntries(entries: readonly NewEntry[]): Snapshot | null;
  /** Shows the next contents. Returns their snapshot; null if the last contents stay. */
  show(next: MirrorContents): Snapshot | null;
}

interface Options {
  builtIn: BuiltInContent;
  /** URLs of the source site; the first is where its files are. */
  homes: readonly string[];
  pictures: PictureAddresses;
}

/** Creates the current content from the contents at the start of the server. */
export function createCurrentContent(first: MirrorContents, options: Options): CurrentContent {
  const { builtIn } = options;
  let contents = first;
  let snapshot = isShowable(contents) ? createSnapshot({ ...options, contents }) : null;
  let replaced: { entries: readonly NewEntry[]; snapshot: Snapshot } | null = null;
  return {
    snapshot: () => snapshot,
    settings: () => snapshot?.settings ?? null,
    timeZone: () => (snapshot?.settings ?? builtIn.settings).site.timeZone,
    frame: () => snapshot?.frame() ?? { settings: builtIn.settings, primary: [], footer: [] },
    unreadable: () => contents.unreadable,
    withEntries(entries) {
      if (!snapshot) return null;
      if (replaced?.entries !== entries) {
        const next = createSnapshot({ ...options, contents: withEntries(contents, entries) });
        replaced = { entries, snapshot: next };
      }
      return replaced.snapshot;
    },
    show(next) {
      // If more stored entries become unreadable, the last contents stay until WordPress has sent them again.
      if (!isShowable(next) || (snapshot && next.unreadable.length > contents.unreadable.length)) return null;
      contents = next;
      replaced = null;
      snapshot = createSnapshot({ ...options, contents });
      return snapshot;
    },
  };
}

/** Whether a site may be shown from these contents. Without its own settings, it would show the sample identity. */
function isShowable({ complete, unreadable }: MirrorContents): boolean {
  return complete && !unreadable.some(({ kind }) => kind === 'settings' || kind === 'site');
}
