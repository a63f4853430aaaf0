import { AppError } from '../../platform/app-error.ts';
import { asSentence } from '../../platform/as-sentence.ts';
import type { GrantRow } from './grant-store.ts';

/**
 * Why the CRM issued no tokens. `grant`: it refused the code or refresh token. `client`: it refused our client id or
 * secret. `unreached`: the request did not take effect. `unclear`: the request may have taken effect. `keys`: our
 * secret keys cannot decrypt the stored token. `refused`: any other reason.
 */
export type OauthErrorKind = 'grant' | 'client' | 'unreached' | 'unclear' | 'refused' | 'keys';

/** A failed request for tokens. The message is for operators and contains no secrets. */
export class OauthError extends AppError<OauthErrorKind> {
  override name = 'OauthError';
}

/**
 * Returns a message for operators: why the renewal failed, and what to correct or whether to connect the location
 * again.
 */
export function reconnectMessage(fault: OauthError, row: Pick<GrantRow, 'refresh_begun_at'>): string {
  if (fault.kind === 'client') {
    return (
      `${asSentence(fault.message)} HighLevel does not take GHL_CLIENT_ID and GHL_CLIENT_SECRET: correct them and restart; ` +
      'the connection then goes on by itself.'
    );
  }
  if (fault.kind === 'keys') return `${fault.message} The connection then goes on by itself.`;
  if (fault.kind !== 'grant') return `${asSentence(fault.message)} Connect the location again at /admin/ghl.`;
  return row.refresh_begun_at === null
    ? `${asSentence(fault.message)} The access was taken back in HighLevel, or is too old. Connect the location again at /admin/ghl.`
    : `${asSentence(fault.message)} A renewal begun at ${new Date(row.refresh_begun_at).toISOString()} was cut off before its ` +
        'answer was stored, and HighLevel takes a refresh token only once. Connect the location again at /admin/ghl.';
}

/** Returns a message for operators: why connecting failed, and what to do. */
export function connectFailureMessage(fault: OauthError): string {
  switch (fault.kind) {
    case 'grant':
      return 'HighLevel does not take this authorization: it was used already, or is older than ten minutes. Start again.';
    case 'client':
      return `${asSentence(fault.message)} Compare GHL_CLIENT_ID and GHL_CLIENT_SECRET with the app in HighLevel, and restart.`;
    case 'unreached':
      return `${asSentence(fault.message)} Nothing was connected. Try again in a minute.`;
    case 'unclear':
      return `${asSentence(fault.message)} Nothing was connected. Start again.`;
    case 'refused':
    case 'keys':
      return `${asSentence(fault.message)} Look at the app’s settings in HighLevel, then start again.`;
  }
}
