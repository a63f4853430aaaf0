import { isUnset } from '../../../../src/builder/raw-value.ts';
import type { Placement } from '../../../../src/contracts/layout.ts';
import type { CanvasContent, SectionValues } from '../../../../src/contracts/operators/page-builder.ts';
import type { Content } from '../../../content/content.ts';
import type { NewMirrorEntry } from '../../../content/values/mirror-contents.ts';
import { encodedPath } from '../../../content/paths/page-paths.ts';
import { isTemplatePage } from '../../../content/paths/route-path.ts';
import { pageRequestFor } from '../../../content/preview/previews.ts';
import type { Snapshot } from '../../../content/snapshot/snapshot.ts';
import type { RawPage } from '../../../content/values/raw-page.ts';
import { seoFieldsOf } from '../../../content/values/seo-plugin.ts';
import { serializeLayout } from './edited-page-store.ts';
import type { BuilderEntry } from '../page-list.ts';

interface Edited {
  found: BuilderEntry;
  /** The stored or built-in page; null if there is neither. */
  page: RawPage | null;
  layout: readonly Placement[];
  values: SectionValues;
}

interface Around {
  content: Pick<Content, 'resolveWith'>;
  snapshot: Snapshot;
}

/** Resolves a page with this layout and these values, including hidden sections and faults. Stores nothing. */
export async function resolveCanvas(
  { found, page, layout, values }: Edited,
  { content, snapshot }: Around,
): Promise<CanvasContent> {
  const acf = { ...(page && seoValues(page)), ...values, page_layout: serializeLayout(layout.map(shown)) };
  const entry = entryOf(found, page, acf);
  // In WordPress, a built-in page may be at the top level, so it is requested by its path on this site.
  const route = found.path === null ? null : shownAt(found.path, snapshot);
  const outcome = await content.resolveWith(
    [entry],
    (withPage) => (route === null ? pageRequestFor(entry, withPage) : { path: route }),
    { showFaults: true },
  );
  if (!outcome?.resolved) return { placements: [], faults: [] };
  const { answer, sectionFaults } = outcome.resolved;
  const resolved = answer.status === 200 ? answer.document.placements : [];
  // If nothing of a layout can be shown, visitors see the built-in layout. The canvas leaves the built-in sections out.
  const keys = new Set(layout.map(({ key }) => key));
  return {
    placements: resolved.filter(({ key }) => keys.has(key)),
    faults: sectionFaults,
    ...(answer.status === 200 ? { head: answer.document.head } : {}),
  };
}

/** Returns the page's SEO values: those of its own fields, otherwise those of an SEO plugin. */
function seoValues({ acf, plugin }: RawPage): SectionValues {
  // An empty field must not replace the plugin's value.
  const own = Object.entries(acf).filter(([id, value]) => id.startsWith('seo_') && !isUnset(value));
  return { ...seoFieldsOf(plugin), ...Object.fromEntries(own) };
}

/** Makes a placement visible at any time, because the canvas also shows hidden and scheduled sections. */
function shown(placement: Placement): Placement {
  const { from: _from, until: _until, ...rest } = placement;
  return { ...rest, hidden: false };
}

/**
 * Returns the path at which a page is shown. The page that is the template of posts is shown with the newest post;
 * null if there is no post.
 */
function shownAt(path: string, snapshot: Pick<Snapshot, 'posts'>): string | null {
  return isTemplatePage(path) ? (snapshot.posts()[0]?.path ?? null) : encodedPath(path);
}

/** An id that no stored page has. */
const NEW_PAGE_ID = 2_000_000_000;

/** Returns the page in the REST format with these values, as if it were published. */
function entryOf(
  { slug, path, own }: BuilderEntry,
  page: RawPage | null,
  acf: SectionValues,
): NewMirrorEntry {
  const id = own?.id ?? NEW_PAGE_ID;
  const data = {
    id,
    status: 'publish',
    // A draft may have no slug yet, and its path may belong to another page.
    slug: path === null || slug === '' ? `page-${id}` : slug,
    parent: path === null ? 0 : (page?.parent ?? 0),
    link: path === null ? '' : (page?.link ?? ''),
    menu_order: page?.order ?? 0,
    title: { rendered: page?.title ?? '' },
    content: { rendered: page?.content ?? '' },
    excerpt: { rendered: page?.excerpt ?? '' },
    featured_media: page?.featuredMedia ?? 0,
    modified_gmt: page?.modified ?? '',
    acf,
  };
  return { kind: 'page', id: String(id), data };
}
