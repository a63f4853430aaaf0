import type { GrantRow } from './grant-store.ts';
import type { OauthFault } from './oauth-fault.ts';

/** Why a location must be connected again, and what to do, after a renewal failed with this. */
export function whyReconnect(fault: OauthFault, row: Pick<GrantRow, 'refresh_begun_at'>): string {
  if (fault.kind === 'client') {
    return (
      `${fault.message}. HighLevel does not take GHL_CLIENT_ID and GHL_CLIENT_SECRET: correct them and restart; ` +
      'the connection then goes on by itself.'
    );
  }
  if (fault.kind === 'keys') return `${fault.message} The connection then goes on by itself.`;
  if (fault.kind !== 'grant') return `${fault.message}. Connect the location again at /admin/ghl.`;
  return row.refresh_begun_at === null
    ? `${fault.message}. The access was taken back in HighLevel, or is too old. Connect the location again at /admin/ghl.`
    : `${fault.message}. A renewal begun at ${new Date(row.refresh_begun_at).toISOString()} was cut off before its ` +
        'answer was stored, and HighLevel takes a refresh token only once. Connect the location again at /admin/ghl.';
}

/** Why a try to connect failed, and what to do. */
export function whyNotConnected(fault: OauthFault): string {
  switch (fault.kind) {
    case 'grant':
      return 'HighLevel does not take this authorization: it was used already, or is older than ten minutes. Start again.';
    case 'client':
      return `${fault.message}. Compare GHL_CLIENT_ID and GHL_CLIENT_SECRET with the app in HighLevel, and restart.`;
    case 'unreached':
      return `${fault.message} Nothing was connected. Try again in a minute.`;
    case 'unclear':
      return `${fault.message} Nothing was connected. Start again.`;
    case 'refused':
    case 'keys':
      return `${fault.message}. Look at the app’s settings in HighLevel, then start again.`;
  }
}
