import { z } from 'zod';
import {
  INVALID_LINK_ADDRESS_MESSAGE_SUFFIX,
  lacksScheme,
  MISSING_LINK_START_MESSAGE_SUFFIX,
} from '../../contracts/link-address.ts';
import type { LinkValue } from '../field.ts';
import {
  UNSET_RESULT,
  quoteValue,
  unusableResult,
  usableResult,
  type NormaliseResult,
} from '../normalise-result.ts';
import { isBlank, isJsonObject, isUnset } from '../raw-value.ts';
import { LONG_LINE } from './example-text.ts';
import type { FieldKindDefinition, NormaliseTools } from './kind.ts';
import { MAX_CONTENT_CHARACTERS, textLengthFault } from './length-limits.ts';

/** A link in the format of the builder's form, which is also ACF's. */
export interface LinkFormValue {
  url: string;
  title: string;
  target: string;
}

const schema: z.ZodType<LinkValue> = z.object({
  href: z.string().min(1),
  text: z.string(),
  newTab: z.boolean(),
});

/** The field kind for a link with optional text: a page on this site, an external URL, `tel:` or `mailto:`. */
export const linkKind = {
  name: 'Link',
  input: { name: 'link' },
  isPreset: false,
  schema: () => schema,
  isSet: (raw) => !isUnset(raw),
  lengthFault: (_field, raw) => {
    if (!isJsonObject(raw)) return textLengthFault(raw, MAX_CONTENT_CHARACTERS.address);
    return (
      textLengthFault(raw['url'], MAX_CONTENT_CHARACTERS.address) ??
      textLengthFault(raw['title'], MAX_CONTENT_CHARACTERS.words)
    );
  },
  normalise: (_field, raw, tools) => normaliseLink(tools.fill(raw), tools),
  example: {
    sample: ({ label }) => ({ title: label, url: '/contact', target: '' }),
    longest: () => ({ title: LONG_LINE, url: '/contact', target: '_blank' }),
    invalid: () => ({ title: 'Run a script', url: 'javascript:alert(1)', target: '' }),
  },
  initialText: () => null,
  // A URL is not visible text.
  searchTexts: () => [],
  shownText: (value) =>
    isJsonObject(value) && typeof value['text'] === 'string'
      ? { text: value['text'].trim(), alt: null }
      : null,
  toRaw: (_field, value) => linkToRaw(value),
  toForm: (_field, raw) => linkToForm(raw),
  fromForm: (_field, form) => (isJsonObject(form) && (form['url'] || form['title']) ? form : ''),
} satisfies FieldKindDefinition;

/** Converts an ACF link object or a plain URL into a link. URLs of WordPress pages become paths on this site. */
function normaliseLink(raw: unknown, tools: NormaliseTools): NormaliseResult {
  const given = typeof raw === 'string' ? { url: raw } : raw;
  if (!isJsonObject(given)) return unusableResult(`${quoteValue(raw)} is not a link. Choose it again.`);
  const url = given['url'];
  const title = given['title'];
  const words = typeof title === 'string' ? title.replace(/\s+/g, ' ').trim() : '';
  if (typeof url !== 'string' || isBlank(url)) {
    return words === ''
      ? UNSET_RESULT
      : unusableResult(`the link ${quoteValue(words)} has no address. Choose its target.`);
  }
  if (lacksScheme(url)) return unusableResult(`${quoteValue(url)} ${MISSING_LINK_START_MESSAGE_SUFFIX}`);
  const href = tools.link(url);
  if (href === null) return unusableResult(`${quoteValue(url)} ${INVALID_LINK_ADDRESS_MESSAGE_SUFFIX}`);
  return usableResult({ href, text: words, newTab: given['target'] === '_blank' });
}

function linkToRaw(value: unknown): LinkFormValue | null {
  if (!isJsonObject(value) || typeof value['href'] !== 'string') return null;
  const title = typeof value['text'] === 'string' ? value['text'] : '';
  return { url: value['href'], title, target: value['newTab'] === true ? '_blank' : '' };
}

function linkToForm(raw: unknown): LinkFormValue {
  if (!isJsonObject(raw)) return { url: typeof raw === 'string' ? raw : '', title: '', target: '' };
  const part = (name: string) => (typeof raw[name] === 'string' ? raw[name] : '');
  return { url: part('url'), title: part('title'), target: part('target') };
}
