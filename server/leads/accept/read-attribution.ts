import { z } from 'zod';
import { clickIdNames, utmNames, type Attribution, type Touch } from '../../../src/leads/attribution.ts';
import { cleanText } from './clean-text.ts';

/** Longest value that is kept; click ids are about 100 characters long. */
const MOST = 300;

const text = z.string().transform((value) => cleanText(value).slice(0, MOST));
const names = [...utmNames, ...clickIdNames, 'referrer'] as const;

const touchSchema = z
  .object({
    landing: text,
    at: text,
    ...Object.fromEntries(names.map((name) => [name, text.optional().catch(undefined)])),
  })
  .transform((touch): Touch => {
    const kept: Touch = { landing: touch.landing, at: touch.at };
    for (const name of names) {
      const value: unknown = Reflect.get(touch, name);
      if (typeof value === 'string' && value !== '') kept[name] = value;
    }
    return kept;
  });

/** How the visitor came; undefined where it cannot be read: a lead is not refused for it. */
export const attributionSchema = z
  .object({ first: touchSchema, last: touchSchema })
  .optional()
  .catch(undefined);

/** Attribution from the campaign values alone, as the specified payload names them. */
export function attributionOf(
  custom: Readonly<Record<string, string | undefined>>,
  landing: string,
  now: number,
): Attribution | undefined {
  const touch: Touch = { landing, at: new Date(now).toISOString() };
  for (const name of utmNames) {
    const value = custom[name] ?? (name === 'utm_campaign' ? custom['campaign'] : undefined);
    if (value) touch[name] = value.slice(0, MOST);
  }
  return Object.keys(touch).length > 2 ? { first: touch, last: touch } : undefined;
}
