/**
 * The kinds of entries with a layout, and their routes in WordPress's REST API. The companion plugin registers the post
 * types of shared sections and templates.
 */
export const LAYOUT_ROUTES = {
  page: '/wp/v2/pages',
  section: '/wp/v2/lintel_section',
  template: '/wp/v2/lintel_template',
} as const;

export type LayoutKind = keyof typeof LAYOUT_ROUTES;

const KINDS: readonly LayoutKind[] = ['page', 'section', 'template'];

/** Returns the kind whose route this is; null if it is none of them. */
export function layoutKindOf(route: string): LayoutKind | null {
  return KINDS.find((kind) => LAYOUT_ROUTES[kind] === route) ?? null;
}
