import { escapeHtmlText } from '../../platform/escape-html.ts';
import type { Block } from '../../../src/builder/block.ts';
import type { Field } from '../../../src/builder/field.ts';
import { parseLayout, type Placement } from '../../../src/contracts/layout.ts';
import type { MenuLocation } from '../../../src/contracts/content.ts';
import type { BuiltInContent, BuiltInFiles } from '../built-in/built-in-content.ts';
import type { MirrorContents } from '../values/mirror-contents.ts';
import { sharedSectionPlacement } from '../resolve/shared-sections.ts';
import type { ReusableEntry, Snapshot } from '../snapshot/snapshot.ts';
import { rawSectionValue } from '../values/stored-value.ts';
import { isJsonObject, isUnset, type JsonObject } from '../../../src/builder/raw-value.ts';
import { isPublic, type RawPage } from '../values/raw-page.ts';
import { EXPORTED_ID_OFFSET, exportedPictures, withLocalPictures } from './exported-pictures.ts';
import { exportedPosts } from './exported-posts.ts';
import { exportedTexts } from './exported-texts.ts';
import { EXPORTABLE_SLUG_PATTERN, exportedFileNames, builtInPageFor } from './exported-file-names.ts';
import { mapTexts } from './picture-paths.ts';
import { shownPath } from '../built-in/snapshot-page.ts';
import { encodedPath } from '../paths/page-paths.ts';
import { sectionFields, withPictureIds, withReferencePaths } from './section-fields.ts';

/** The content of a source as files in the format of `fixtures/`. */
export interface ExportedFiles {
  /** JSON values by path, such as `pages/buy.json`. */
  files: ReadonlyMap<string, unknown>;
  /** Pictures to download: paths below `public/`, by URL in the source. */
  pictures: ReadonlyMap<string, string>;
  /** What could not be exported, each with the reason or the fix. */
  notes: readonly string[];
}

interface Options {
  snapshot: Snapshot;
  contents: MirrorContents;
  builtIn: BuiltInContent;
  builtInFiles: BuiltInFiles;
  blocks: ReadonlyMap<string, Block>;
}

/**
 * Returns the files with which a site without WordPress shows the same pages. Includes built-in pages and texts that
 * WordPress lacks, because the site shows them too. Uses the built-in originals instead of pictures that an
 * import uploaded.
 */
export function exportedFiles(options: Options): ExportedFiles {
  const { snapshot, contents, builtIn, builtInFiles, blocks } = options;
  const files = new Map<string, unknown>();
  const notes: string[] = [];
  const library = exportedPictures(contents, builtInFiles, snapshot.links.homes);
  const local = (text: string) =>
    localAddresses(withLocalPictures(text, library.paths, snapshot.links.homes), snapshot.links.homes);
  const pictureId = (id: number) => library.ids.get(id);

  const builtInPages = new Map(Object.entries(builtInFiles.pages));
  for (const [name, page] of builtInPages) files.set(`pages/${name}.json`, page);
  for (const [name, layout] of Object.entries(builtInFiles.layouts))
    files.set(`layouts/${name}.json`, layout);
  const names = exportedFileNames(snapshot, builtIn, notes);
  const entryPath = (id: number) => {
    const page = snapshot.pageOfId(id);
    return page?.isPublic
      ? encodedPath(shownPath(page, snapshot, builtIn))
      : (snapshot.postOfId(id)?.path ?? null);
  };
  // With the offset, the new site never gives a later section the id of an exported one. An edited section replaces
  // the built-in section with the same id.
  const builtInSections = new Set(Object.values(builtInFiles.sections).map(({ id }) => id));
  const sectionId = (id: number) => (builtInSections.has(id) ? id : id + EXPORTED_ID_OFFSET);
  for (const found of snapshot.pages()) {
    const known = builtInPageFor(found, snapshot, builtIn);
    const name = names.get(found.path);
    if (name === undefined) continue;
    if (found.page.locked) {
      notes.push(`“${found.page.title}” is behind a password, so it is not included.`);
      const base = builtInPages.get(name);
      if (base) files.set(`pages/${name}.json`, { ...base, status: 'private' });
      continue;
    }
    const own = parseLayout(found.page.acf.page_layout);
    for (const fault of own?.faults ?? []) notes.push(`${found.page.title} › ${fault}`);
    const placements =
      own && own.placements.length > 0
        ? own.placements.map((placement) => withSectionId(placement, sectionId))
        : null;
    const layouts = new Map<string, readonly Placement[]>(known?.layouts);
    if (placements) {
      const variant = layouts.has('content') ? 'content' : '';
      layouts.set(variant, placements);
      files.set(`layouts/${name}${variant === '' ? '' : `.${variant}`}.json`, placements);
    }
    const fields = sectionFields(layouts.values(), blocks);
    const values = exportedValues(found.page, fields, { pictureId, pathOf: entryPath, local });
    const base = builtInPages.get(name);
    const above = found.path.slice(0, found.path.lastIndexOf('/'));
    const parent = known
      ? (base?.parent ?? '')
      : (names.get(above) ?? builtIn.pages.get(above)?.name ?? above.slice(above.lastIndexOf('/') + 1));
    files.set(`pages/${name}.json`, {
      ...base,
      id: known?.page.id ?? found.page.id + EXPORTED_ID_OFFSET,
      slug: known?.page.slug ?? found.page.slug,
      parent,
      status: 'publish',
      ...exportedTexts(found.page, local),
      featured_media: pictureId(found.page.featuredMedia) ?? base?.featured_media ?? 0,
      acf: { ...(isJsonObject(base?.acf) ? base.acf : {}), ...values },
    });
  }
  for (const section of Object.values(builtInFiles.sections)) {
    files.set(`sections/${section.slug}.json`, section);
  }
  for (const { kind, page } of snapshot.reusable()) {
    const placement = kind === 'section' && isPublic(page) ? sharedSectionPlacement(page, blocks) : null;
    if (!placement) {
      if (page.status !== 'trash') notes.push(`“${page.title}” is ${whyNot(kind)}, so it is not included.`);
      continue;
    }
    const values = exportedValues(page, sectionFields([[placement]], blocks), {
      pictureId,
      pathOf: entryPath,
      local,
    });
    const slug = EXPORTABLE_SLUG_PATTERN.test(page.slug) ? page.slug : `section-${page.id}`;
    files.set(`sections/${slug}.json`, {
      id: sectionId(page.id),
      slug,
      status: 'publish',
      title: { rendered: escapeHtmlText(page.title) },
      modified: page.modified,
      acf: { ...values, page_layout: [placement] },
    });
  }
  for (const { path, page } of snapshot.hidingPages()) {
    const name = builtIn.pages.get(path)?.name;
    const base = name === undefined ? undefined : builtInPages.get(name);
    if (base)
      files.set(`pages/${name}.json`, {
        ...base,
        status: page.status === 'publish' ? 'private' : page.status,
      });
  }
  for (const [name, post] of exportedPosts(contents, snapshot, pictureId, local, notes)) {
    files.set(`posts/${name}.json`, post);
  }
  for (const location of ['primary', 'footer'] as const satisfies readonly MenuLocation[]) {
    files.set(`menus/${location}.json`, {
      ...builtInFiles.menus[location],
      items: snapshot.menu(location).items,
    });
  }
  const changed = new Set(library.items.map(({ id }) => id));
  files.set('media.json', [
    ...builtInFiles.media.filter((item) => !(isJsonObject(item) && changed.has(item.id))),
    ...library.items,
  ]);
  files.set(
    'site-settings.json',
    exportedSettings(
      snapshot,
      (address) => withLocalPictures(address, library.paths, snapshot.links.homes),
      notes,
    ),
  );
  return { files, pictures: library.downloads, notes };
}

