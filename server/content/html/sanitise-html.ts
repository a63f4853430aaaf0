import createDOMPurify from 'dompurify';
import {
  BODY_BLOCK_DATA_ATTRIBUTE,
  BODY_BLOCK_ID_ATTRIBUTE,
  BODY_BLOCK_TAG,
  BODY_STYLE_ATTRIBUTE,
} from '../../../src/builder/body-block.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_CLASS_PATTERN, ALLOWED_TAGS } from './allowed-html.ts';
import { dropInvalidBodyBlocks, markBodyBlocks } from './body-blocks.ts';
import { addCoverPictures } from './cover-pictures.ts';
import { replaceFrames } from './embed-facades.ts';
import { htmlWindow, parseHtml, serializeHtml } from './html-document.ts';
import { dropInvalidStyles, moveAllowedStyles } from './layout-styles.ts';
import { formPluginPhrases, ownerPhrase } from './element-owner.ts';
import {
  createHtmlChangeCollector,
  type HtmlChange,
  type OnHtmlChange,
  type TextFacts,
} from './html-changes.ts';
import { replaceControls } from './replace-controls.ts';
import { CAPTIONS_PATH_PATTERN } from '../../media/captions-path.ts';
import { shortcodesIn } from './shortcodes.ts';
import { externalPicturesIn } from '../../media/rewrite-picture-urls.ts';
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
/**
 * The prefix for ids that would conflict with the document or with our own elements. Other ids stay unchanged, because
 * links from other pages and sites lead to them.
 */
const ID_PREFIX = 'user-content-';
/** The ids that our own documents and React use. */
const OWN_ID = /^(?:root$|content$|site-|preview-|app-data$|operator-|[_:«])/;
const form = htmlWindow.document.createElement('form');
/**
 * The block or plugin around each removed element. It is recorded early, because a removed element has no parents
 * when DOMPurify reports it.
 */
const owners = new WeakMap<Element, string>();

purifier.addHook('uponSanitizeElement', (node, { tagName, allowedTags }) => {
  if (allowedTags[tagName] === true || !(node instanceof htmlWindow.Element)) return;
  const owner = ownerPhrase(node);
  if (owner !== null) owners.set(node, owner);
});

purifier.addHook('uponSanitizeAttribute', (_element, attribute) => {
  const { attrName: name, attrValue: id } = attribute;
  // An element with such an id would replace a property of the document (DOM clobbering), or be taken for an element
  // of ours.
  if (name === 'id' && (id in htmlWindow.document || id in form || OWN_ID.test(id)))
    attribute.attrValue = ID_PREFIX + id;
});

/** Sanitizes an HTML source. This module loads jsdom, so import it only in the worker thread, the build and tests. */
export function sanitiseSource({ html, mode, homes }: HtmlSource): string {
  return sanitiseHtml(mode === 'editor' ? autop(html) : html, createLinkResolver(homes));
}

/** Maximum number of pictures, and of links, that are collected per text. */
const MAX_ADDRESSES = 1_000;

/**
 * Sanitizes an HTML source. Returns the HTML with facts about the text: its changes, pictures, links and page breaks.
 */
