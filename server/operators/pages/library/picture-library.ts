import type {
  FocalPoint,
  LibraryPicture,
  PictureDetails,
  PictureList,
} from '../../../../src/contracts/operators/picture-library.ts';
import { MAX_PICTURE_BYTES } from '../../../../src/contracts/operators/picture-library.ts';
import { WordPressWriterError, type WordPressWriter } from '../../../content/rest/wordpress-writer.ts';
import { EMBEDDED_SOURCE_CONFIG } from '../../../content/embedded/embedded-content.ts';
import { decodedPath } from '../../../content/paths/page-paths.ts';
import type { LinkResolver } from '../../../content/paths/site-links.ts';
import { imageValue } from '../../../content/normalise/normalise-picture.ts';
import { readMedia, type RawMedia } from '../../../content/values/raw-media.ts';
import { isJsonObject, type JsonObject } from '../../../../src/builder/raw-value.ts';
import { readPictureType } from '../../../media/convert-picture.ts';
import { ApiError } from '../../api/api-error.ts';
import { toApiError } from '../builder/edited-page-store.ts';
import type { EditorAccount } from '../editor-account.ts';

/** The account that reads and writes the media library. */
export type LibraryAccount = Pick<EditorAccount, 'name' | 'isOwn'> & { writer: WordPressWriter };

const PAGE_PICTURES = 24;
const FIELDS = 'id,title,source_url,alt_text,mime_type,modified_gmt,media_details,meta,acf';

/**
 * Returns a page of the media library, newest pictures first. Throws an `ApiError` if WordPress does not list them.
 */
export async function listPictures(
  library: LibraryAccount,
  links: LinkResolver,
  { search, page }: { search: string; page: number },
): Promise<PictureList> {
  try {
    const list = await library.writer.get('/wp/v2/media', {
      media_type: 'image',
      per_page: PAGE_PICTURES,
      page,
      ...(search === '' ? {} : { search }),
      _fields: FIELDS,
    });
    const entries: unknown[] = Array.isArray(list) ? list : [];
    return { pictures: picturesOf(entries, links), more: entries.length === PAGE_PICTURES };
  } catch (error) {
    // If the last page is full, WordPress rejects the request for the next one.
    if (error instanceof WordPressWriterError && error.code === 'rest_post_invalid_page_number') {
      return { pictures: [], more: false };
    }
    throw toApiError(error, library);
  }
}

function picturesOf(entries: readonly unknown[], links: LinkResolver): LibraryPicture[] {
  return entries.flatMap((raw) => {
    const media = readMedia(raw);
    return (media && toLibraryPicture(media, links)) ?? [];
  });
}

/** Returns a picture as the builder shows it; null if the site cannot show it. */
export function toLibraryPicture(media: RawMedia, links: LinkResolver): LibraryPicture | null {
  const image = imageValue(media, links);
  const title = decodedPath(media.url.split('/').at(-1) ?? '');
  const isOwn = media.url.startsWith('/') || media.url.startsWith(`${EMBEDDED_SOURCE_CONFIG.url}/`);
  const setting = isOwn ? media.url : null;
  return (
    image && {
      id: media.id,
      title,
      alt: media.alt.trim(),
      src: image.src,
      setting,
      focus: media.focus,
    }
  );
}

/**
 * Reads a picture from the media library; null if there is none with this id. Throws an `ApiError` if WordPress cannot
 * be read.
 */
export async function readPicture(
  library: LibraryAccount,
  links: LinkResolver,
  id: number,
): Promise<LibraryPicture | null> {
  try {
    const media = readMedia(await library.writer.get(`/wp/v2/media/${id}`, { _fields: FIELDS }));
    return media && toLibraryPicture(media, links);
  } catch (error) {
    if (error instanceof WordPressWriterError && error.status === 404) return null;
    throw toApiError(error, library);
  }
}

/**
 * Uploads a picture to the media library, and returns it. Throws an `ApiError` if the file is too large or no
 * picture, or if WordPress does not store it.
 */
export async function uploadPicture(
  library: LibraryAccount,
  links: LinkResolver,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<LibraryPicture> {
  if (bytes.length > MAX_PICTURE_BYTES)
    throw new ApiError(422, `This file is larger than ${MAX_PICTURE_BYTES / 1_000_000} MB.`);
  // Determined from the bytes, because the sender could claim any name and type.
  const type = await readPictureType(bytes);
  if (type === null) {
    throw new ApiError(422, `${name} is no picture that can be read. Choose a JPEG, PNG, WebP, AVIF or GIF.`);
  }
  const file = {
    name: `${plainName(name)}.${type === 'jpeg' ? 'jpg' : type}`,
    type: `image/${type}`,
    bytes: new Uint8Array(bytes),
  };
  const entry = await stored(library, () => library.writer.upload(file, {}));
  return shown(entry, links);
}

/**
 * Stores the alternative text of a picture, its focal point, or both. Calls `onStored` as soon as WordPress has stored
 * one of them. Throws an `ApiError` if WordPress does not store all that was given.
 */
export async function savePictureDetails(
  library: LibraryAccount,
  links: LinkResolver,
  id: number,
  { alt, focus }: Pick<PictureDetails, 'alt' | 'focus'>,
  onStored: () => Promise<void>,
): Promise<LibraryPicture> {
  const before = focus
    ? await stored(library, () => library.writer.get(`/wp/v2/media/${id}`, { _fields: 'id,acf' }))
    : null;
  const entry = await stored(library, () =>
    library.writer.post(`/wp/v2/media/${id}`, {
      ...(alt === undefined ? {} : { alt_text: alt }),
      ...(focus ? { meta: { focal_point: { ...focus } } } : {}),
      // An ACF field of this name takes precedence, so it must be updated too.
      ...(focus && isJsonObject(before) && isJsonObject(before.acf) && 'focal_point' in before.acf
        ? { acf: { focal_point: { ...focus } } }
        : {}),
    }),
  );
  // Without the companion plugin, WordPress accepts a focal point and does not store it.
  const isFocusLost = focus !== undefined && !isNear(readMedia(entry)?.focus ?? null, focus);
  if (alt !== undefined || !isFocusLost) await onStored();
  if (isFocusLost) {
    const outcome = alt === undefined ? 'did not store' : 'stored the text and not';
    throw new ApiError(
      422,
      `WordPress ${outcome} the focal point. Update the companion plugin and save again, or reset the focal point.`,
    );
  }
  return shown(entry, links);
}

async function stored<Answer>(library: LibraryAccount, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    throw toApiError(error, library);
  }
}

function shown(entry: JsonObject, links: LinkResolver): LibraryPicture {
  const media = readMedia(entry);
  const picture = media && toLibraryPicture(media, links);
  if (picture) return picture;
  throw new ApiError(
    503,
    'WordPress stored the picture, but the site cannot show it. Look at it in the media library of WordPress.',
  );
}

function isNear(one: FocalPoint | null, other: FocalPoint): boolean {
  return one !== null && Math.abs(one.x - other.x) < 0.001 && Math.abs(one.y - other.y) < 0.001;
}

/** Returns a file name without its extension, in characters that are safe in a header. */
function plainName(name: string): string {
  const plain = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return plain.slice(0, 80) || 'picture';
}
