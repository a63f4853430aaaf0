import { isDeepStrictEqual } from 'node:util';
import type { Block } from '../../../src/builder/block.ts';
import type { Field } from '../../../src/builder/field.ts';
import { withoutPlacementDefaults } from '../../../src/contracts/layout.ts';
import type { Taxonomy } from '../../../src/contracts/post-listing.ts';
import {
  createBuiltInContent,
  type BuiltInContent,
  type BuiltInFiles,
} from '../built-in/built-in-content.ts';
import { htmlToText, htmlToSpacedText } from '../values/html-text.ts';
import { readMedia } from '../values/raw-media.ts';
import { isUnset, type JsonObject } from '../../../src/builder/raw-value.ts';
import { missingTermActions, readBuiltInPost } from './built-in-post.ts';
import { comparableValue } from './comparable-value.ts';
import {
  IMPORT_ACTION_CAPABILITIES,
  type ExistingEntry,
  type ExistingContent,
  type ImportAction,
  type ImportPlan,
} from './import-actions.ts';
import { mapTexts, pathsInTexts, withPictureUrls } from './picture-paths.ts';
import { pictureIds, sectionFields, withPictureIds, withSharedSectionIds } from './section-fields.ts';
import { frontPageActions, menuActions, settingsActions } from './site-wide-actions.ts';
import { builtInPictureSlug } from './upload-built-in-picture.ts';

/**
 * Plans an import. Nothing that an editor wrote is changed: existing pages and posts only get values for empty
 * fields. `project` is the built-in content of the running code; the layout of a page is imported only if it differs
 * from the one in `project`. Demonstration and test pages are omitted unless `withDemos` is set.
 */
export function planImport(
  existing: ExistingContent,
  files: BuiltInFiles,
  project: BuiltInContent,
  blocks: ReadonlyMap<string, Block>,
  { withDemos = false }: { withDemos?: boolean } = {},
): ImportPlan {
  const content = createBuiltInContent(files);
  const kept: string[] = [];
  const pages: ImportAction[] = [];
  const used = new Set<number>();
  const pictures = mediaOf(files);
  const idsByPath = new Map([...pictures].map(([id, { url }]) => [url, id]));
  const addPicturesIn = (texts: unknown) => {
    for (const path of pathsInTexts(texts)) {
      const id = idsByPath.get(path);
      if (id !== undefined) used.add(id);
    }
  };
  const ids = new Map<number, number>();
  const urls = new Map<string, string>();
  for (const [id, { slug, url }] of pictures) {
    const there = existing.pictures.get(slug);
    if (!there) continue;
    ids.set(id, there.id);
    if (there.url !== '') urls.set(url, there.url);
  }

  const known = new Map<number, number>();
  const shared: ImportAction[] = [];
  for (const section of Object.values(files.sections)) {
    const there = existing.sections.get(section.slug);
    if (there !== undefined) {
      known.set(section.id, there);
      continue;
    }
    const { page_layout: layout, ...values } = section.acf;
    const sections = sectionFields([layout], blocks);
    for (const id of pictureIds(values, sections)) used.add(id);
    addPicturesIn(values);
    const title = htmlToText(section.title.rendered);
    const stored = { ...values, page_layout: JSON.stringify(layout.map(withoutPlacementDefaults)) };
    shared.push({ kind: 'section', id: section.id, slug: section.slug, title, values: stored, sections });
  }
  const inWordPress: StoredContent = {
    idOf: (id) => ids.get(id),
    sharedId: (id) => known.get(id),
    moved: (text) => withPictureUrls(text, urls),
  };

  const demos: string[] = [];
  for (const [path, { page, layouts, demo }] of [...content.pages].sort(byDepth)) {
    if (demo && !withDemos) {
      demos.push(path);
      continue;
    }
    const sections = sectionFields(layouts.values(), blocks);
    const wanted = { ...page.acf, ...ownLayout(path, content, project) };
    const own = existing.pages.find(({ at }) => at === path);
    // In WordPress, a page whose file is named after its slug may be at the top level, without its parent. Other
    // pages are found at their own path only.
    const top = path !== '/' && content.paths.get(page.slug) === path ? `/${page.slug}` : null;
    const found = own ?? existing.pages.find(({ at }) => at === top);
    if (found && found.status !== 'publish') {
      kept.push(
        `${path}: WordPress has this page in the state “${found.status}”. Publish or delete it first.`,
      );
      continue;
    }
    const values = found ? missingValues(found, wanted, sections, inWordPress, kept) : wanted;
    if (found) keepOwnText(found, page, kept);
    if (found && Object.keys(values).length === 0) continue;
    for (const id of pictureIds(values, sections)) used.add(id);
    addPicturesIn(found ? values : [values, page.content]);
    if (!found && page.featuredMedia > 0) used.add(page.featuredMedia);
    const parent = path.slice(0, path.lastIndexOf('/'));
    pages.push({
      kind: 'page',
      path,
      slug: page.slug,
      parent,
      existing: found?.id ?? null,
      fields: textsOf(page),
      values,
      sections,
    });
  }

  const terms = new Map<string, ImportAction>();
  const posts: ImportAction[] = [];
  const postFields = sectionFields([], blocks);
  for (const { data } of content.contents.entries('post').values()) {
    const post = readBuiltInPost(data);
    const found = existing.posts.find(({ at }) => at === post.slug);
    if (found && found.status !== 'publish') {
      kept.push(
        `“${post.slug}”: WordPress has this post in the state “${found.status}”. Publish or delete it first.`,
      );
      continue;
    }
    if (found && found.title !== post.fields.title)
      kept.push(`The post “${post.slug}” has another title in WordPress.`);
    const values = found ? missingValues(found, post.acf, postFields, inWordPress, kept) : post.acf;
    if (found && Object.keys(values).length === 0) continue;
    for (const id of pictureIds(values, postFields)) used.add(id);
    addPicturesIn(found ? values : [values, post.fields.content]);
    if (!found && post.fields.picture > 0) used.add(post.fields.picture);
    if (!found) {
      for (const term of missingTermActions(post.named, existing)) {
        const key = `${term.taxonomy} ${term.slug}`;
        if (!terms.has(key)) terms.set(key, term);
      }
    }
    const slugs = (taxonomy: Taxonomy) =>
      post.named.filter((each) => each.taxonomy === taxonomy).map(({ slug }) => slug);
    posts.push({
      kind: 'post',
      slug: post.slug,
      existing: found?.id ?? null,
      fields: post.fields,
      values,
      terms: { categories: slugs('categories'), tags: slugs('tags') },
    });
  }

  const settings = settingsActions(existing.settings, content.settings, inWordPress.moved, kept);
  addPicturesIn(settings);
  const uploads = [...used]
    .sort((a, b) => a - b)
    .flatMap((id): ImportAction[] => {
      const picture = pictures.get(id);
      return picture && !existing.pictures.has(picture.slug) ? [{ kind: 'picture', id, ...picture }] : [];
    });
  const all = [
    ...uploads,
    ...terms.values(),
    ...shared,
    ...pages,
    ...posts,
    ...settings,
    ...menuActions(existing, content, kept),
    ...frontPageActions(existing, content),
  ];
  const refused = new Set<string>();
  const actions = all.filter(({ kind }) => {
    const { capability, role } = IMPORT_ACTION_CAPABILITIES[kind];
    if (existing.may.has(capability)) return true;
    const count = all.filter((each) => each.kind === kind).length;
    refused.add(
      `${count} × ${kind}: the account lacks ${capability}. Use an account with the role ${role}, at least for the import.`,
    );
    return false;
  });
  return {
    actions,
    pictures: ids,
    pictureUrls: urls,
    sharedSections: known,
    kept,
    demos,
    refused: [...refused],
  };
}

