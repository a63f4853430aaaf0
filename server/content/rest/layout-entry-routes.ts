/**
 * The kinds of entries with a layout, with their REST routes in WordPress. The companion plugin registers the post
 * types of shared sections and templates.
 */
export const LAYOUT_ENTRY_ROUTES = {
  page: '/wp/v2/pages',
  section: '/wp/v2/lintel_section',
  template: '/wp/v2/lintel_template',
} as const;

export type LayoutEntryKind = keyof typeof LAYOUT_ENTRY_ROUTES;

const KINDS: readonly LayoutEntryKind[] = ['page', 'section', 'template'];

/** Returns the kind of entry that a REST route serves; null for a route whose entries have no layout. */
export function layoutEntryKindOf(route: string): LayoutEntryKind | null {
  return KINDS.find((kind) => LAYOUT_ENTRY_ROUTES[kind] === route) ?? null;
}
