import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { WordPressConfig } from '../../platform/config/config.ts';
import type { NewMirrorEntry } from '../values/mirror-contents.ts';
import { MEDIA_COLLECTION } from '../mirror/collections.ts';
import { createWordPressClient, MAX_ENTRIES_PER_PAGE } from '../rest/wordpress-client.ts';
import { isJsonObject } from '../../../src/builder/raw-value.ts';

const previewSchema = z.object({
  kind: z.enum(['page', 'post']),
  /** The page or post in the REST format, with the values that `version` describes. */
  entry: z.record(z.string(), z.unknown()),
  /** The actual status, such as `draft`. */
  status: z.string(),
  /** Where the values of `entry` come from. */
  version: z.enum(['unsaved', 'autosave', 'saved']),
  /** When these values were typed or saved; ISO 8601. */
  changed: z.iso.datetime({ offset: true }),
  /** The URL of the edit screen. */
  edit_link: z.url(),
});

/** A page or post in WordPress's response for a preview. */
export type WordPressPreview = z.infer<typeof previewSchema>;

const shareSchema = z.object({ url: z.url(), expires: z.number() });

/** A link to a preview that anybody may open. `expires` is in epoch seconds. */
export type PreviewShareLink = z.infer<typeof shareSchema>;

/**
 * Reads the data for previews from the companion plugin. Every method throws a `ContentError` if WordPress cannot be
 * read; `read` and `share` throw a `ZodError` if they cannot use the response.
 */
export interface PreviewSource {
  read(token: string): Promise<WordPressPreview>;
  /** Creates a link to this version that lasts seven days, unless it is revoked in WordPress. */
  share(token: string): Promise<PreviewShareLink>;
  /** Returns the entries of these media. Ids that WordPress does not know are omitted. */
  media(ids: readonly string[]): Promise<NewMirrorEntry[]>;
}

/** Time limits in milliseconds. They are short, because an editor waits for these requests. */
const TIMING = { untilHeaders: 15_000, untilEnd: 20_000 };
/** Milliseconds before a media id that WordPress did not know is requested again. */
const UNKNOWN_MS = 10_000;
const MAX_MEDIA_ITEMS = 500;

/**
 * Creates the source of preview data. Its requests to the plugin are signed, so that only this server can make them.
 */
export function createPreviewSource(options: {
  wordpress: WordPressConfig & { secret: string };
  fetch: typeof fetch;
  now: () => number;
}): PreviewSource {
  const { wordpress, now } = options;
  const client = createWordPressClient({
    config: wordpress,
    timing: TIMING,
    fetch: options.fetch,
    onNotice: () => {},
  });
  const known = new LRUCache<string, { entry: NewMirrorEntry | null; at: number }>({ max: MAX_MEDIA_ITEMS });

  return {
    read: async (token) => previewSchema.parse(await client.get(`/lintel/v1/preview/${token}`, {})),
    share: async (token) => shareSchema.parse(await client.post(`/lintel/v1/preview/${token}/share`, {})),
    async media(ids) {
      const asked = ids.filter((id) => {
        const one = known.get(id);
        return !one || (one.entry === null && one.at < now() - UNKNOWN_MS);
      });
      const { _fields = '' } = MEDIA_COLLECTION.params;
      for (let first = 0; first < asked.length; first += MAX_ENTRIES_PER_PAGE) {
        const part = asked.slice(first, first + MAX_ENTRIES_PER_PAGE);
        const list = await client.get(MEDIA_COLLECTION.path, {
          include: part.join(','),
          per_page: MAX_ENTRIES_PER_PAGE,
          _fields,
        });
        const found = new Map(
          (Array.isArray(list) ? list : []).filter(isJsonObject).map((data) => [String(data.id), data]),
        );
        for (const id of part) {
          const data = found.get(id);
          known.set(id, { entry: data ? { kind: 'media', id, data } : null, at: now() });
        }
      }
      return ids.flatMap((id) => known.get(id)?.entry ?? []);
    },
  };
}
