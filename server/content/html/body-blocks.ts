import {
  BODY_BLOCK_DATA_ATTRIBUTE,
  BODY_BLOCK_ID_ATTRIBUTE,
  BODY_BLOCK_TAG,
  type BodyBlock,
} from '../../../src/builder/body-block.ts';
import { loadBodyBlocks } from './load-body-blocks.ts';

const blocks = await loadBodyBlocks();

/**
 * Replaces each element that a body block handles with a marker element, which holds the block's id and attributes.
 * The children that the block's `read` leaves are sanitized like other content. Nested elements are replaced, too.
 */
export function markBodyBlocks(fragment: DocumentFragment): void {
  for (const block of blocks.values()) {
    for (const element of fragment.querySelectorAll(block.selector)) {
      const children = [...element.childNodes];
      const attributes = parseAttributes(block, block.read(element));
      if (attributes === null) {
        // `read` may have removed the children, so restore them.
        element.replaceChildren(...children);
        continue;
      }
      const marker = element.ownerDocument.createElement(BODY_BLOCK_TAG);
      write(marker, block.id, attributes);
      marker.append(...element.childNodes);
      placeOf(element).replaceWith(marker);
    }
  }
}

/**
 * Validates the marker elements in sanitized HTML, because a text can contain forged ones. A marker with an unknown
 * block or invalid attributes is replaced by its children.
 */
export function dropInvalidBodyBlocks(fragment: DocumentFragment): void {
  for (const element of fragment.querySelectorAll(
    `[${BODY_BLOCK_ID_ATTRIBUTE}], [${BODY_BLOCK_DATA_ATTRIBUTE}]`,
  )) {
    if (element.localName === BODY_BLOCK_TAG) continue;
    element.removeAttribute(BODY_BLOCK_ID_ATTRIBUTE);
    element.removeAttribute(BODY_BLOCK_DATA_ATTRIBUTE);
  }
  for (const marker of fragment.querySelectorAll(BODY_BLOCK_TAG)) {
    const block = blocks.get(marker.getAttribute(BODY_BLOCK_ID_ATTRIBUTE) ?? '');
    const attributes =
      block && parseAttributes(block, parseJson(marker.getAttribute(BODY_BLOCK_DATA_ATTRIBUTE)));
    for (const name of marker.getAttributeNames()) marker.removeAttribute(name);
    if (block && attributes) write(marker, block.id, attributes);
    else marker.replaceWith(...marker.childNodes);
  }
}

function parseAttributes(block: BodyBlock, raw: unknown): Record<string, unknown> | null {
  return block.attributes.safeParse(raw).data ?? null;
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

/**
 * Returns the element to replace: the element itself, or the paragraph that contains nothing else. A paragraph may
 * not contain blocks.
 */
function placeOf(element: Element): Element {
  const parent = element.parentElement;
  const isAlone =
    parent?.localName === 'p' && [...parent.childNodes].every((each) => each === element || isSpace(each));
  return isAlone ? parent : element;
}

function isSpace(node: ChildNode): boolean {
  return node.nodeType === node.TEXT_NODE && node.textContent?.trim() === '';
}

function write(marker: Element, id: string, attributes: Record<string, unknown>): void {
  marker.setAttribute(BODY_BLOCK_ID_ATTRIBUTE, id);
  // DOMPurify would treat `<` as an attack, and `fillPlaceholders` would replace `{phone}` and `%7Bphone%7D`.
  const json = JSON.stringify(attributes).replace(
    /[<%]|\{(?=[a-z_])/g,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
  marker.setAttribute(BODY_BLOCK_DATA_ATTRIBUTE, json);
}
