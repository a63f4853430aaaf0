import { z } from 'zod';
import {
  clickIdNames,
  utmNames,
  type Attribution,
  type AttributionTouch,
} from '../../../src/contracts/leads/attribution.ts';
import { MAX_FORM_FIELD_CHARACTERS } from '../../../src/contracts/forms/max-lengths.ts';
import {
  leadFields,
  MAX_SHORT_VALUE_CHARACTERS,
  type LeadFieldName,
} from '../../../src/contracts/leads/lead-fields.ts';
import { formIds } from '../../../src/contracts/leads/lead-request.ts';
import { truncateText } from '../../../src/contracts/truncate-text.ts';

// ASCII control characters except tab and line feed. PostgreSQL cannot store NUL.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F]/g;
/** All control characters, and the Unicode line and paragraph separators. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Returns text that both databases can store: trimmed, without lone surrogates and the characters in `CONTROL`. */
function cleanText(text: string): string {
  return text.replace(CONTROL, '').toWellFormed().trim();
}

/** Like `cleanText`, but also replaces line breaks and tabs with spaces, for single-line values such as tags. */
function cleanLine(text: string): string {
  return cleanText(text.replace(NOT_IN_A_LINE, ' '));
}

/** Maximum length of an attribution value in characters. Click ids have about 100. */
const MAX_ATTRIBUTION_CHARACTERS = 300;

const valueText = z.string().transform((value) => truncateText(cleanLine(value), MAX_ATTRIBUTION_CHARACTERS));
const touchNames = [...utmNames, ...clickIdNames, 'referrer'] as const;

const touchSchema = z
  .object({
    landing: valueText,
    at: valueText,
    ...Object.fromEntries(touchNames.map((name) => [name, valueText.optional().catch(undefined)])),
  })
  .transform((touch): AttributionTouch => {
    const kept: AttributionTouch = { landing: touch.landing, at: touch.at };
    for (const name of touchNames) {
      const value: unknown = Reflect.get(touch, name);
      if (typeof value === 'string' && value !== '') kept[name] = value;
    }
    return kept;
  });

/** An invalid attribution becomes undefined, so that no lead is refused because of its attribution. */
const attributionSchema = z.object({ first: touchSchema, last: touchSchema }).optional().catch(undefined);

/**
 * Builds an attribution from the `utm_` values in `customData`, or undefined if there are none. Its first and last
 * touch are the same. `campaign` is used if `utm_campaign` is missing. `landing` is the page's path; `now` is in epoch
 * milliseconds.
 */
export function attributionFromCustomData(
  custom: Readonly<Record<string, string | undefined>>,
  landing: string,
  now: number,
): Attribution | undefined {
  const touch: AttributionTouch = { landing, at: new Date(now).toISOString() };
  for (const name of utmNames) {
    const value = custom[name] ?? (name === 'utm_campaign' ? custom['campaign'] : undefined);
    if (value) touch[name] = truncateText(value, MAX_ATTRIBUTION_CHARACTERS);
  }
  return Object.keys(touch).length > 2 ? { first: touch, last: touch } : undefined;
}

const TOO_LONG = 'Please shorten this';
const MAX_TAGS = 40;
export const MAX_TAG_CHARACTERS = 100;

/**
 * Text that the visitor typed. Text of more than `most` characters is an error, never truncated. Null and empty text
 * count as absent.
 */
const typed = (most: number) =>
  z
    .string('Please enter text')
    .transform(cleanText)
    .pipe(z.string().max(most, TOO_LONG))
    .nullish()
    .transform((value) => value || undefined);

/**
 * A value that the visitor did not type. It is truncated to `most` characters, because the visitor could not shorten
 * it. Null and empty text count as absent.
 */
const unseen = (most: number, clean = cleanLine) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .transform((value) => truncateText(clean(String(value ?? '')), most) || undefined);

