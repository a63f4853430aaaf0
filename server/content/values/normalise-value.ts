import type { Field, Fields } from '../../../src/builder/field.ts';
import { lengthFault } from '../../../src/builder/field-limits.ts';
import { NO_LINK } from '../../../src/contracts/link-address.ts';
import { normaliseHtml } from './normalise-html.ts';
import { NOT_SET, quoted, unusable, usable, type Normalised, type NormaliseContext } from './normalised.ts';
import { fillPlaceholders } from './placeholders.ts';
import { imageValue, readAcfImage, readMedia } from './raw-media.ts';
import { rawSection } from './stored-value.ts';
import { isBlank, isObject, isUnset, type JsonObject } from './raw-value.ts';

/**
 * Converts the raw value of a field into the normalized value that views rely on. Every form of an empty value counts
 * as not set. A returned value always passes the field's schema. Never throws.
 */
export function normaliseValue(field: Field, raw: unknown, context: NormaliseContext): Normalised {
  const normalised = normaliseKind(field, raw, context);
  if (normalised.value === undefined) return normalised;
  const checked = field.schema.safeParse(normalised.value);
  if (checked.success) return { ...normalised, value: checked.data };
  const reason = checked.error.issues[0]?.message ?? 'invalid value';
  return { faults: [...normalised.faults, `${quoted(raw)} does not fit (${reason}). Enter another value.`] };
}

function normaliseKind(field: Field, raw: unknown, context: NormaliseContext): Normalised {
  if (field.kind === 'toggle') return normaliseToggle(raw);
  if (isUnset(raw)) return NOT_SET;
  // The values in a list's rows are checked one by one.
  const tooLong = Array.isArray(raw) || context.isOwnText ? null : lengthFault(field, raw);
  if (tooLong !== null) return unusable(tooLong);
  switch (field.kind) {
    case 'text':
      return normaliseText(fillPlaceholders(raw, context.settings), field.multiline ?? false);
    case 'richText':
      return typeof raw === 'string' || typeof raw === 'number'
        ? normaliseHtml(String(raw), context)
        : unusable(`${quoted(raw)} is not text. Enter it again.`);
    case 'image':
      return normaliseImage(raw, context);
    case 'link':
      return normaliseLink(fillPlaceholders(raw, context.settings), context);
    case 'number':
      return normaliseNumber(raw);
    case 'choice':
      return normaliseChoice(raw, field.options ?? []);
    case 'list':
      return normaliseList(field, raw, context);
  }
}

// Control characters that text never contains intentionally; tabs and line breaks are kept.
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Normalizes text without decoding entities: `&amp;` in an ACF text field is what the editor typed. */
function normaliseText(raw: unknown, multiline: boolean): Normalised {
  if (typeof raw !== 'string' && typeof raw !== 'number') {
    return unusable(`${quoted(raw)} is not text. Enter it again.`);
  }
  const text = String(raw).replace(CONTROLS, '').replace(/\r\n?/g, '\n').trim();
  const lines = multiline ? text : text.replace(/\s*[\n\t]\s*/g, ' ');
  return isUnset(lines) ? NOT_SET : usable(lines);
}

function normaliseNumber(raw: unknown): Normalised {
  const number = typeof raw === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(raw.trim()) ? Number(raw) : raw;
  return typeof number === 'number' && Number.isFinite(number)
    ? usable(number)
    : unusable(`${quoted(raw)} is not a number. Write digits only.`);
}

const YES = new Set<unknown>([true, 1, '1', 'true', 'yes', 'on']);
const NO = new Set<unknown>([false, 0, '0', 'false', 'no', 'off']);

function normaliseToggle(raw: unknown): Normalised {
  const given = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
  if (YES.has(given)) return usable(true);
  if (NO.has(given)) return usable(false);
  return isUnset(raw) ? NOT_SET : unusable(`${quoted(raw)} is neither yes nor no. Switch it again.`);
}

/**
 * Normalizes a choice. ACF sends a value, `{ value, label }` or an array with one of these, depending on its settings.
 */
function normaliseChoice(raw: unknown, options: readonly string[]): Normalised {
  const [only] = Array.isArray(raw) ? raw : [raw];
  const given = isObject(only) ? only.value : only;
  if (isUnset(given)) return NOT_SET;
  const option = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : null;
  return option !== null && options.includes(option)
    ? usable(option)
    : unusable(`${quoted(given)} is no option. Choose one of: ${options.join(', ')}.`);
}