/** Returns the pictures of the built-in content by id. */
function mediaOf(files: BuiltInFiles) {
  const pictures = new Map<number, { slug: string; url: string; alt: string; width: number }>();
  for (const item of files.media) {
    const media = readMedia(item);
    if (!media) continue;
    const { id, url, alt, width } = media;
    pictures.set(id, { slug: builtInPictureSlug(url), url, alt, width });
  }
  return pictures;
}

/**
 * Returns `page_layout` if the imported layout differs from the built-in one of the running code; otherwise an empty
 * object.
 */
function ownLayout(path: string, content: BuiltInContent, project: BuiltInContent): JsonObject {
  const layouts = content.pages.get(path)?.layouts ?? new Map();
  const known = project.pages.get(path)?.layouts ?? new Map();
  const layout = layouts.get('content') ?? layouts.get('');
  if (!layout || isDeepStrictEqual(layout, known.get('content') ?? known.get(''))) return {};
  return { page_layout: JSON.stringify(layout.map(withoutPlacementDefaults)) };
}

/** What WordPress has of the built-in content, to compare values with. */
interface StoredContent {
  /** Returns the id of a picture in WordPress. */
  idOf: (id: number) => number | undefined;
  /** Returns the id of a shared section in WordPress. */
  sharedId: (id: number) => number | undefined;
  /** Returns a text in which the paths of built-in pictures are replaced by their URLs in WordPress. */
  moved: (text: string) => string;
}

/**
 * Returns the values that an existing entry lacks. Adds a message to `kept` for each value that differs from the
 * wanted one.
 */
function missingValues(
  found: ExistingEntry,
  wanted: JsonObject,
  sections: ReadonlyMap<string, Field>,
  { idOf, sharedId, moved }: StoredContent,
  kept: string[],
): JsonObject {
  const missing: Record<string, unknown> = {};
  for (const [id, value] of Object.entries(wanted)) {
    const theirs = found.acf[id];
    const isSet = sections.get(id)?.kind === 'toggle' ? typeof theirs === 'boolean' : !isUnset(theirs);
    if (!isSet) {
      const isValue =
        value === false ? sections.get(id)?.kind === 'toggle' : comparableValue(value) !== undefined;
      if (isValue) missing[id] = value;
      continue;
    }
    const ours =
      id === 'page_layout'
        ? withSharedSectionIds(value, sharedId)
        : mapTexts(withPictureIds({ [id]: value }, sections, idOf)[id], moved);
    if (!isDeepStrictEqual(comparableValue(theirs), comparableValue(ours))) {
      kept.push(`${found.title} › ${id} has another value in WordPress.`);
    }
  }
  return missing;
}

function keepOwnText(found: ExistingEntry, page: { title: string; content: string }, kept: string[]): void {
  if (found.title !== page.title)
    kept.push(`${found.title}: is called “${page.title}” in the built-in content.`);
  if (htmlToSpacedText(found.content) !== htmlToSpacedText(page.content)) {
    kept.push(`${found.title}: has another text of its own in WordPress.`);
  }
}

function textsOf(page: {
  title: string;
  content: string;
  excerpt: string;
  status: string;
  featuredMedia: number;
}) {
  return {
    title: page.title,
    content: page.content,
    excerpt: htmlToText(page.excerpt),
    status: page.status,
    picture: page.featuredMedia,
  };
}

function byDepth([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one.split('/').length - other.split('/').length || (one < other ? -1 : 1);
}
