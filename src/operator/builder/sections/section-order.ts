import type { Data } from '@puckeditor/core';
import { fieldKindOf } from '../../../builder/kinds/field-kinds.ts';
import type { BlockDescription } from '../../../contracts/operators/page-builder.ts';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import { propName } from '../saving/page-data.ts';

type Item = Data['content'][number];

/** The names of fields that contain a section's heading. The first one with a text is used. */
const HEADINGS = ['title', 'headline', 'heading', 'name'];

/** Returns the heading that a section shows; null if it has none. */
export function sectionHeadingOf(
  { props }: Item,
  block: BlockDescription | undefined,
  placement: ResolvedPlacement | undefined,
): string | null {
  for (const name of HEADINGS) {
    const field = block?.fields[name];
    if (!field || fieldKindOf(field).input.name !== 'line') continue;
    const shown = placement?.props[name] ?? props[propName(name)];
    if (typeof shown === 'string' && shown.trim() !== '') return shown.trim();
  }
  return null;
}

const idOf = ({ props }: Item): string => props.id;

/**
 * Returns the ids from one section to another, both included, in page order. The two can be in either order. If one of
 * them is not on the page, returns only `other`.
 */
export function sectionIdsBetween(content: readonly Item[], one: string, other: string): string[] {
  const ids = content.map(idOf);
  const [from = 0, to = 0] = [ids.indexOf(one), ids.indexOf(other)].toSorted((a, b) => a - b);
  return from < 0 ? [other] : ids.slice(from, to + 1);
}

/**
 * Returns the content with these sections in front of the one that is at `index` now. The moved sections keep their
 * order and become neighbors.
 */
export function withSectionsMovedTo(
  content: readonly Item[],
  ids: ReadonlySet<string>,
  index: number,
): Item[] {
  const isMoved = (item: Item) => ids.has(idOf(item));
  const before = content.slice(0, index).filter((item) => !isMoved(item));
  const after = content.slice(index).filter((item) => !isMoved(item));
  return [...before, ...content.filter(isMoved), ...after];
}

/**
 * Returns the content with these sections moved up (-1), in front of the section above the first of them, or down (1),
 * behind the section below the last of them. The moved sections become neighbors. Returns null if there are none, or if
 * they are already at the top or the bottom of the page.
 */
export function withSectionsMovedBy(
  content: readonly Item[],
  ids: ReadonlySet<string>,
  step: -1 | 1,
): Item[] | null {
  const places = content.flatMap((item, index) => (ids.has(idOf(item)) ? [index] : []));
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (step < 0) return first === 0 ? null : withSectionsMovedTo(content, ids, first - 1);
  return last === content.length - 1 ? null : withSectionsMovedTo(content, ids, last + 2);
}
