import type { JsonObject } from '../../../src/builder/raw-value.ts';
import type { Category } from '../../../src/contracts/content.ts';
import { escapeHtmlText } from '../../platform/escape-html.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { MirrorContents } from '../values/mirror-contents.ts';
import { EXPORTABLE_SLUG_PATTERN } from './exported-file-names.ts';
import { EXPORTED_ID_OFFSET } from './exported-pictures.ts';
import { exportedTexts } from './exported-texts.ts';
import { postOptions } from './post-options.ts';
import { sectionFields, withPictureIds } from './section-fields.ts';

/** Yields the slug and the file content of each public post. Adds a note for each post that cannot be exported. */
export function* exportedPosts(
  contents: MirrorContents,
  snapshot: Snapshot,
  pictureId: (id: number) => number | undefined,
  local: (text: string) => string,
  notes: string[],
): Iterable<[string, unknown]> {
  const categories = new Map(snapshot.categories().map((each) => [each.id, each]));
  for (const { slug } of snapshot.posts()) {
    const post = snapshot.post(slug);
    if (!post) continue;
    if (post.locked) {
      notes.push(`The post “${post.title}” is behind a password, so it is not included.`);
      continue;
    }
    if (!EXPORTABLE_SLUG_PATTERN.test(slug)) {
      notes.push(`The post “${slug}” has other characters in its slug than a–z, 0–9 and “-”. Rename it.`);
      continue;
    }
    const data = contents.entries('post').get(String(post.id))?.data;
    yield [
      slug,
      {
        id: post.id + EXPORTED_ID_OFFSET,
        slug,
        status: 'publish',
        date: data?.date ?? post.date,
        date_gmt: post.date,
        ...exportedTexts(post, local),
        modified_gmt: post.modified,
        author: post.author,
        featured_media: pictureId(post.featuredMedia) ?? 0,
        categories: post.categories,
        tags: post.tags,
        ...postOptions(data ?? {}),
        acf: withPictureIds(post.acf, sectionFields([], new Map()), pictureId),
        _embedded: {
          author: [{ id: post.author, name: snapshot.authorName(post.author) ?? '{agent}' }],
          'wp:term': [
            post.categories.flatMap((id) => exportedCategory(id, categories)),
            post.tags.flatMap((id) => exportedTag(id, snapshot)),
          ],
        },
      },
    ];
  }
}

function exportedTag(id: number, snapshot: Snapshot): JsonObject[] {
  const tag = snapshot.term('tag', id);
  return tag ? [{ id, name: escapeHtmlText(tag.name), slug: tag.slug, taxonomy: 'post_tag' }] : [];
}

/**
 * Returns a category with its parents, each embedded as `up` like a link of the REST API. `children` are the ids of
 * the categories below it. They are not used as parents, because invalid data may contain a cycle.
 */
function exportedCategory(
  id: number,
  categories: ReadonlyMap<number, Category>,
  children: readonly number[] = [],
): JsonObject[] {
  const category = categories.get(id);
  if (!category || children.includes(id)) return [];
  const { name, slug, parent } = category;
  const up = exportedCategory(parent, categories, [...children, id]);
  const above = up.length > 0 ? { parent, _embedded: { up } } : {};
  return [{ id, name: escapeHtmlText(name), slug, taxonomy: 'category', ...above }];
}
