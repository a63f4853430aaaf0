import createDOMPurify from 'dompurify';
import { ALLOWED_ATTRIBUTES, ALLOWED_CLASS, ALLOWED_TAGS } from './allowed-html.ts';
import { withCoverPictures } from './cover-pictures.ts';
import { withEmbedFacades } from './embed-facades.ts';
import { htmlWindow, writeHtml } from './html-document.ts';
import { collectChanges, type HtmlChange, type NoteChange } from './html-changes.ts';
import { createLinkResolver, type LinkResolver } from '../paths/site-links.ts';
import { autop } from './autop.ts';

/** Unsanitized HTML, with the options that affect how it is sanitized. */
export interface HtmlSource {
  html: string;
  /** `editor`: raw text of an editor field, which still needs paragraphs. `rendered`: WordPress has added them. */
  mode: 'editor' | 'rendered';
  /** The URLs of the site that the text comes from; links to it become routes. */
  homes: readonly string[];
}

const purifier = createDOMPurify(htmlWindow);

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
// DOMPurify prefixes ids so that content can neither shadow a global nor take a section's anchor.
const ID_PREFIX = 'user-content-';

/** Sanitizes an HTML source. Loads jsdom, so import it only in the worker thread, the build and tests. */
export function cleanHtml({ html, mode, homes }: HtmlSource): string {
  return sanitiseHtml(mode === 'editor' ? autop(html) : html, createLinkResolver(homes));
}

/** Sanitizes an HTML source, and returns the result with the changes: what was removed or replaced. */
export function inspectHtml({ html, mode, homes }: HtmlSource): { html: string; changes: HtmlChange[] } {
  const { note, changes } = collectChanges();
  const clean = sanitiseHtml(mode === 'editor' ? autop(html) : html, createLinkResolver(homes), note);
  return { html: clean, changes: changes() };
}

/**
 * Sanitizes HTML for visitors: removes scripts, styles, forms, frames and SVG. Links into WordPress become our routes,
 * and embeds become links. The result can be rendered as is. Calls `note` with everything that is removed or replaced.
 * Never throws.
 */
export function sanitiseHtml(html: string, links: LinkResolver, note: NoteChange = () => {}): string {
  const fragment = purifier.sanitize(withCoverPictures(withEmbedFacades(html, note)), {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ALLOWED_ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    SANITIZE_NAMED_PROPS: true,
    RETURN_DOM_FRAGMENT: true,
    // Otherwise, a script or style at the beginning is lost in a `<head>` and not among what was removed.
    FORCE_BODY: true,
  });
  noteRemoved(note);
  for (const element of fragment.querySelectorAll('[class]')) keepAllowedClasses(element);
  // The alternatives of a `<picture>`: the server offers its own formats for the `<img>`.
  for (const source of fragment.querySelectorAll('source:is([srcset], :not([src]))')) source.remove();
  for (const element of fragment.querySelectorAll('[src], [srcset], [poster]'))
    checkMedia(element, links, note);
  const ids = new Set([...fragment.querySelectorAll('[id]')].map(({ id }) => id));
  for (const element of fragment.querySelectorAll('a')) rewriteAnchor(element, ids, links, note);
  for (const title of fragment.querySelectorAll('h1')) {
    demote(title);
    note({ kind: 'heading' });
  }
  for (const image of fragment.querySelectorAll('img:not([src])')) image.remove();
  for (const image of fragment.querySelectorAll('img:not([alt])')) image.setAttribute('alt', '');
  return writeHtml(fragment).trim();
}

/** Passes on what DOMPurify removed from the last text. */
function noteRemoved(note: NoteChange): void {
  for (const removed of purifier.removed) {
    if ('element' in removed) {
      const { element } = removed;
      if (!(element instanceof htmlWindow.Element)) continue;
      const name = element.localName;
      // DOMPurify's own element for `FORCE_BODY`.
      if (name === 'remove') continue;
      // The parts of a drawing or a formula are removed with it.
      if (element.namespaceURI === HTML_NAMESPACE || name === 'svg' || name === 'math')
        note({ kind: 'element', name });
    } else if (removed.attribute && removed.attribute.value.trim() !== '') {
      note(removedAttribute(removed.from.nodeName.toLowerCase(), removed.attribute));
    }
  }
}

function removedAttribute(of: string, { name: written, value: address }: Attr): HtmlChange {
  const name = written.toLowerCase();
  if (of === 'a' && name === 'href') return { kind: 'link', address };
  if (of === 'img' && name === 'src') return { kind: 'picture', address };
  return { kind: 'attribute', name };
}

/** Replaces an `h1` with an `h2`, because the page's own title is its only `h1`. */
function demote(title: Element): void {
  const heading = title.ownerDocument.createElement('h2');
  for (const { name, value } of title.attributes) heading.setAttribute(name, value);
  heading.append(...title.childNodes);
  title.replaceWith(heading);
}

function keepAllowedClasses(element: Element): void {
  const kept = [...element.classList].filter((name) => ALLOWED_CLASS.test(name));
  if (kept.length > 0) element.setAttribute('class', kept.join(' '));
  else element.removeAttribute('class');
}

function checkMedia(element: Element, links: LinkResolver, note: NoteChange): void {
  for (const name of ['src', 'poster']) {
    const address = element.getAttribute(name);
    if (address === null) continue;
    const resolved = links.file(address);
    if (resolved === null) {
      element.removeAttribute(name);
      note({ kind: 'picture', address });
    } else element.setAttribute(name, resolved);
  }
  const candidates = element.getAttribute('srcset');
  if (candidates !== null && !/^\s*(?:https?:\/\/|\/)/.test(candidates)) element.removeAttribute('srcset');
}

function rewriteAnchor(
  anchor: Element,
  ids: ReadonlySet<string>,
  links: LinkResolver,
  note: NoteChange,
): void {
  const newTab = anchor.getAttribute('target') === '_blank';
  if (!newTab) anchor.removeAttribute('target');
  const address = anchor.getAttribute('href');
  if (address === null) return;
  const resolved = links.resolve(address);
  if (resolved === null) {
    anchor.removeAttribute('href');
    note({ kind: 'link', address });
    return;
  }
  if (newTab || /^https?:/.test(resolved)) anchor.setAttribute('rel', 'noopener');
  // A link to an anchor in this text uses the prefixed id of its target.
  const target = resolved.startsWith('#') ? `${ID_PREFIX}${resolved.slice(1)}` : null;
  anchor.setAttribute('href', target !== null && ids.has(target) ? `#${target}` : resolved);
}
