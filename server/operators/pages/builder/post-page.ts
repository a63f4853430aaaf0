import { WordPressWriterError, type WordPressWriter } from '../../../content/rest/wordpress-writer.ts';
import { LAYOUT_ENTRY_ROUTES, type LayoutEntryKind } from '../../../content/rest/layout-entry-routes.ts';
import { isJsonObject, isUnset, type JsonObject } from '../../../../src/builder/raw-value.ts';

interface SavedEntry {
  /** The page in WordPress's response. */
  entry: JsonObject;
  /** What WordPress did not store, and how to fix it; null if everything was stored. */
  fault: string | null;
}

/**
 * Creates (`id` is null) or changes a page, shared section or template in WordPress. ACF and SCF silently drop values
 * without a field. With an older companion plugin, the fields of new sections exist only after the layout is stored,
 * so dropped values are sent a second time. Throws a `WordPressWriterError` if WordPress refuses the page.
 */
export async function postPage(
  writer: Pick<WordPressWriter, 'post'>,
  { kind, id }: { kind: LayoutEntryKind; id: number | null },
  body: JsonObject & { acf: JsonObject },
): Promise<SavedEntry> {
  const route = LAYOUT_ENTRY_ROUTES[kind];
  const entry = await writer.post(id === null ? route : `${route}/${id}`, body);
  const lost = lostValues(body.acf, entry);
  if (!lost) return { entry, fault: null };
  if (!('acf' in entry)) {
    return {
      entry,
      fault:
        'WordPress did not store the sections, because the companion plugin is not active. Activate it, then save again.',
    };
  }
  const names = Object.keys(lost).join(', ');
  try {
    const again = await writer.post(`${route}/${Number(entry.id)}`, { acf: lost });
    const still = lostValues(lost, again);
    const words = still && `WordPress did not store ${Object.keys(still).join(', ')}. `;
    return { entry: again, fault: words && `${words}Update the companion plugin, then save again.` };
  } catch (error) {
    if (!(error instanceof WordPressWriterError)) throw error;
    return { entry, fault: `WordPress did not store ${names}: ${error.message} Save again.` };
  }
}

/** Returns the values that are missing from the response; null if it contains all of them. */
function lostValues(sent: JsonObject, { acf }: JsonObject): JsonObject | null {
  const stored = isJsonObject(acf) ? acf : {};
  const lost = Object.entries(sent).filter(([id, value]) => !isUnset(value) && !(id in stored));
  return lost.length > 0 ? Object.fromEntries(lost) : null;
}
