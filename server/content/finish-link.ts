import { finishedAs, NOT_SET, quoted, unusable } from './finished.ts';
import type { Finished, FinishContext } from './finished.ts';
import { isBlank, isObject } from './raw-value.ts';

/** Turns ACF's link object, or a plain address, into a link; addresses inside WordPress become our routes. */
export function finishLink(raw: unknown, context: FinishContext): Finished {
  const given = typeof raw === 'string' ? { url: raw } : raw;
  if (!isObject(given)) return unusable(`${quoted(raw)} is not a link. Choose it again.`);
  const { url, title, target } = given;
  const words = typeof title === 'string' ? title.replace(/\s+/g, ' ').trim() : '';
  if (typeof url !== 'string' || isBlank(url)) {
    return words === '' ? NOT_SET : unusable(`the link ${quoted(words)} has no address. Choose its target.`);
  }
  const href = context.links.resolve(url);
  if (href === null) {
    return unusable(`${quoted(url)} cannot be linked to. Use a page, https://, tel: or mailto:.`);
  }
  return finishedAs({ href, text: words, newTab: target === '_blank' });
}
