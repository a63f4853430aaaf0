import path from 'node:path';
import type { Field } from '../../../../src/builder/field.ts';
import type { Placement } from '../../../../src/contracts/layout.ts';
import type { SectionValues } from '../../../../src/contracts/operators/page-builder.ts';
import type { Content } from '../../../content/content.ts';
import { sectionFields, mapPictures } from '../../../content/moving/section-fields.ts';
import {
  builtInPictureSlug,
  uploadBuiltInPicture,
  type BuiltInPicture,
} from '../../../content/moving/upload-built-in-picture.ts';
import type { WordPressWriter } from '../../../content/rest/wordpress-writer.ts';
import { PROJECT_ROOT } from '../../../platform/root.ts';
import type { EditorAccount } from '../editor-account.ts';
import { toApiError } from './edited-page-store.ts';

const PICTURE_FOLDERS: readonly string[] = [path.join(PROJECT_ROOT, 'public')];

/**
 * Returns a built-in value of a field with its picture ids made negative, because WordPress may use the same ids for
 * other pictures.
 */
export function withNegativePictureIds(raw: unknown, field: Field): unknown {
  const negative = (id: unknown) => (typeof id === 'number' ? -id : id);
  return mapPictures({ raw }, new Map([['raw', field]]), negative)['raw'];
}

interface Target {
  content: Pick<Content, 'blocks' | 'builtIn'>;
  /** The account that `writer` uses. */
  account: Pick<EditorAccount, 'isOwn' | 'name'>;
  writer: Pick<WordPressWriter, 'list' | 'upload'>;
}

/**
 * Returns section values in which the negative ids of built-in pictures are replaced by ids of WordPress. Pictures that
 * it does not have yet are uploaded. Throws an `ApiError` if WordPress does not store one.
 */
export async function uploadBuiltInPicturesInValues(
  values: SectionValues,
  layout: readonly Placement[],
  { content, account, writer }: Target,
): Promise<SectionValues> {
  const fields = sectionFields([layout], content.blocks);
  const used = new Set<number>();
  const isBuiltIn = (raw: unknown): raw is number => typeof raw === 'number' && raw < 0;
  mapPictures(values, fields, (raw) => {
    if (isBuiltIn(raw)) used.add(raw);
    return raw;
  });
  if (used.size === 0) return values;
  const ids = new Map<unknown, number>();
  try {
    for (const id of used) {
      const picture = content.builtIn.media.get(-id);
      if (picture) ids.set(id, await storedPicture(picture, writer));
    }
  } catch (error) {
    throw toApiError(error, account);
  }
  return mapPictures(values, fields, (raw) => (isBuiltIn(raw) ? ids.get(raw) : raw));
}

/** Returns the id of a built-in picture in WordPress. Uploads the picture if WordPress does not have it. */
async function storedPicture(picture: BuiltInPicture, writer: Target['writer']): Promise<number> {
  const slug = builtInPictureSlug(picture.url);
  const found = await writer.list('/wp/v2/media', { slug, _fields: 'id,slug' });
  const stored = found.find((each) => each.slug === slug);
  if (stored) return Number(stored.id);
  return (await uploadBuiltInPicture(writer, picture, PICTURE_FOLDERS)).id;
}
