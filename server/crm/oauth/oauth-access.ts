import type { CrmAccess } from '../crm-access.ts';
import type { CrmGrants } from './crm-grants.ts';
import type { GrantRow } from './grant-store.ts';
import { isAlive } from './renewal-times.ts';

interface Options {
  grants: CrmGrants;
  /** Where leads go; null: to the location connected first of those that are ready. */
  locationId: string | null;
  now?: (() => number) | undefined;
}

/** Access by what locations granted us. */
export function createOauthAccess({ grants, locationId, now = Date.now }: Options): CrmAccess {
  async function chosen(): Promise<GrantRow | undefined> {
    const rows = await grants.locations();
    if (locationId !== null) return rows.find((row) => row.location_id === locationId);
    return rows.find((row) => row.state === 'ready') ?? rows.find((row) => isAlive(row, now())) ?? rows[0];
  }
  return {
    async state() {
      const row = await chosen();
      if (!row) return 'not-configured';
      // While the old token lives, leads flow: only renewing it needs an operator.
      const good = row.fault !== 'access' && (await grants.credentials(row.id)) !== null;
      return good ? 'ready' : 'reconnect-needed';
    },
    async credentials() {
      const row = await chosen();
      return row ? grants.credentials(row.id) : null;
    },
    renew: (refused) => grants.renew(refused),
    refused: (credentials, said) => grants.refused(credentials, said),
    accepted: (credentials) => grants.accepted(credentials),
    mend: (status) =>
      status === 403
        ? 'Connect that location to the site at /admin/ghl, or set GHL_LOCATION_ID to one that is connected.'
        : 'Connect HighLevel again at /admin/ghl; leads wait until then.',
    onReconnect: (listener) => grants.onReconnect(listener),
    onReady: (listener) => grants.onReady(listener),
  };
}
