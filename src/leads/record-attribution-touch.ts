import {
  clickIdNames,
  utmNames,
  type AttributionTouch,
  type UtmValues,
  type Attribution,
} from '../contracts/leads/attribution.ts';
import { readStoredJson } from './browser-storage.ts';

/** Storage key of the campaign values from the latest link that had any, stored with a `timestamp` (ISO). */
export const UTM_KEY = 'utmParameters';

/**
 * Stores in local storage how the visitor arrived: the first arrival, and the latest one by a campaign link or from
 * another site. Stores no click ids if the browser sends Global Privacy Control. Removes records that are older than 90
 * days. Never throws.
 */
export function recordAttributionTouch(now = Date.now()): void {
  try {
    const query = new URLSearchParams(location.search);
    const utm: UtmValues = pick(query, utmNames);
    const at = new Date(now).toISOString();
    const referrer = outsideReferrer();
    const touch: AttributionTouch = {
      ...utm,
      ...(hasGlobalPrivacyControl() ? {} : pick(query, clickIdNames)),
      landing: location.pathname.slice(0, MAX_ATTRIBUTION_VALUE_CHARACTERS),
      ...(referrer !== undefined && { referrer }),
      at,
    };
    keepUtm(utm, at, now);
    const kept = readAttribution(now);
    const { landing: _, at: __, ...cameFrom } = touch;
    const last = kept && Object.keys(cameFrom).length === 0 ? kept.last : touch;
    // Write every time, to remove expired values and any click ids that a privacy signal now forbids.
    localStorage.setItem(ATTRIBUTION_KEY, JSON.stringify({ first: kept?.first ?? touch, last }));
  } catch {
    // Storage may be full or blocked; the visit is then not recorded.
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
    return isWithinAttributionWindow(String(record.timestamp), now);
  } catch {
    return false;
  }
}

function pick<Name extends string>(query: URLSearchParams, names: readonly Name[]) {
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = query.get(name)?.trim().slice(0, MAX_ATTRIBUTION_VALUE_CHARACTERS);
    if (value) values[name] = value;
  }
  return values;
}

/** Returns the referring page's URL without its query; undefined if there is none or if it is on this site. */
function outsideReferrer(): string | undefined {
  const { origin, address } = referringPage();
  return origin === location.origin ? undefined : address?.slice(0, MAX_ATTRIBUTION_VALUE_CHARACTERS);
}

/** Storage key of the visitor's first and latest arrivals. */
export const ATTRIBUTION_KEY = 'leadAttribution';

/** How long arrivals are kept, in milliseconds: 90 days, as stated on the privacy page. */
export const ATTRIBUTION_TTL_MS = 90 * 24 * 60 * 60 * 1000;

/** Maximum length of a stored value. Google's and Meta's click ids and typical campaign names are shorter. */
export const MAX_ATTRIBUTION_VALUE_CHARACTERS = 300;

/** Returns how the visitor found the site; undefined if nothing was recorded in the last 90 days. Never throws. */
export function readAttribution(now = Date.now()): Attribution | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(ATTRIBUTION_KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const last = 'last' in kept ? readTouch(kept.last, now) : undefined;
    const first = 'first' in kept ? readTouch(kept.first, now) : undefined;
    const [earlier, later] = [first ?? last, last ?? first];
    return earlier && later && { first: earlier, last: later };
  } catch {
    // Storage may be blocked or contain invalid data.
    return undefined;
  }
}

function readTouch(kept: unknown, now: number): AttributionTouch | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const values = new Map<string, unknown>(Object.entries(kept));
  const text = (name: string) => {
    const value = values.get(name);
    return typeof value === 'string' && value !== ''
      ? value.slice(0, MAX_ATTRIBUTION_VALUE_CHARACTERS)
      : undefined;
  };
  const [landing, at, referrer] = [text('landing'), text('at'), text('referrer')];
  if (landing === undefined || at === undefined || !isWithinAttributionWindow(at, now)) return undefined;
  const touch: AttributionTouch = { landing, at, ...(referrer !== undefined && { referrer }) };
  for (const name of hasGlobalPrivacyControl() ? utmNames : [...utmNames, ...clickIdNames]) {
    const value = text(name);
    if (value !== undefined) touch[name] = value;
  }
  return touch;
}

/** Whether an ISO time is within the last 90 days, or at most one day in the future. */
export function isWithinAttributionWindow(at: string, now: number): boolean {
  const age = now - Date.parse(at);
  // After the device's clock is set back, past times appear to be in the future.
  return age < ATTRIBUTION_TTL_MS && age > -24 * 60 * 60 * 1000;
}

/**
 * Returns the attribution that the loader recorded on this page; undefined if storage is blocked or full. Checking its
 * shape is enough: the loader has already removed expired values, and the server validates it.
 */
export function readUncheckedAttribution(): Attribution | undefined {
  const kept = readStoredJson('localStorage', ATTRIBUTION_KEY);
  return isRecorded(kept) ? kept : undefined;
}

function isRecorded(kept: unknown): kept is Attribution {
  return typeof kept === 'object' && kept !== null && 'first' in kept && 'last' in kept;
}

/**
 * Returns the origin and URL of the referring page; both undefined if the referrer is not a web page. The URL has no
 * query, which may contain personal data. Avoids `URL.parse`, which browsers before 2024 lack.
 */
export function referringPage(): { origin: string | undefined; address: string | undefined } {
  const [address, origin] = /^(https?:\/\/[^/?#]+)[^?#]*/.exec(document.referrer) ?? [];
  return { origin, address };
}

declare global {
  interface Navigator {
    /** Global Privacy Control; absent in browsers that do not support it. */
    readonly globalPrivacyControl?: boolean;
  }
}

export function hasGlobalPrivacyControl(): boolean {
  return navigator.globalPrivacyControl === true;
}
