import type { CrmAccess } from '../crm-access.ts';
import type { CrmGrants } from './crm-grants.ts';
import { locationForLeads } from './location-for-leads.ts';

interface Options {
  grants: CrmGrants;
  /** Where leads go; null: where `locationForLeads` says. */
  locationId: string | null;
}

/** Access by what locations granted us. */
export function createOauthAccess({ grants, locationId }: Options): CrmAccess {
  const chosen = async () => locationForLeads(await grants.locations(), locationId);
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
        : 'Connect HighLevel again at /admin/ghl.',
    onReconnect: (listener) => grants.onReconnect(listener),
    onReady: (listener) => grants.onReady(listener),
  };
}
