import { referringPage, hasGlobalPrivacyControl } from './record-attribution-touch.ts';
import { readStoredJson, storeJson } from './browser-storage.ts';
import type { FormId } from '../contracts/leads/lead-request.ts';

declare global {
  interface Window {
    /** The queue of Google's tag; absent if analytics is off or the visitor's browser sends a privacy signal. */
    dataLayer?: unknown[];
  }
}

/** The analytics events and their parameters. The types rule out personal data. */
interface Events {
  form_start: { form_id: FormId };
  form_step_complete: { form_id: FormId; step: 1 | 2 };
  form_complete: { form_id: FormId };
  /** `value` is in US dollars; 1 by default. */
  generate_lead: { form_id: FormId; value?: number };
}

/** Tracks a form event, if analytics is on. */
export function trackEvent<Name extends keyof Events>(name: Name, params: Events[Name]): void {
  gtag('event', name, name === 'generate_lead' ? { value: 1, currency: 'USD', ...params } : params);
}

/** Tracks a page view, if analytics is on. Only the origin and path of the URL leave the browser. */
export function trackPageView(path: string): void {
  const page_location = location.origin + path.replace(/[?#].*$/, '');
  // Set the URL globally, so that it also applies to events that Google's tag sends automatically.
  gtag('set', { page_location });
  gtag('event', 'page_view', { page_location });
}

/** Adds a command to the queue of Google's tag, if there is one. */
export function gtag(..._command: unknown[]): void {
  // Google's tag only accepts `arguments` objects as commands.
  // oxlint-disable-next-line prefer-rest-params
  window.dataLayer?.push(arguments);
}

const TAG = 'https://www.googletagmanager.com/gtag/js';

/**
 * Turns analytics on: tracks the first page view and loads Google's tag. `calm` runs a task once the browser is idle.
 * Does nothing if the visitor's browser sends a privacy signal.
 */
export function startAnalytics(measurementId: string, calm: (task: () => void) => void): void {
  if (hasGlobalPrivacyControl()) return;
  window.dataLayer = [];
  gtag('js', new Date());
  gtag('set', { page_referrer: referringPage().address ?? '' });
  gtag('config', measurementId, {
    send_page_view: false,
    // Use the data for analytics only, never for advertising.
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  trackPageView(location.pathname);
  calm(() => {
    const src = `${TAG}?id=${encodeURIComponent(measurementId)}`;
    document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
  });
}

const KEY = 'countedLeads';

/** Tracks a lead, once per form session and tab: a page that responds to a form post may be reloaded. */
export function trackLead(form_id: FormId, session: string): void {
  const stored = readStoredJson('sessionStorage', KEY);
  const known: unknown[] = Array.isArray(stored) ? stored : [];
  if (known.includes(session)) return;
  storeJson('sessionStorage', KEY, [...known, session]);
  trackEvent('generate_lead', { form_id });
}
