import type { LinkValue } from '../builder/field.ts';
import type { MenuItem } from '../content/types.ts';

/** A menu's entry as a link; links to other sites are marked like any other. */
export function linkOf(item: MenuItem): LinkValue {
  return { href: item.path, text: item.title, newTab: item.target === '_blank' };
}