export function sanitiseWithFacts({ html, mode, homes }: HtmlSource): { html: string; facts: TextFacts } {
  const { note, changes } = createHtmlChangeCollector();
  const clean = sanitiseHtml(mode === 'editor' ? autop(html) : html, createLinkResolver(homes), note);
  const fragment = parseHtml(clean);
  const links = [...fragment.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
  // Removes code, because shortcodes in it are examples.
  for (const code of fragment.querySelectorAll('pre, code, kbd, samp')) code.remove();
  for (const name of shortcodesIn(fragment.textContent ?? '')) note({ kind: 'shortcode', name });
  return {
    html: clean,
    facts: {
      changes: changes(),
      pictures: externalPicturesIn(clean).slice(0, MAX_ADDRESSES),
      links: ownPaths(links).slice(0, MAX_ADDRESSES),
      hasPageBreak: html.includes('<!--nextpage-->'),
    },
  };
}

/** Returns the different links to paths of this site, without fragments. */
function ownPaths(links: readonly string[]): string[] {
  const paths = links.filter((link) => /^\/(?!\/)/.test(link)).map((link) => link.replace(/#.*/s, ''));
  return [...new Set(paths)];
}

/**
 * Sanitizes HTML for visitors, so that it can be rendered as is: removes scripts, style sheets, forms, frames and SVG.
 * Links into WordPress become our routes, elements of body blocks become markers, other embeds become links, and `h1`
 * becomes `h2`. Calls `note` for each change that an editor should know of (see `HtmlChange`).
 */
export function sanitiseHtml(html: string, links: LinkResolver, note: OnHtmlChange = () => {}): string {
  const fragment = purifier.sanitize(withBlocks(html, note), {
    ALLOWED_TAGS: [...ALLOWED_TAGS, BODY_BLOCK_TAG],
    ALLOWED_ATTR: [
      ...ALLOWED_ATTRIBUTES,
      BODY_BLOCK_ID_ATTRIBUTE,
      BODY_BLOCK_DATA_ATTRIBUTE,
      BODY_STYLE_ATTRIBUTE,
    ],
    // The values of these attributes are not URLs.
    ADD_URI_SAFE_ATTR: [BODY_BLOCK_DATA_ATTRIBUTE, BODY_STYLE_ATTRIBUTE],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
    // Otherwise DOMPurify drops a script or style at the beginning without reporting it as removed.
    FORCE_BODY: true,
  });
  noteRemoved(note);
  dropInvalidBodyBlocks(fragment);
  dropInvalidStyles(fragment);
  for (const element of fragment.querySelectorAll('[class]')) keepAllowedClasses(element);
  // Removes the alternatives of a `<picture>`, because the server offers its own formats for the `<img>`.
  for (const source of fragment.querySelectorAll('source:is([srcset], :not([src]))')) source.remove();
  for (const track of fragment.querySelectorAll('track')) keepOwnCaptions(track, links, note);
  for (const element of fragment.querySelectorAll('[src]:not(track), [srcset], [poster]'))
    checkMedia(element, links, note);
  for (const player of fragment.querySelectorAll('video, audio')) preparePlayer(player, links);
  const ids = new Set([...fragment.querySelectorAll('[id]')].map(({ id }) => id));
  for (const element of fragment.querySelectorAll('a')) rewriteAnchor(element, ids, links, note);
  for (const title of fragment.querySelectorAll('h1')) {
    demote(title);
    note({ kind: 'heading' });
  }
  for (const image of fragment.querySelectorAll('img:not([src])')) image.remove();
  for (const image of fragment.querySelectorAll('img:not([alt])')) image.setAttribute('alt', '');
  return serializeHtml(fragment).trim();
}

/**
 * Replaces the elements that this site shows as a component or a link of its own, and moves allowed styles to an
 * attribute and classes. Returns HTML unchanged if it cannot contain any of these.
 */
function withBlocks(html: string, note: OnHtmlChange): string {
  if (!/<(?:iframe|form|select|textarea|label)\b|\s(?:class|style)\s*=/i.test(html)) return html;
  const fragment = parseHtml(html);
  addCoverPictures(fragment);
  moveAllowedStyles(fragment);
  markBodyBlocks(fragment);
  for (const of of formPluginPhrases(fragment)) note({ kind: 'element', name: 'form', of });
  replaceControls(fragment, note);
  replaceFrames(fragment, note);
  return serializeHtml(fragment);
}

/** Calls `note` for the elements and attributes that DOMPurify removed from the last text. */
function noteRemoved(note: OnHtmlChange): void {
  for (const removed of purifier.removed) {
    if ('element' in removed) {
      const { element } = removed;
      if (!(element instanceof htmlWindow.Element)) continue;
      const name = element.localName;
      // DOMPurify adds this element itself for `FORCE_BODY`.
      if (name === 'remove') continue;
      // The parts of a drawing or formula are not reported, because they are removed with it.
      if (element.namespaceURI === HTML_NAMESPACE || name === 'svg' || name === 'math')
        note({ kind: 'element', name, ...ownerIn(owners.get(element)) });
    } else if (removed.attribute && removed.attribute.value.trim() !== '') {
      note(removedAttribute(removed.from, removed.attribute));
    }
  }
}

function removedAttribute(from: Node, { name: written, value: address }: Attr): HtmlChange {
  const name = written.toLowerCase();
  const element = from.nodeName.toLowerCase();
  if (element === 'a' && name === 'href') return { kind: 'link', address };
  if (element === 'img' && name === 'src') return { kind: 'picture', address };
  const owner = from instanceof htmlWindow.Element ? ownerPhrase(from) : null;
  return { kind: 'attribute', name, ...ownerIn(owner) };
}

function ownerIn(owner: string | null | undefined): { of?: string } {
  return owner == null ? {} : { of: owner };
}

/** Replaces an `h1` with an `h2`, because the page's own title is its only `h1`. */
function demote(title: Element): void {
  const heading = title.ownerDocument.createElement('h2');
  for (const { name, value } of title.attributes) heading.setAttribute(name, value);
  heading.append(...title.childNodes);
  title.replaceWith(heading);
}

function keepAllowedClasses(element: Element): void {
  const kept = [...element.classList].filter((name) => ALLOWED_CLASS_PATTERN.test(name));
  if (kept.length > 0) element.setAttribute('class', kept.join(' '));
  else element.removeAttribute('class');
}

function checkMedia(element: Element, links: LinkResolver, note: OnHtmlChange): void {
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

/**
 * Changes the address of video captions to this site (caption-routes.ts), because browsers load captions only from
 * the same origin. Removes other captions.
 */
function keepOwnCaptions(track: Element, links: LinkResolver, note: OnHtmlChange): void {
  const path = links.pathOf(track.getAttribute('src') ?? '');
  if (path !== null && CAPTIONS_PATH_PATTERN.test(path)) return track.setAttribute('src', path);
  track.remove();
  note({ kind: 'element', name: 'track' });
}

/**
 * Adds controls to a video or audio, except the background video of a cover block. Disables preloading from other
 * hosts, so that they receive no request before the visitor presses play.
 */
function preparePlayer(player: Element, links: LinkResolver): void {
  if (!player.classList.contains('wp-block-cover__video-background')) player.setAttribute('controls', '');
  const addresses = [player, ...player.querySelectorAll('source')].map((each) => each.getAttribute('src'));
  const isOwn = addresses.every(
    (address) =>
      address === null || links.homes.some((home) => URL.parse(home)?.host === URL.parse(address)?.host),
  );
  player.setAttribute('preload', isOwn && player.getAttribute('preload') !== 'none' ? 'metadata' : 'none');
}

/** Adds an `aria-label` to a link that contains only pictures without alternative texts. */
function nameUnnamed(anchor: Element): void {
  const pictures = [...anchor.querySelectorAll('img')];
  const isNamed =
    anchor.textContent.trim() !== '' || pictures.some((each) => each.getAttribute('alt')?.trim());
  if (pictures.length > 0 && !isNamed && !anchor.hasAttribute('aria-label'))
    anchor.setAttribute('aria-label', anchor.getAttribute('title') || 'Open the picture’s link');
}

function rewriteAnchor(
  anchor: Element,
  ids: ReadonlySet<string>,
  links: LinkResolver,
  note: OnHtmlChange,
): void {
  nameUnnamed(anchor);
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
  // If the id that the link leads to got a prefix in this text, the link gets it, too.
  const target = resolved.startsWith('#') ? `${ID_PREFIX}${resolved.slice(1)}` : null;
  anchor.setAttribute('href', target !== null && ids.has(target) ? `#${target}` : resolved);
}
