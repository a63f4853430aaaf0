import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { ResolvedPlacement } from '../contracts/placement.ts';

/** The start of the names of the folders in `blocks/` that hold body blocks. */
export const BODY_BLOCK_PREFIX = 'wp-';

/** The element that replaces a body block in sanitized HTML. */
export const BODY_BLOCK_TAG = 'lintel-block';
/** The attribute of a `BODY_BLOCK_TAG` element that holds the id of the body block. */
export const BODY_BLOCK_ID_ATTRIBUTE = 'data-name';
/** The attribute of a `BODY_BLOCK_TAG` element that holds the attributes of the body block as JSON. */
export const BODY_BLOCK_DATA_ATTRIBUTE = 'data-props';

/** The attribute that replaces `style` in sanitized HTML, because the Content-Security-Policy forbids inline styles. */
export const BODY_STYLE_ATTRIBUTE = 'data-style';

/**
 * A component that replaces parts of the body of a page or post, such as the output of a WordPress block or shortcode.
 * The sanitizer replaces the elements that `selector` finds and `read` accepts. The `view.tsx` of the body block is
 * rendered in their place.
 */
export interface BodyBlock<Schema extends z.ZodObject = z.ZodObject> {
  /** The name of its folder under `blocks/`, which starts with `wp-`. */
  readonly id: string;
  /** The CSS selector of the elements to replace, in the HTML that WordPress renders. */
  readonly selector: string;
  /** The schema of the view's attributes. An element whose attributes do not match is not replaced. */
  readonly attributes: Schema;
  /**
   * Reads the attributes from an element, which is not sanitized yet. Returns null to leave the element as it is. It
   * may change the element's children: those that remain are sanitized and passed to the view.
   */
  read(element: Element): unknown;
  /** Returns links to what the block shows, for readers without our components, such as feed readers. */
  links(attributes: z.output<Schema>): readonly { href: string; text: string }[];
  /** Valid sample HTML, as WordPress renders it, for tests and the catalogue. */
  readonly example: string;
}

/** Declares a body block. Throws an `Error` if its id is invalid. */
export function defineBodyBlock<Schema extends z.ZodObject>(block: BodyBlock<Schema>): BodyBlock<Schema> {
  if (!/^wp-[a-z0-9]+(-[a-z0-9]+)*$/.test(block.id)) {
    throw new Error(
      `Body block "${block.id}": start its id with "wp-", then lower-case words joined by "-".`,
    );
  }
  return block;
}

/** The props of a body block's view: its attributes and the sanitized children. */
export type BodyBlockPropsOf<B> =
  B extends BodyBlock<infer Schema> ? z.output<Schema> & { children?: ReactNode } : never;

/** Returns the ids of the views that placements need: those of their blocks, and of the body blocks in their HTML. */
export function viewIdsOf(placements: readonly ResolvedPlacement[]): string[] {
  const pattern = new RegExp(
    String.raw`<${BODY_BLOCK_TAG} ${BODY_BLOCK_ID_ATTRIBUTE}=\\"([a-z0-9-]+)\\"`,
    'g',
  );
  const bodyBlocks = [...JSON.stringify(placements).matchAll(pattern)].map(([, id = '']) => id);
  return [...new Set([...placements.map(({ block }) => block), ...bodyBlocks])];
}
