import createDOMPurify from 'dompurify';
import { withEmbedFacades } from './embed-facades.ts';
import { htmlWindow, writeHtml } from './html-document.ts';
import type { SiteLinks } from './site-links.ts';

const purifier = createDOMPurify(htmlWindow);

const TAGS = (
  'a abbr address article aside audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl ' +
  'dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s samp section ' +
  'small source span strong sub summary sup table tbody td tfoot th thead time tr u ul var video wbr'
).split(' ');
const ATTRIBUTES = (
  'alt aria-label cite class colspan controls datetime dir height href hreflang id lang loading decoding open poster ' +
  'preload reversed rowspan scope sizes span src srcset start target title width'
).split(' ');
// Classes that WordPress's own blocks need for their layout; any other class could imitate our screens.
const CORE_CLASS = /^(?:wp-|align|has-|is-|are-|blocks-gallery)[\w-]*$/;
// DOMPurify prefixes ids so that content can neither shadow a global nor take a section's anchor.
const ID_PREFIX = 'user-content-';

/**
 * Cleans HTML for visitors: no script, style, form, frame or foreign drawing; links become our routes, embeds
 * become links. What is left can be shown as it is. Never throws.
 */
export function sanitiseHtml(html: string, links: SiteLinks): string {
  const fragment = purifier.sanitize(withEmbedFacades(html), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    SANITIZE_NAMED_PROPS: true,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const element of fragment.querySelectorAll('[class]')) keepCoreClasses(element);
  for (const element of fragment.querySelectorAll('[src], [srcset], [poster]')) checkMedia(element, links);
  for (const element of fragment.querySelectorAll('a')) finishAnchor(element, fragment, links);
  for (const figure of fragment.querySelectorAll('figure.wp-block-table')) {
    // A wide table scrolls in its figure on a phone: a keyboard must get there too.
    figure.setAttribute('tabindex', '0');
  }
  for (const title of fragment.querySelectorAll('h1')) demote(title);
  for (const image of fragment.querySelectorAll('img:not([src])')) image.remove();
  for (const image of fragment.querySelectorAll('img:not([alt])')) image.setAttribute('alt', '');
  return writeHtml(fragment).trim();
}

/** The page's own title is its only `h1`; one inside a text becomes the next lower heading. */
function demote(title: Element): void {
  const heading = title.ownerDocument.createElement('h2');
  for (const { name, value } of title.attributes) heading.setAttribute(name, value);
  heading.append(...title.childNodes);
  title.replaceWith(heading);
}

function keepCoreClasses(element: Element): void {
  const kept = [...element.classList].filter((name) => CORE_CLASS.test(name));
  if (kept.length > 0) element.setAttribute('class', kept.join(' '));
  else element.removeAttribute('class');
}

function checkMedia(element: Element, links: SiteLinks): void {
  for (const name of ['src', 'poster']) {
    const address = element.getAttribute(name);
    if (address === null) continue;
    const resolved = links.file(address);
    if (resolved === null) element.removeAttribute(name);
    else element.setAttribute(name, resolved);
  }
  const candidates = element.getAttribute('srcset');
  if (candidates !== null && !/^\s*(?:https?:\/\/|\/)/.test(candidates)) element.removeAttribute('srcset');
}

function finishAnchor(anchor: Element, fragment: DocumentFragment, links: SiteLinks): void {
  const newTab = anchor.getAttribute('target') === '_blank';
  if (!newTab) anchor.removeAttribute('target');
  const address = anchor.getAttribute('href');
  if (address === null) return;
  const resolved = links.resolve(address);
  if (resolved === null) {
    anchor.removeAttribute('href');
    return;
  }
  if (newTab || /^https?:/.test(resolved)) anchor.setAttribute('rel', 'noopener');
  // A jump inside this text follows its target's prefixed id.
  const target = resolved.startsWith('#') ? `${ID_PREFIX}${resolved.slice(1)}` : null;
  const inside =
    target !== null && [...fragment.querySelectorAll('[id]')].some((element) => element.id === target);
  anchor.setAttribute('href', inside ? `#${target}` : resolved);
}
