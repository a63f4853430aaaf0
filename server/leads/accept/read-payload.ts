import { z } from 'zod';
import { utmNames } from '../../../src/leads/attribution.ts';
import { LONGEST } from '../../../src/leads/field-schemas.ts';
import { formIds } from '../../../src/leads/lead-wire.ts';
import { cleanText } from './clean-text.ts';
import { attributionSchema } from './read-attribution.ts';

const TOO_LONG = 'Please shorten this';
const MOST_TAGS = 40;
/** The most characters of one tag. */
export const MOST_OF_TAG = 100;

/** What a visitor typed is never cut in silence: too long is said. Null and empty count as absent. */
const typed = (most: number) =>
  z
    .string('Please enter text')
    .transform(cleanText)
    .pipe(z.string().max(most, TOO_LONG))
    .nullish()
    .transform((value) => value || undefined);

/** What a visitor did not type, and could not mend, is cut. */
const given = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .transform((value) => cleanText(String(value ?? '')).slice(0, most) || undefined);

const tags = z
  .union([z.string().transform((tag) => [tag]), z.array(z.string())])
  .nullish()
  .transform((list) =>
    (list ?? [])
      .map((tag) => cleanText(tag).slice(0, MOST_OF_TAG))
      .filter(Boolean)
      .slice(0, MOST_TAGS),
  );

/** A box: true or false, or what an urlencoded body says for it. */
const box = z
  .union([z.boolean(), z.enum(['true', 'false', 'on', ''])])
  .nullish()
  .transform((value) => value === true || value === 'true' || value === 'on');

const customSchema = z.object({
  inquiryType: given(100),
  message: typed(LONGEST.message),
  contactMethod: given(100),
  referralSource: given(100),
  area_of_interest: given(100),
  campaign: given(300),
  ...Object.fromEntries(utmNames.map((name) => [name, given(300)])),
});

/** The body of every lead request, in whatever way it came; keys that nobody knows are ignored. */
export const payloadSchema = z.object({
  firstName: typed(LONGEST.name),
  lastName: typed(LONGEST.name),
  name: typed(200),
  email: typed(LONGEST.email),
  phone: typed(LONGEST.phone),
  source: given(300),
  tags,
  addTags: z
    .union([z.boolean().transform(() => []), tags])
    .nullish()
    .transform((list) => (list ?? []).filter((tag) => tag !== 'true' && tag !== 'false')),
  notes: given(5000),
  areas: given(100),
  customData: customSchema.nullish(),
  form: z.enum(formIds, 'There is no such form').nullish(),
  step: z.union([z.literal(1), z.literal(2), z.literal(['1', '2'])]).nullish(),
  session: z
    .string()
    .nullish()
    // A short one could be guessed: then it is as if there were none.
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
  elapsed: z.coerce.number().optional().catch(undefined),
  website: z.unknown().optional(),
  altcha: z.string().max(4000).optional().catch(undefined),
});

export type ReadPayload = z.infer<typeof payloadSchema>;

/** A path of this site; what stands behind it could be personal. */
function pathOf(page: string | null | undefined): string | undefined {
  const path = cleanText(page ?? '')
    .replace(/[?#].*$/s, '')
    .slice(0, 300);
  return path.startsWith('/') ? path : undefined;
}
