import type { SiteSettings } from '../../src/contracts/site-settings.ts';
import type { PictureUrlMapper } from '../media/pictures.ts';
import type { BuiltInContent } from './built-in/built-in-content.ts';
import { createSnapshot, type SettingsAndMenus, type Snapshot } from './snapshot/snapshot.ts';
import {
  withEntries,
  type MirrorEntryKey,
  type MirrorContents,
  type NewMirrorEntry,
} from './values/mirror-contents.ts';

/** The content that the site shows at the moment. */
export interface CurrentContent {
  /** The current content; null until the source has been read completely, or while its settings cannot be read. */
  snapshot(): Snapshot | null;
  /** The site's settings; null while there is no snapshot, because the built-in settings name a sample agent. */
  settings(): SiteSettings | null;
  /** The site's time zone; the built-in one while there is no snapshot. */
  timeZone(): string;
  frame(): SettingsAndMenus;
  /** The stored entries that are missing from the snapshot because they cannot be read. */
  unreadable(): readonly MirrorEntryKey[];
  /**
   * Returns a snapshot with some entries replaced, but does not show it; null while there is no snapshot. The last
   * result is cached for its array of entries, because the lists of a snapshot are expensive to compute.
   */
  withEntries(entries: readonly NewMirrorEntry[]): Snapshot | null;
  /**
   * Shows the next contents and returns their snapshot. Returns null if the previous contents stay, because the next
   * ones are incomplete, their settings cannot be read, or more of their entries are unreadable.
   */
  show(next: MirrorContents): Snapshot | null;
}

interface Options {
  builtIn: BuiltInContent;
  /** The URLs of the site: first the source's, where its files are, then the public URL of this site if it is set. */
  homes: readonly string[];
  pictures: PictureUrlMapper;
}

/** Creates the current content from the contents that are stored when the server starts. */
export function createCurrentContent(first: MirrorContents, options: Options): CurrentContent {
  const { builtIn } = options;
  let contents = first;
  let snapshot = isShowable(contents) ? createSnapshot({ ...options, contents }) : null;
  let replaced: { entries: readonly NewMirrorEntry[]; snapshot: Snapshot } | null = null;
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

/**
 * Returns whether the site can show these contents. Without the stored settings, it would show the sample identity.
 */
function isShowable({ complete, unreadable }: MirrorContents): boolean {
  return complete && !unreadable.some(({ kind }) => kind === 'settings' || kind === 'site');
}
