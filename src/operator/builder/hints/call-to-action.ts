import { formIds } from '../../../contracts/leads/lead-request.ts';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import { isObject } from '../../../preview/field-leaves.ts';

const LEADS_ON = /^(?:tel:|sms:|mailto:|(?:https?:\/\/[^/]+)?\/contact(?:[/?#]|$))/i;
const FORMS: ReadonlySet<string> = new Set<string>(formIds);
/** They lead to other pages, or show what an author wrote elsewhere. */
const LISTS = new Set(['post-list', 'post', 'search', 'site-map', 'page-content', 'content-viewer']);

/** Whether a page leads a visitor on: with a form, or with a link to a phone, an e-mail address or the contact page. */
export function hasCallToAction(placements: readonly ResolvedPlacement[]): boolean {
  return placements.some(
    ({ block, props }) =>
      FORMS.has(block) ||
      block === 'contact-details' ||
      LISTS.has(block) ||
      linksIn(props).some((href) => LEADS_ON.test(href)),
  );
}

const HREF = /\bhref="([^"]+)"/g;

/** Returns the addresses of all links in a value: of link fields, and in formatted text. */
export function linksIn(value: unknown): string[] {
  if (typeof value === 'string')
    return [...value.matchAll(HREF)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  if (Array.isArray(value)) return value.flatMap(linksIn);
  if (!isObject(value)) return [];
  const { href } = value;
  return [...(typeof href === 'string' ? [href] : []), ...Object.values(value).flatMap(linksIn)];
}
