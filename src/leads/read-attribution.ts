import { clickIdNames, utmNames, type Attribution, type Touch } from './attribution.ts';
import { asksForPrivacy } from './privacy-signal.ts';

/** Where a visitor's arrivals are kept in the browser. */
export const ATTRIBUTION_KEY = 'leadAttribution';

/** As long as the privacy page says: 90 days, in milliseconds. */
export const KEPT_FOR_MS = 90 * 24 * 60 * 60 * 1000;

/** The most characters of one kept value: Google's and Meta's click ids stay below, and so do honest names. */
export const VALUE_LENGTH = 300;

/** How the visitor found the site, as far as the browser still knows; never throws. */
export function readAttribution(now = Date.now()): Attribution | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(ATTRIBUTION_KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const last = 'last' in kept ? readTouch(kept.last, now) : undefined;
    const first = 'first' in kept ? readTouch(kept.first, now) : undefined;
    const [earlier, later] = [first ?? last, last ?? first];
    return earlier && later && { first: earlier, last: later };
  } catch {
    // Storage may be blocked, and what it holds may be anything.
    return undefined;
  }
}

function readTouch(kept: unknown, now: number): Touch | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const values = new Map<string, unknown>(Object.entries(kept));
  const text = (name: string) => {
    const value = values.get(name);
    return typeof value === 'string' && value !== '' ? value.slice(0, VALUE_LENGTH) : undefined;
  };
  const [landing, at, referrer] = [text('landing'), text('at'), text('referrer')];
  if (landing === undefined || at === undefined || !isFresh(at, now)) return undefined;
  const touch: Touch = { landing, at, ...(referrer !== undefined && { referrer }) };
  for (const name of asksForPrivacy() ? utmNames : [...utmNames, ...clickIdNames]) {
    const value = text(name);
    if (value !== undefined) touch[name] = value;
  }
  return touch;
}

/** Whether an ISO time lies within the last 90 days. */
export function isFresh(at: string, now: number): boolean {
  const age = now - Date.parse(at);
  // A clock that was set back makes times of the future; a day of that is let pass.
  return age < KEPT_FOR_MS && age > -24 * 60 * 60 * 1000;
}
