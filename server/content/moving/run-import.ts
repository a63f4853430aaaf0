import type { Field } from '../../../src/builder/field.ts';
import type { JsonObject } from '../../../src/builder/raw-value.ts';
import type { MenuItem } from '../../../src/contracts/content.ts';
import type { Taxonomy } from '../../../src/contracts/post-listing.ts';
import {
  IMPORT_ACTION_CAPABILITIES,
  type ExistingContent,
  type ImportAction,
  type ImportPlan,
} from './import-actions.ts';
import { mapTexts, withPictureUrls } from './picture-paths.ts';
import { sectionFields, withPictureIds, withSharedSectionIds } from './section-fields.ts';
import { PictureFileError, uploadBuiltInPicture } from './upload-built-in-picture.ts';
import { LAYOUT_ENTRY_ROUTES } from '../rest/layout-entry-routes.ts';
import { WordPressWriterError, type WordPressWriter } from '../rest/wordpress-writer.ts';

/** Called before each action. `done` is the number of finished actions, `action` describes the next one. */
export type ImportProgressHandler = (done: number, total: number, action: string) => void;

interface Options {
  plan: ImportPlan;
  existing: ExistingContent;
  writer: WordPressWriter;
  /** Folders that are searched for picture files, such as `public/`. */
  folders: readonly string[];
  onProgress: ImportProgressHandler;
  /** Interrupts the import after the running action. `runImport` then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Ids in WordPress: of the content before the import, and of what the import has created so far. */
interface Made {
  /** By id in the built-in content. */
  pictures: Map<number, number>;
  /** URLs of these pictures, by path in the built-in content. */
  pictureUrls: Map<string, string>;
  /** By id in the built-in content. */
  sections: Map<number, number>;
  /** By path. */
  pages: Map<string, number>;
  terms: Record<Taxonomy, Map<string, number>>;
}

/**
 * Carries out an import. Returns warnings, including one for each picture whose file is missing or unusable. If
 * WordPress refuses a step, throws a `WordPressWriterError` that names the step and, after a 401 or 403, the needed
 * capability; the next import continues from there.
 */
export async function runImport(options: Options): Promise<string[]> {
  const { plan, existing, writer } = options;
  const made: Made = {
    pictures: new Map(plan.pictures),
    pictureUrls: new Map(plan.pictureUrls),
    sections: new Map(plan.sharedSections),
    pages: new Map(existing.pages.map(({ at, id }) => [at, id])),
    terms: { categories: new Map(existing.categories), tags: new Map(existing.tags) },
  };
  const warnings: string[] = [];
  for (const [index, action] of plan.actions.entries()) {
    options.signal?.throwIfAborted();
    options.onProgress(index, plan.actions.length, describeImportAction(action));
    try {
      await carryOut(action, writer, made, options.folders, warnings);
    } catch (error) {
      if (error instanceof PictureFileError) {
        warnings.push(
          `${describeImportAction(action)}: ${error.message} Add the picture in WordPress where it is missing.`,
        );
        continue;
      }
      if (!(error instanceof WordPressWriterError)) throw error;
      const { capability, role } = IMPORT_ACTION_CAPABILITIES[action.kind];
      const refused = error.status === 401 || error.status === 403;
      throw new WordPressWriterError(
        `${describeImportAction(action)}: ${error.message}` +
          (refused ? ` The account needs ${capability}: give it the role ${role}.` : '') +
          ' Run the import again to continue.',
        error.status,
        error.code,
      );
    }
  }
  return warnings;
}

/** Describes an action to the person who runs the import. */
export function describeImportAction(action: ImportAction): string {
  switch (action.kind) {
    case 'picture':
      return `upload the picture ${action.slug}`;
    case 'term':
      return `create the ${action.taxonomy === 'tags' ? 'tag' : 'category'} “${action.name}”`;
    case 'section':
      return `create the shared section “${action.title}”`;
    case 'page': {
      const count = Object.keys(action.values).length;
      const values = `${count} ${count === 1 ? 'value' : 'values'}`;
      return action.existing === null
        ? `create the page ${action.path} with ${values}`
        : `fill in ${values} of the page ${action.path}`;
    }
    case 'post':
      return action.existing === null
        ? `create the post “${action.slug}”`
        : `fill in ${Object.keys(action.values).length} values of the post “${action.slug}”`;
    case 'settings':
      return `set the site settings ${Object.keys(action.settings).join(', ')}`;
    case 'menu':
      return `create the menu “${action.location}” with ${action.items.length} items`;
    case 'front page':
      return 'choose the page “home” as the front page';
  }
}

async function carryOut(
  action: ImportAction,
  writer: WordPressWriter,
  made: Made,
  folders: readonly string[],
  warnings: string[],
): Promise<void> {
  switch (action.kind) {
    case 'picture': {
      const { id, url } = await uploadBuiltInPicture(writer, action, folders);
      made.pictures.set(action.id, id);
      if (url !== '') made.pictureUrls.set(action.url, url);
      return;
    }
    case 'term': {
      const { taxonomy, name, slug } = action;
      const parent = action.parent === null ? undefined : made.terms[taxonomy].get(action.parent);
      const above = parent === undefined ? {} : { parent };
      const { id } = await writer.post(`/wp/v2/${taxonomy}`, { name, slug, ...above });
      made.terms[taxonomy].set(slug, Number(id));
      return;
    }
    case 'section': {
      const { slug, title, values, sections } = action;
      const acf = withUploadedPictures(values, sections, made);
      const { id } = await writer.post(LAYOUT_ENTRY_ROUTES.section, { slug, title, status: 'publish', acf });
      made.sections.set(action.id, Number(id));
      return;
    }
    case 'page':
      return writePage(action, writer, made, warnings);
    case 'post':
      return writePost(action, writer, made);
    case 'settings':
      await writer.post(
        '/lintel/v1/site-settings',
        mapTexts(action.settings, (text) => withPictureUrls(text, made.pictureUrls)),
      );
      return;
    case 'menu':
      return writeMenu(action, writer);
    case 'front page': {
      const page = made.pages.get(action.path);
      if (page === undefined) throw new WordPressWriterError('The page was not made.');
      await writer.post('/wp/v2/settings', { show_on_front: 'page', page_on_front: page });
    }
  }
}

/** Returns section values with the ids and URLs that pictures have in WordPress. */
function withUploadedPictures(
  values: JsonObject,
  sections: ReadonlyMap<string, Field>,
  { pictures, pictureUrls }: Made,
): Record<string, unknown> {
  return mapTexts(
    withPictureIds(values, sections, (id) => pictures.get(id)),
    (text) => withPictureUrls(text, pictureUrls),
  );
}

async function writePage(
  action: Extract<ImportAction, { kind: 'page' }>,
  writer: WordPressWriter,
  made: Made,
  warnings: string[],
): Promise<void> {
  const { path: at, slug, parent, values, sections } = action;
  const { picture, ...fields } = action.fields;
  let id = action.existing;
  if (id === null) {
    const page = await writer.post('/wp/v2/pages', {
      ...fields,
      content: withPictureUrls(fields.content, made.pictureUrls),
      slug,
      parent: made.pages.get(parent) ?? 0,
      featured_media: made.pictures.get(picture) ?? 0,
    });
    id = Number(page.id);
    made.pages.set(at, id);
    if (page.slug !== slug) {
      warnings.push(
        `${at}: WordPress named it “${String(page.slug)}”, because “${slug}” is taken. Rename it.`,
      );
    }
  }
  // The values are written in a second request, because the companion plugin registers ACF fields per existing page.
  const acf = withUploadedPictures(values, sections, made);
  if (acf.page_layout !== undefined) {
    acf.page_layout = withSharedSectionIds(acf.page_layout, (section) => made.sections.get(section));
  }
  if (Object.keys(acf).length > 0) await writer.post(`/wp/v2/pages/${id}`, { acf });
}

async function writePost(
  action: Extract<ImportAction, { kind: 'post' }>,
  writer: WordPressWriter,
  made: Made,
): Promise<void> {
  const { picture, ...fields } = action.fields;
  const acf = withUploadedPictures(action.values, sectionFields([], new Map()), made);
  const values = Object.keys(acf).length > 0 ? { acf } : {};
  if (action.existing !== null) {
    await writer.post(`/wp/v2/posts/${action.existing}`, values);
    return;
  }
  const ids = (taxonomy: Taxonomy) =>
    action.terms[taxonomy].flatMap((slug) => made.terms[taxonomy].get(slug) ?? []);
  await writer.post('/wp/v2/posts', {
    ...fields,
    content: withPictureUrls(fields.content, made.pictureUrls),
    ...values,
    slug: action.slug,
    categories: ids('categories'),
    tags: ids('tags'),
    featured_media: made.pictures.get(picture) ?? 0,
  });
}

/**
 * Creates a menu and assigns it last, so that visitors never see an incomplete one. If an earlier import was
 * interrupted, adds the items that its menu lacks.
 */
async function writeMenu(
  { location, items }: Extract<ImportAction, { kind: 'menu' }>,
  writer: WordPressWriter,
): Promise<void> {
  const slug = `lintel-${location}`;
  const [begun] = await writer.list('/wp/v2/menus', { slug, context: 'edit', _fields: 'id' });
  const name = location === 'primary' ? 'Primary (imported)' : 'Footer (imported)';
  const menu = Number((begun ?? (await writer.post('/wp/v2/menus', { name, slug }))).id);
  const there = await writer.list('/wp/v2/menu-items', {
    menus: menu,
    context: 'edit',
    _fields: 'id,title,parent,menu_order',
  });
  let order = 0;
  const add = async (children: readonly MenuItem[], parent: number): Promise<void> => {
    for (const { title, url, target, classes, children: below } of children) {
      order += 1;
      const known = there.find((item) => Number(item.menu_order) === order);
      const item =
        known ??
        (await writer.post('/wp/v2/menu-items', {
          menus: menu,
          title,
          // A drop-down's heading has no link, but WordPress requires a URL.
          url: url === '' ? '#' : url,
          type: 'custom',
          status: 'publish',
          parent,
          menu_order: order,
          target,
          classes,
        }));
      await add(below, Number(item.id));
    }
  };
  await add(items, 0);
  await writer.post(`/wp/v2/menus/${menu}`, { locations: [location] });
}
