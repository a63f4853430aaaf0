import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import { isPagePasswordHash } from '../../platform/security/page-password-hash.ts';
import { PASSWORD_HASH_FIELD } from '../values/password-protection.ts';

/** The fields that are stored of a page or post that is not public: enough to know its state and its path. */
const KNOWN = ['id', 'slug', 'status', 'link', 'parent', 'title', 'modified_gmt'];
/** Further fields that are stored of a password-protected page or post, for its place in lists. */
const LISTED = ['date_gmt', 'menu_order', 'author', 'categories', 'tags', 'guid', 'sticky', 'format'];
/** The CSS class of the hints in the privacy policy draft that WordPress generates. */
const PRIVACY_HINT = 'privacy-policy-tutorial';

/**
 * Returns the data of a page or post that may be stored: in full if it is public, otherwise without its content and
 * custom fields. Marks WordPress's own privacy draft with `default_privacy`, and keeps the publication time of a
 * scheduled page in `date_gmt`. If the hash of a password is known, the full data is in `lock`, for visitors who enter
 * the password.
 */
export function redactPage(raw: JsonObject): JsonObject {
  const isProtected = isLocked(raw.content) || isLocked(raw.excerpt);
  if (raw.status === 'publish' && !isProtected) return raw;
  const { [PASSWORD_HASH_FIELD]: hash, ...data } = raw;
  const opens = raw.status === 'publish' && isPagePasswordHash(hash);
  const names = opens ? [...KNOWN, ...LISTED] : KNOWN;
  return {
    ...Object.fromEntries(names.filter((name) => name in raw).map((name) => [name, raw[name]])),
    ...(raw.status === 'future' ? { date_gmt: raw.date_gmt } : {}),
    ...(isProtected ? { content: { rendered: '', protected: true } } : {}),
    ...(opens ? { lock: { hash, data } } : {}),
    ...(isDefaultPrivacy(raw) ? { default_privacy: true } : {}),
  };
}

/** Whether a page is WordPress's privacy draft. The change feed marks the draft instead of sending its text. */
function isDefaultPrivacy({ default_privacy, content }: JsonObject): boolean {
  return default_privacy === true || textOf(content).includes(PRIVACY_HINT);
}

function isLocked(text: unknown): boolean {
  return isJsonObject(text) && text.protected === true;
}

function textOf(text: unknown): string {
  return isJsonObject(text) && typeof text.rendered === 'string' ? text.rendered : '';
}
