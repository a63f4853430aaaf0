import { APP_DATA_ID } from '../app-data.ts';

/** What the browser is told of the server's settings for leads. */
interface LeadSettings {
  /** The path leads are sent to, where a setting names one. */
  leadEndpoint?: string | null;
  /** Whether a lead must bring a proof of work. */
  proofOfWork?: boolean;
}

let known: LeadSettings | undefined;

/** The settings of the document that was loaded; none outside of a browser. */
export function leadSettings(): LeadSettings {
  known ??= JSON.parse(document.getElementById(APP_DATA_ID)?.textContent || '{}') as LeadSettings;
  return known;
}
