import type { FormId } from './lead-wire.ts';

declare global {
  interface Window {
    /** Google's queue; there only where statistics are on and the visitor does not object. */
    dataLayer?: unknown[];
  }
}

/** What is counted. The types leave no room for a name, an address or a number of anybody. */
interface Events {
  form_start: { form_id: FormId };
  form_step_complete: { form_id: FormId; step: 1 | 2 };
  form_complete: { form_id: FormId };
  /** `value` in US dollars, 1 unless said otherwise. */
  generate_lead: { form_id: FormId; value?: number };
}

/** Counts an event of a form, where statistics are on. */
export function trackEvent<Name extends keyof Events>(name: Name, params: Events[Name]): void {
  tag('event', name, name === 'generate_lead' ? { value: 1, currency: 'USD', ...params } : params);
}

/** Counts the view of a page, where statistics are on. Of its address only origin and path leave the browser. */
export function trackPageView(path: string): void {
  const page_location = location.origin + path.replace(/[?#].*$/, '');
  // Everything that is counted on this page says the same, what Google's tag counts by itself too.
  tag('set', { page_location });
  tag('event', 'page_view', { page_location });
}

/** Puts a command in Google's queue, where there is one. */
export function tag(..._command: unknown[]): void {
  // Google's tag takes nothing but an `arguments` object for a command.
  // oxlint-disable-next-line prefer-rest-params
  window.dataLayer?.push(arguments);
}
