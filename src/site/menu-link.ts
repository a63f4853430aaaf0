import type { LinkValue } from '../builder/field.ts';
import type { MenuItem } from '../contracts/content.ts';

/** Converts a menu entry to a link value, so that external links look the same everywhere. */
export function linkOf(item: MenuItem): LinkValue {
  return { href: item.path, text: item.title, newTab: item.target === '_blank' };
}
