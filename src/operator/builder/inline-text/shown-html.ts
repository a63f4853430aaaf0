/** Selects the icon and the screen reader text that views add to links. They are not part of the stored text. */
const ADDED_TO_LINKS = 'svg, a > span:last-child';

/**
 * Returns the closest ancestor of the clicked element, or the element itself, whose content is exactly this stored
 * HTML. Returns null if there is none, for example because the server replaced a placeholder. Attributes are ignored,
 * because views add some.
 */
export function elementShowing(html: string, clicked: Element, section: Element): HTMLElement | null {
  const stored = structureOf(new DOMParser().parseFromString(html, 'text/html').body);
  // WordPress stores a single paragraph without its `<p>` tags.
  const accepted = new Set(html.includes('<') ? [stored] : [stored, `<p>${stored}</p>`]);
  if (stored === '') return null;
  for (let at: Element | null = clicked; at && at !== section; at = at.parentElement) {
    if (isHtmlElement(at) && accepted.has(structureOf(at))) return at;
  }
  return null;
}

/** Returns the tags and texts in an element, without insignificant white space. */
function structureOf(element: Element): string {
  return [...element.childNodes]
    .map((node) => {
      if (node.nodeType === Node.TEXT_NODE) return escaped((node.nodeValue ?? '').replaceAll(/\s+/g, ' '));
      if (!isElementNode(node) || node.matches(ADDED_TO_LINKS)) return '';
      return `<${node.localName}>${structureOf(node)}</${node.localName}>`;
    })
    .join('')
    .replaceAll(/(^|>) (?=<|$)/g, '$1')
    .trim();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function isElementNode(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

/**
 * Whether an element is an HTML element, not SVG. `instanceof` does not work, because elements in the frame have the
 * classes of the frame's window.
 */
export function isHtmlElement(element: Element): element is HTMLElement {
  return element.namespaceURI === 'http://www.w3.org/1999/xhtml';
}
