import { formIds } from '../../../contracts/leads/lead-request.ts';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import { isObjectOrArray } from '../../../preview/field-leaves.ts';

const LEADS_ON = /^(?:tel:|sms:|mailto:|(?:https?:\/\/[^/]+)?\/contact(?:[/?#]|$))/i;
const FORMS: ReadonlySet<string> = new Set<string>(formIds);
/**
 * Blocks that count as a call to action by themselves: they link to other pages, or show content written elsewhere,
 * which is not checked.
 */
const LISTS = new Set(['post-list', 'post', 'search', 'site-map', 'page-content', 'content-viewer']);

/**
 * Whether a page gives visitors something to do next: a form, contact details, a list of other pages, or a link to a
 * phone number, an e-mail address or the contact page. Also true if the page shows content that is written elsewhere,
 * because that is not checked.
 */
export function hasCallToAction(placements: readonly ResolvedPlacement[]): boolean {
  return placements.some(
    ({ block, props }) =>
      FORMS.has(block) ||
      block === 'contact-details' ||
      LISTS.has(block) ||
      hrefsIn(props).some((href) => LEADS_ON.test(href)),
  );
}

const HREF = /\bhref="([^"]+)"/g;

/** Returns the `href` of all links in a value, at any depth: in link fields and in formatted text. */
export function hrefsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return [...value.matchAll(HREF)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  if (Array.isArray(value)) return value.flatMap(hrefsIn);
  if (!isObjectOrArray(value)) return [];
  const { href } = value;
  return [...(typeof href === 'string' ? [href] : []), ...Object.values(value).flatMap(hrefsIn)];
}
