import { Extension } from '@tiptap/core';

/**
 * A Tiptap extension that converts pasted HTML. The text editors would otherwise lose lists from Word, level 1 headings
 * and tables.
 */
export const PastedHtmlExtension = Extension.create({
  name: 'pastedDocuments',
  transformPastedHTML: convertPastedHtml,
});

/**
 * Converts the HTML that other programs put on the clipboard to elements that a formatted text can have: paragraphs
 * that Word marks as list items become lists, headings start at level 2, and each row of a table becomes a paragraph.
 * HTML from a ProseMirror editor, such as ours, is unchanged.
 */
export function convertPastedHtml(html: string): string {
  if (html.includes('data-pm-slice')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  replaceWordLists(body);
  lowerHeadings(body);
  for (const table of body.querySelectorAll('table')) table.replaceWith(...paragraphsOf(table));
  return body.innerHTML;
}

/** Word's style of a list item, such as `mso-list:l0 level2 lfo1`. */
const WORD_ITEM = /mso-list:\s*l\d+\s+level(\d+)/i;
/** The number of levels that a list has in Word. */
const MAX_LEVELS = 9;
/** Number or letter of a numbered list, such as `1.`, `a)` or `iv.`. A bullet can be any character, such as `o`. */
const NUMBER = /^\(?[0-9a-z]{1,4}[.)]/i;

function replaceWordLists(body: HTMLElement): void {
  /** The open lists, outermost first. */
  let open: HTMLElement[] = [];
  let previous: Element | null = null;
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(
      MAX_LEVELS,
      Number(WORD_ITEM.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0),
    );
    if (level === 0) continue;
    if (previous === null || paragraph.previousElementSibling !== previous) open = [];
    const name = NUMBER.test(removedMarker(paragraph)) ? 'ol' : 'ul';
    if (open.length > level) open.length = level;
    // A numbered item ends a bulleted list of the same level, and vice versa.
    if (open.length === level && open.at(-1)?.localName !== name) open.pop();
    while (open.length < level) open.push(startedList(name, open.at(-1), paragraph));
    const item = document.createElement('li');
    item.append(...paragraph.childNodes);
    open.at(-1)?.append(item);
    paragraph.remove();
    previous = open[0] ?? null;
  }
}

/** Removes the bullet or number that Word writes at the start of an item, and returns it. */
function removedMarker(paragraph: Element): string {
  const marker = [...paragraph.querySelectorAll('[style]')].find((each) =>
    /mso-list:\s*ignore/i.test(each.getAttribute('style') ?? ''),
  );
  marker?.remove();
  return marker?.textContent.trim() ?? '';
}

/** Starts a list: in the last item of the list around it, or before the paragraph. */
function startedList(name: 'ol' | 'ul', around: HTMLElement | undefined, paragraph: Element): HTMLElement {
  const list = document.createElement(name);
  if (!around) paragraph.before(list);
  else (around.lastElementChild ?? around.appendChild(document.createElement('li'))).append(list);
  return list;
}

/** Moves all headings down one level if there is an `h1`. Headings below level 4 become `h4`. */
function lowerHeadings(body: HTMLElement): void {
  const lowered = body.querySelector('h1') ? 1 : 0;
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(Number(heading.localName.slice(1)) + lowered, 4);
    const other = document.createElement(`h${level}`);
    other.append(...heading.childNodes);
    heading.replaceWith(other);
  }
}

/**
 * Returns the rows of a table as paragraphs. A row with one cell, as in a layout table, becomes the content of its
 * cell.
 */
function paragraphsOf(table: HTMLTableElement): Node[] {
  return [...table.rows].flatMap(({ cells }) => {
    const first = cells.item(0);
    if (first && cells.length === 1) return Array.from(first.childNodes);
    const paragraph = document.createElement('p');
    const texts = [...cells].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());
    paragraph.textContent = texts.filter((text) => text !== '').join(' | ');
    return paragraph;
  });
}
