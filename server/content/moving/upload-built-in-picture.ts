import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import type { JsonObject } from '../../../src/builder/raw-value.ts';
import { readPictureType } from '../../media/convert-picture.ts';
import { WordPressWriterError, type WordPressWriter } from '../rest/wordpress-writer.ts';
import { asSentence } from '../../platform/as-sentence.ts';
import type { RawMedia } from '../values/raw-media.ts';

/** A picture of the built-in content. Its URL is a path below one of the picture folders. */
export type BuiltInPicture = Pick<RawMedia, 'url' | 'alt' | 'width'>;

/** A picture that was uploaded to WordPress, with its id and its file's URL there. */
export interface UploadedPicture {
  id: number;
  url: string;
}

/** The error if the file of a picture is missing or unusable. Another attempt with the same files fails, too. */
export class PictureFileError extends WordPressWriterError {
  override name = 'PictureFileError';
}

/** Returns the slug under which a built-in picture is stored in WordPress, so that it is uploaded only once. */
export function builtInPictureSlug(url: string): string {
  const name = url.slice(url.lastIndexOf('/') + 1).replace(/\.[a-z0-9]+$/i, '');
  return `lintel-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

/**
 * Uploads a built-in picture to WordPress. Throws a `PictureFileError` if none of `folders` has its file, or if the
 * first file found is not a picture, and a `WordPressWriterError` if WordPress does not store it.
 */
export async function uploadBuiltInPicture(
  writer: Pick<WordPressWriter, 'upload'>,
  { url, alt, width }: BuiltInPicture,
  folders: readonly string[],
): Promise<UploadedPicture> {
  const slug = builtInPictureSlug(url);
  const file = await pictureFile({ url, slug, width }, folders);
  const entry = await writer.upload(file, { slug, title: slug, alt_text: alt });
  return uploadedPicture(entry);
}

/** Reads a picture from an entry of WordPress's media library. Its URL is empty if WordPress did not send one. */
export function uploadedPicture({ id, source_url: url }: JsonObject): UploadedPicture {
  return { id: Number(id), url: typeof url === 'string' ? url : '' };
}

/** Returns the file of a picture. SVG drawings become PNG, because WordPress does not accept SVG. */
async function pictureFile(
  { url, slug, width }: { url: string; slug: string; width: number },
  folders: readonly string[],
): Promise<{ name: string; type: string; bytes: Uint8Array<ArrayBuffer> }> {
  for (const folder of folders) {
    const source = await readFile(path.join(folder, url)).catch(() => null);
    if (!source) continue;
    if (url.toLowerCase().endsWith('.svg')) {
      const drawn = await renderAsync(source, { fitTo: { mode: 'width', value: width } }).catch(
        (error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          throw new PictureFileError(asSentence(`The file of ${url} is no SVG that can be drawn: ${reason}`));
        },
      );
      return { name: `${slug}.png`, type: 'image/png', bytes: new Uint8Array(drawn.asPng()) };
    }
    const type = await readPictureType(source);
    if (type === null) throw new PictureFileError(`The file of ${url} is no picture that WordPress takes.`);
    const ending = type === 'jpeg' ? 'jpg' : type;
    return { name: `${slug}.${ending}`, type: `image/${type}`, bytes: new Uint8Array(source) };
  }
  throw new PictureFileError(`The file of ${url} is not in ${folders.join(' or ')}.`);
}