/** Returns the placement with the id that its shared section has in the export. */
function withSectionId(placement: Placement, sectionId: (id: number) => number): Placement {
  return placement.shared === undefined ? placement : { ...placement, shared: sectionId(placement.shared) };
}

function whyNot(kind: ReusableEntry['kind']): string {
  return kind === 'template'
    ? 'a template, which is private'
    : 'a shared section without content, or unpublished';
}

/** Returns the values that are set in a page or shared section, with the ids and paths of the export. */
function exportedValues(
  { acf }: RawPage,
  fields: ReadonlyMap<string, Field>,
  to: {
    pictureId: (id: number) => number | undefined;
    /** Returns the path of a public page or post. */
    pathOf: (id: number) => string | null;
    local: (text: string) => string;
  },
): JsonObject {
  const values: Record<string, unknown> = {};
  for (const [id, field] of fields) {
    const raw = rawSectionValue(acf, id, field);
    const isSet = field.kind === 'toggle' ? typeof raw === 'boolean' : !isUnset(raw);
    if (isSet) values[id] = mapTexts(withoutEmpty(raw), to.local);
  }
  if (typeof acf.layout_variant === 'string' && acf.layout_variant !== '') {
    values.layout_variant = acf.layout_variant;
  }
  return withReferencePaths(withPictureIds(values, fields, to.pictureId), fields, to.pathOf);
}

/** Removes null and empty properties of rows and links, which ACF adds. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      each === null || each === '' ? [] : [[name, withoutEmpty(each)]],
    ),
  );
}

/** Replaces URLs of the WordPress site with paths, except the URLs of its files. */
function localAddresses(text: string, homes: readonly string[]): string {
  return homes
    .filter((home) => home !== '')
    .reduce((result, home) => {
      const escapedHome = home.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      // Without a slash after it, the URL counts as a link if it is in quotes, is the whole text, or has a query or
      // fragment.
      const bare = String.raw`(?<=(["']))${escapedHome}(?=\1)|^${escapedHome}$|${escapedHome}(?=[?#]\w)`;
      return result
        .replace(new RegExp(bare, 'g'), '/')
        .replace(new RegExp(`${escapedHome}(?=/(?!wp-(?:content|includes)/))`, 'g'), '');
    }, text);
}

/** Returns the settings with the paths of exported pictures. Adds a note for each other file of WordPress. */
function exportedSettings({ settings, links }: Snapshot, local: (text: string) => string, notes: string[]) {
  const { agent, brokerage, seo } = settings;
  const picture = (key: string, address: string): string => {
    const exported = local(address);
    const url = URL.parse(exported, links.homes[0]);
    if (url?.pathname.startsWith('/wp-content/')) {
      notes.push(
        `Site settings › ${key}: “${address}” is no picture of the media library. Write the address of one there.`,
      );
    }
    return exported;
  };
  return {
    ...settings,
    agent: { ...agent, ...(agent.portrait && { portrait: picture('agent.portrait', agent.portrait) }) },
    brokerage: { ...brokerage, logo: picture('brokerage.logo', brokerage.logo) },
    seo: { ...seo, shareImage: picture('seo.shareImage', seo.shareImage) },
  };
}
