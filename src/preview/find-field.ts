import type { FieldLocation } from '../contracts/preview.ts';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { withoutWhitespace, fieldLeavesOf, type FieldLeaf } from './field-leaves.ts';

/** A section in the document, and a function that renders it with other values. */
export interface ShownSection {
  placement: ResolvedPlacement;
  /** The element of the section; null if its view is not shown. It may be in another frame. */
  element: Element | null;
  /** Renders the section with these props outside of the document; null if its view fails. */
  render: (props: ResolvedPlacement['props']) => Element | null;
}

/** The field that a clicked element shows. */
export interface FieldMatch {
  /** `field` is empty if only the section is known. */
  target: FieldLocation;
  /** Whether the element certainly shows the value of the field. */
  isCertain: boolean;
}

/**
 * Finds the field whose value a clicked element shows. Two fields can have the same text, so the section is rendered
 * again with a changed value for each possible field; the right field is the one that changes the element. If none
 * does, the ancestors of the element are tried, then the fields whose text is the same. If different fields or rows
 * match, or none does, the result names only the section.
 */
export function findField({ placement, element, render }: ShownSection, clicked: Element): FieldMatch {
  const nothing = { target: { placement: placement.key, field: '' }, isCertain: false };
  if (!element) return nothing;
  const leaves = fieldLeavesOf(placement.props);
  const original = render(placement.props);
  const rendered = new Map<FieldLeaf, Element | null>();
  const after = (leaf: FieldLeaf) => {
    const known = rendered.get(leaf);
    if (known !== undefined) return known;
    const changed = render(leaf.changed);
    rendered.set(leaf, changed);
    return changed;
  };
  const levels = levelsOf(clicked, element);
  for (const level of levels) {
    const place = pathOf(level, element);
    const before = original && counterpart(original, place);
    if (!before || !isSame(before, level)) continue;
    const found = leaves.flatMap((leaf) => {
      if (!leaf.mayBeIn(level)) return [];
      const changed = after(leaf);
      const there = changed && counterpart(changed, place);
      const strength = there ? leaf.strengthIn(there, before) : 0;
      return strength > 0 ? [{ leaf, strength }] : [];
    });
    if (found.length === 0) continue;
    const strongest = Math.max(...found.map(({ strength }) => strength));
    const fields = found.filter(({ strength }) => strength === strongest).map(({ leaf }) => leaf.field);
    const [first] = fields;
    const isOneRow = fields.every(({ field, row }) => field === first?.field && row === first.row);
    if (!first || !isOneRow) return nothing;
    return { target: stored(first, placement), isCertain: fields.length === 1 };
  }
  // Rendering with changed values does not repeat what the server loads for a field, such as a list of posts. So for
  // fields whose changed value does not appear in the rendered section, compare the text.
  const unseen = leaves.filter((leaf) => original === null || !isShown(after(leaf), original));
  for (const level of levels) {
    const same = unseen.filter(
      ({ text }) => text !== '' && withoutWhitespace(text) === withoutWhitespace(level.textContent),
    );
    const [only] = same;
    if (only && same.length === 1) return { target: stored(only.field, placement), isCertain: false };
  }
  return nothing;
}

function isShown(changed: Element | null, original: Element): boolean {
  return changed !== null && changed.innerHTML !== original.innerHTML;
}

/**
 * Returns a field with its stored row. The server leaves out empty rows, so a row's index can differ from the stored
 * one.
 */
function stored(
  { row, ...field }: FieldLeaf['field'],
  { key, storedRows }: ResolvedPlacement,
): FieldLocation {
  const target = { placement: key, ...field };
  return row === undefined ? target : { ...target, row: storedRows?.[field.field]?.[row] ?? row };
}

/** Returns an element and its ancestors within a section, from the inside out. */
function levelsOf(from: Element, section: Element): Element[] {
  const levels: Element[] = [];
  for (let at: Element | null = from; at && at !== section; at = at.parentElement) levels.push(at);
  return levels;
}

/** The path from a section to an element: at each level, the index of the child and the number of children. */
type Path = readonly { index: number; count: number }[];

function pathOf(element: Element, section: Element): Path {
  return levelsOf(element, section)
    .toReversed()
    .map((at) => {
      const siblings = at.parentElement?.children ?? [];
      return { index: [...siblings].indexOf(at), count: siblings.length };
    });
}

/** Returns the element at the same path in another rendering; null if the number of children differs on the path. */
function counterpart(section: Element, path: Path): Element | null {
  return path.reduce<Element | null>(
    (at, { index, count }) => (at?.children.length === count ? (at.children[index] ?? null) : null),
    section,
  );
}

function isSame(one: Element, other: Element): boolean {
  return (
    one.localName === other.localName &&
    withoutWhitespace(one.textContent) === withoutWhitespace(other.textContent)
  );
}
