import { clickIdNames, utmNames, type Touch, type UtmValues } from './attribution.ts';
import { pageBefore } from './page-before.ts';
import { asksForPrivacy } from './privacy-signal.ts';
import { ATTRIBUTION_KEY, isFresh, readAttribution, VALUE_LENGTH } from './read-attribution.ts';

/** The campaign values of the latest link that carried some, with a `timestamp` (ISO). */
export const UTM_KEY = 'utmParameters';

/** Notes how a visitor came to the first page of a visit, in the browser only. Never throws. */
export function recordVisit(now = Date.now()): void {
  try {
    const query = new URLSearchParams(location.search);
    const utm: UtmValues = pick(query, utmNames);
    const at = new Date(now).toISOString();
    const referrer = outsideReferrer();
    const touch: Touch = {
      ...utm,
      ...(asksForPrivacy() ? {} : pick(query, clickIdNames)),
      landing: location.pathname.slice(0, VALUE_LENGTH),
      ...(referrer !== undefined && { referrer }),
      at,
    };
    keepUtm(utm, at, now);
    const kept = readAttribution(now);
    const { landing: _, at: __, ...cameFrom } = touch;
    const last = kept && Object.keys(cameFrom).length === 0 ? kept.last : touch;
    // Written even where nothing is new: what is past its time goes, and so do click ids nobody may keep any more.
    localStorage.setItem(ATTRIBUTION_KEY, JSON.stringify({ first: kept?.first ?? touch, last }));
  } catch {
    // Storage may be full or blocked: a visit goes on without.
  }
}

function keepUtm(utm: UtmValues, at: string, now: number): void {
  if (Object.keys(utm).length > 0) {
    localStorage.setItem(UTM_KEY, JSON.stringify({ ...utm, timestamp: at }));
    return;
  }
  const kept = localStorage.getItem(UTM_KEY);
  if (kept !== null && !isFreshRecord(kept, now)) localStorage.removeItem(UTM_KEY);
}

function isFreshRecord(kept: string, now: number): boolean {
  try {
    const record: unknown = JSON.parse(kept);
    if (typeof record !== 'object' || record === null || !('timestamp' in record)) return false;
    return isFresh(String(record.timestamp), now);
  } catch {
    return false;
  }
}

function pick<Name extends string>(query: URLSearchParams, names: readonly Name[]) {
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = query.get(name)?.trim().slice(0, VALUE_LENGTH);
    if (value) values[name] = value;
  }
  return values;
}

/** The page before, where it was another site's. */
function outsideReferrer(): string | undefined {
  const { origin, address } = pageBefore();
  return origin === location.origin ? undefined : address?.slice(0, VALUE_LENGTH);
}
