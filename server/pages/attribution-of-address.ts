import { clickIdNames, utmNames, type Attribution, type Touch } from '../../src/leads/attribution.ts';

/** Longest campaign value that is kept; nobody writes longer ones. */
const LONGEST = 200;

/**
 * What the address of a page tells of the campaign a visitor came by, where no script could note it down; undefined
 * where it tells nothing. `now` in epoch milliseconds.
 */
export function attributionOfAddress(path: string, query: string, now: number): Attribution | undefined {
  const parameters = new URLSearchParams(query);
  const values = Object.fromEntries(
    [...utmNames, ...clickIdNames].flatMap((name) => {
      const value = parameters.get(name)?.trim().slice(0, LONGEST);
      return value ? [[name, value]] : [];
    }),
  );
  if (Object.keys(values).length === 0) return undefined;
  const touch: Touch = { ...values, landing: path, at: new Date(now).toISOString() };
  return { first: touch, last: touch };
}
