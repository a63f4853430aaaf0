import type { BuiltInFiles } from '../built-in/built-in-content.ts';
import type { MirrorContents } from '../values/mirror-contents.ts';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import { builtInPictureSlug } from './upload-built-in-picture.ts';

/** Added to the ids of the source, so that they do not collide with the ids of the built-in content. */
export const EXPORTED_ID_OFFSET = 1_000_000;

/** Matches the URL of a picture in a text: an absolute URL, or a path below `/wp-content/`. */
const PICTURE_ADDRESS =
  /(?:https?:\/\/[^\s"'<>()]+|\/wp-content\/[^\s"'<>()]+)\.(?:jpe?g|png|gif|webp|avif|svg)\b/gi;

/**
 * Replaces the URLs of media library pictures, and of their smaller copies, with the paths of the exported files.
 * `paths` has these paths by the URL of the original file. If a URL was replaced, also removes all `srcset` and `sizes`
 * attributes, because smaller copies are not exported.
 */
export function withLocalPictures(
  text: string,
  paths: ReadonlyMap<string, string>,
  homes: readonly string[],
): string {
  let found = false;
  const replaced = text.replaceAll(PICTURE_ADDRESS, (address) => {
    const path = paths.get(originalFile(URL.parse(address, homes[0])?.href ?? address));
    found ||= path !== undefined;
    return path ?? address;
  });
  return found ? replaced.replaceAll(/\s(?:srcset|sizes)="[^"]*"/g, '') : text;
}

/** Returns the URL of a picture's original file, without the suffix that WordPress appends for a smaller copy. */
function originalFile(address: string): string {
  return address.replace(/(?:-scaled|-\d+x\d+)(?=\.[a-z]+$)/i, '');
}

/**
 * Returns the pictures of the media library: their `ids` in the export by id in the source, the files to download
 * (`downloads`: path below `public/` by URL), the `paths` by URL of the original file, and the `items` for
 * `media.json`. A picture that an import uploaded gets the id and path of the built-in original. Other pictures are
 * omitted if they have no dimensions.
 */
export function exportedPictures(
  contents: MirrorContents,
  builtInFiles: BuiltInFiles,
  homes: readonly string[],
) {
  const ids = new Map<number, number>();
  const downloads = new Map<string, string>();
  /** The paths of the exported files, by the URL of the original file in WordPress. */
  const paths = new Map<string, string>();
  const items: JsonObject[] = [];
  const builtIn = new Map<string, number>();
  const builtInPaths = new Map<number, string>();
  for (const item of builtInFiles.media) {
    if (isJsonObject(item) && typeof item.source_url === 'string') {
      builtIn.set(builtInPictureSlug(item.source_url), Number(item.id));
      builtInPaths.set(Number(item.id), item.source_url);
    }
  }
  for (const { id, data } of contents.entries('media').values()) {
    const { source_url: url, alt_text: alt, media_details: details } = data;
    if (typeof url !== 'string' || !isJsonObject(details)) continue;
    // The embedded source has the built-in picture itself, perhaps with another alternative text.
    if (builtInPaths.get(Number(id)) === url) {
      ids.set(Number(id), Number(id));
      items.push(data);
      continue;
    }
    const name = url.slice(url.lastIndexOf('/') + 1);
    // WordPress appends "-scaled" to the name of a large picture. It also appends a number if the name is taken; such
    // a picture is not recognized as imported.
    const imported = builtIn.get(name.replace(/(-scaled)?\.[a-z]+$/i, ''));
    if (imported !== undefined) {
      ids.set(Number(id), imported);
      paths.set(originalFile(URL.parse(url, homes[0])?.href ?? url), builtInPaths.get(imported) ?? url);
      continue;
    }
    const address = URL.parse(url, homes[0]);
    if (!address || !(Number(details.width) > 0) || !(Number(details.height) > 0)) continue;
    const path = `/pictures/${id}-${name.replace(/[^\w.-]/g, '')}`;
    downloads.set(address.href, path);
    paths.set(originalFile(address.href), path);
    ids.set(Number(id), Number(id) + EXPORTED_ID_OFFSET);
    items.push({
      id: Number(id) + EXPORTED_ID_OFFSET,
      source_url: path,
      alt_text: alt ?? '',
      media_details: { width: Number(details.width), height: Number(details.height) },
    });
  }
  return { ids, downloads, paths, items };
}