const tags = z
  .union([z.string().transform((tag) => [tag]), z.array(z.string())])
  .nullish()
  .transform((list) =>
    (list ?? [])
      .map((tag) => truncateText(cleanLine(tag), MAX_TAG_CHARACTERS))
      .filter(Boolean)
      .slice(0, MAX_TAGS),
  );

/** A checkbox, from JSON (`true`) or from a form-encoded body (`on`). */
const box = z
  .union([z.boolean(), z.enum(['true', 'false', 'on', ''])])
  .nullish()
  .transform((value) => value === true || value === 'true' || value === 'on');

/** The schemas of the lead fields that `customData` may contain. Text that visitors typed is not truncated. */
const customFields = leadFields.flatMap(({ field, isCustom, input }) => {
  if (!isCustom && !input) return [];
  const isTyped = input && !input.options;
  const schema = isTyped
    ? typed(input.maxLength ?? MAX_SHORT_VALUE_CHARACTERS)
    : unseen(MAX_SHORT_VALUE_CHARACTERS);
  return [[field, schema] as const];
});

type CustomName = LeadFieldName | 'area_of_interest' | 'campaign' | (typeof utmNames)[number];

const customSchema = z
  .object(Object.fromEntries(customFields))
  .extend({
    message: typed(MAX_FORM_FIELD_CHARACTERS.message),
    area_of_interest: unseen(MAX_SHORT_VALUE_CHARACTERS),
    campaign: unseen(300),
    ...Object.fromEntries(utmNames.map((name) => [name, unseen(300)])),
  })
  .transform((values): Partial<Record<CustomName, string | undefined>> => values);

/** The body of every lead request; unknown keys are ignored. */
export const leadPayloadSchema = z.object({
  firstName: typed(MAX_FORM_FIELD_CHARACTERS.name),
  lastName: typed(MAX_FORM_FIELD_CHARACTERS.name),
  name: typed(200),
  email: typed(MAX_FORM_FIELD_CHARACTERS.email),
  phone: typed(MAX_FORM_FIELD_CHARACTERS.phone),
  source: unseen(300),
  tags,
  addTags: z
    .union([z.boolean().transform(() => []), tags])
    .nullish()
    .transform((list) => (list ?? []).filter((tag) => tag !== 'true' && tag !== 'false')),
  notes: unseen(5000, cleanText),
  areas: unseen(100),
  customData: customSchema.nullish(),
  form: z.enum(formIds, 'There is no such form').nullish(),
  step: z.union([z.literal(1), z.literal(2), z.literal(['1', '2'])]).nullish(),
  session: z
    .string()
    .nullish()
    // A session id that is malformed, or short enough to be guessed, is ignored.
    .transform((value) => (value && /^[\w:.-]{16,100}$/.test(value) ? value : undefined)),
  contactId: z
    .string()
    .max(200)
    .nullish()
    .transform((value) => value || undefined),
  page: z.string().nullish().transform(pathOf),
  consent: z
    .object({ version: z.string().regex(/^[\w.-]{0,40}$/), marketing: box, service: box })
    .nullish()
    .transform((consent) => (consent?.version ? consent : undefined)),
  attribution: attributionSchema,
  // Milliseconds that filling in the form took; text in a form-encoded body. Null and text without a number count as
  // absent, not as 0.
  elapsed: z
    .union([z.number(), z.string().regex(/\d/)])
    .pipe(z.coerce.number())
    .optional()
    .catch(undefined),
  website: z.unknown().optional(),
});

export type ParsedLeadPayload = z.infer<typeof leadPayloadSchema>;

/**
 * Returns the path, at most 300 characters, or undefined if the value does not begin with a slash. Drops the query and
 * the fragment, which may contain personal data.
 */
function pathOf(page: string | null | undefined): string | undefined {
  const path = truncateText(cleanLine(page ?? '').replace(/[?#].*$/s, ''), 300);
  return path.startsWith('/') ? path : undefined;
}