/** Converts an ACF link object or a plain URL into a link; links into WordPress become our routes. */
function normaliseLink(raw: unknown, context: NormaliseContext): Normalised {
  const given = typeof raw === 'string' ? { url: raw } : raw;
  if (!isObject(given)) return unusable(`${quoted(raw)} is not a link. Choose it again.`);
  const { url, title, target } = given;
  const words = typeof title === 'string' ? title.replace(/\s+/g, ' ').trim() : '';
  if (typeof url !== 'string' || isBlank(url)) {
    return words === '' ? NOT_SET : unusable(`the link ${quoted(words)} has no address. Choose its target.`);
  }
  const href = context.links.resolve(url);
  if (href === null) {
    return unusable(`${quoted(url)} ${NO_LINK}`);
  }
  return usable({ href, text: words, newTab: target === '_blank' });
}

/** Converts a media id or a WordPress image object into an image with dimensions. */
function normaliseImage(raw: unknown, context: NormaliseContext): Normalised {
  if (raw === 0 || raw === '0') return NOT_SET;
  const id = mediaId(raw);
  if (id === null && !isObject(raw)) {
    return unusable(`${quoted(raw)} is not a picture of the media library. Choose one there.`);
  }
  const media = id === null ? (readAcfImage(raw) ?? readMedia(raw)) : context.media.get(id);
  if (!media) {
    return unusable(
      id === null
        ? `${quoted(raw)} is not a picture. Choose one from the media library.`
        : `media ${id} is not public. Publish it, or choose another image.`,
    );
  }
  const image = imageValue(media, context.links);
  return image
    ? usable(image)
    : unusable(
        `media ${media.id} has no measures, is an SVG or is at an address that is neither WordPress’s nor in ` +
          'IMAGE_ORIGINS. Upload it again as JPEG, PNG or WebP.',
      );
}

/** Reads a raw value as a media id; null if it is not one. */
function mediaId(raw: unknown): number | null {
  const id = typeof raw === 'string' && /^\d{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Converts rows, numbered groups or a section's legacy HTML into a list. Rows that cannot be shown are omitted. */
function normaliseList(field: Field, raw: unknown, context: NormaliseContext): Normalised {
  if (typeof raw === 'string') {
    const html = normaliseHtml(raw, context);
    return html.value === undefined ? html : usable({ html: html.value }, html.faults);
  }
  if (!Array.isArray(raw)) return unusable(`${quoted(raw)} is not a list. Enter its rows again.`);
  const faults: string[] = [];
  const rows: JsonObject[] = [];
  const storedRows: number[] = [];
  for (const [index, item] of raw.entries()) {
    const row = normaliseRow(field.row ?? {}, item, context);
    faults.push(...row.faults.map((fault) => `row ${index + 1}${fault}`));
    if (!row.values) continue;
    rows.push(row.values);
    storedRows.push(index);
  }
  const max = field.max ?? rows.length;
  if (rows.length > max) {
    faults.push(`has ${rows.length} rows, ${max} are shown. Remove the others.`);
    rows.length = max;
    storedRows.length = max;
  }
  if (rows.length === 0) return { ...NOT_SET, faults };
  const isMoved = storedRows.some((stored, index) => stored !== index);
  return { ...usable({ rows }, faults), ...(isMoved ? { storedRows } : {}) };
}

interface NormalisedRow {
  values: JsonObject | null;
  faults: string[];
}

function normaliseRow(fields: Fields, item: unknown, context: NormaliseContext): NormalisedRow {
  if (isUnset(item)) return { values: null, faults: [] };
  if (!isObject(item)) return { values: null, faults: [`: ${quoted(item)} is not a row. Enter it again.`] };
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  const missing: string[] = [];
  let filled = false;
  for (const [name, field] of Object.entries(fields)) {
    const { value, faults: own } = normaliseValue(field, rawSection(item, name, field), context);
    faults.push(...own.map((fault) => `, ${name}: ${fault}`));
    if (value !== undefined && showsWhetherFilled(field, fields)) filled = true;
    const shown = value ?? field.fallback;
    if (shown !== undefined) values[name] = shown;
    else if (field.presence === 'always') missing.push(name);
  }
  if (!filled) return { values: null, faults };
  if (missing.length === 0) return { values, faults };
  return {
    values: null,
    faults: [...faults, `: ${missing.join(', ')} is empty. Fill it in, or remove the row.`],
  };
}

/**
 * Whether a field proves that an editor filled in its row. Preset kinds count only if the row has no other fields.
 */
function showsWhetherFilled(field: Field, fields: Fields): boolean {
  const preset = ({ kind }: Field) => kind === 'toggle' || kind === 'choice';
  return !preset(field) || Object.values(fields).every(preset);
}
