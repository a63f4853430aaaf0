import type { LinkValue } from '../builder/field.ts';
import type { MenuItem } from '../contracts/content.ts';

/** Converts a menu entry to a link value, so that external links are marked as they are everywhere else. */
export function linkOf(item: MenuItem): LinkValue {
  return { href: item.path, text: item.title, newTab: item.target === '_blank' };
}
