import { textToHtmlParagraphs } from '../../../src/contracts/text-to-html-paragraphs.ts';
import { htmlWindow, parseHtml, serializeHtml } from './html-document.ts';

// Elements that are not wrapped in a paragraph: the list of `wpautop` (wp-includes/formatting.php) and a few others.
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center col colgroup dd details dir div dl dt fieldset figcaption ' +
    'figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr iframe legend li main map menu nav noscript ' +
    'object ol optgroup option p pre script search section select style summary svg table tbody td template ' +
    'textarea tfoot th thead title tr ul video audio'
  ).split(' '),
);
// The block elements whose own text WordPress also wraps in paragraphs.
const HOLDERS = new Set(['blockquote', 'div', 'section', 'article', 'aside']);

/**
 * Adds paragraphs to raw editor text as WordPress does: a blank line separates paragraphs, and a line break becomes
 * `<br>`. Existing paragraphs stay. The block editor's HTML is returned unchanged.
 */
export function autop(html: string): string {
  if (html.includes('<!-- wp:')) return html;
  if (!/[<&]/.test(html)) return textToHtmlParagraphs(html.replaceAll('>', '&gt;')).join('');
  const fragment = parseHtml(html);
  setParagraphs(fragment);
  return serializeHtml(fragment);
}

function setParagraphs(parent: ParentNode & Node): void {
  let paragraph: HTMLElement | null = null;
  const close = () => {
    if (paragraph) trimEnds(paragraph);
    paragraph = null;
  };
  const open = (before: ChildNode): HTMLElement => {
    if (!paragraph) {
      paragraph = htmlWindow.document.createElement('p');
      parent.insertBefore(paragraph, before);
    }
    return paragraph;
  };
  // Iterates over a copy, because the loop moves nodes into paragraphs.
  for (const node of Array.from(parent.childNodes)) {
    if (node instanceof htmlWindow.Element && standsAlone(node)) {
      close();
      if (HOLDERS.has(node.localName) && needsParagraphs(node)) setParagraphs(node);
    } else if (node.nodeType === node.TEXT_NODE) {
      const parts = (node.textContent ?? '').replace(/\r\n?/g, '\n').split(/\n[^\S\n]*\n\s*/);
      for (const [index, part] of parts.entries()) {
        if (index > 0) close();
        if (part !== '' && (paragraph || part.trim() !== '')) appendLines(open(node), part);
      }
      node.remove();
    } else if (node.nodeType === node.COMMENT_NODE) {
      node.remove();
    } else {
      open(node).append(node);
    }
  }
  close();
}

/** Whether an element is a block element or contains one, such as a link around a heading. */
function standsAlone(element: Element): boolean {
  return (
    BLOCKS.has(element.localName) || [...element.querySelectorAll('*')].some((e) => BLOCKS.has(e.localName))
  );
}

function needsParagraphs(element: Element): boolean {
  if (element.localName === 'blockquote') return true;
  return [...element.childNodes].some(
    (n) => n.nodeType === n.TEXT_NODE && /\n\s*\n/.test(n.textContent ?? ''),
  );
}

function appendLines(paragraph: HTMLElement, text: string): void {
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) paragraph.append(htmlWindow.document.createElement('br'));
    if (line !== '') paragraph.append(line);
  }
}

/**
 * Removes line breaks at both ends of a paragraph, because they would show as gaps. Removes an empty paragraph.
 */
function trimEnds(paragraph: HTMLElement): void {
  for (const end of ['firstChild', 'lastChild'] as const) {
    for (let node = paragraph[end]; node && isGap(node); node = paragraph[end]) node.remove();
  }
  if (!paragraph.hasChildNodes()) paragraph.remove();
}

function isGap(node: ChildNode): boolean {
  if (node.nodeType === node.TEXT_NODE) return (node.textContent ?? '').trim() === '';
  return node.nodeName === 'BR';
}
