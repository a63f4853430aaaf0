import type { SiteSettings } from '../../src/content/site-settings.ts';
import type { RawMedia } from './media.ts';
import type { SiteLinks } from './site-links.ts';

/** What became of a raw value: a finished value, or none (not set), and what an editor should mend. */
export interface Finished {
  /** Absent: not set, or not usable. */
  value?: unknown;
  /** Without the place, which the caller knows. */
  faults: readonly string[];
}

/** What finishing a value may look things up in. */
export interface FinishContext {
  media: ReadonlyMap<number, RawMedia>;
  links: SiteLinks;
  /** What `{phone}` and its like stand for; left as they are without it. */
  settings?: SiteSettings;
}

/** The field has no value here; the next source of truth is asked. */
export const NOT_SET: Finished = { faults: [] };

/** The field has this value. */
export function finishedAs(value: unknown, faults: readonly string[] = []): Finished {
  return { value, faults };
}

/** The value cannot be used; the message names the mend. */
export function unusable(message: string): Finished {
  return { faults: [message] };
}

/** A raw value in a message: short, on one line. */
export function quoted(raw: unknown): string {
  const text = typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? String(raw));
  const short = text.replace(/\s+/g, ' ');
  return `"${short.length > 60 ? `${short.slice(0, 59)}…` : short}"`;
}
