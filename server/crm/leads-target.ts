import type { LeadsTarget } from '../../src/operator/api-shapes.ts';
import type { CrmConfig } from '../config.ts';
import type { CrmAccess } from './crm-access.ts';
import type { CrmGrants } from './oauth/crm-grants.ts';
import { locationForLeads } from './oauth/location-for-leads.ts';

interface Options {
  config: Pick<CrmConfig, 'token' | 'locationId'>;
  access: Pick<CrmAccess, 'state'>;
  grants: Pick<CrmGrants, 'locations' | 'usable'> | null;
  /** Id of a location that is left out: where leads would go without it. */
  without?: string | undefined;
}

/** Where leads go, for operators to see. Null: nowhere yet. */
export async function findLeadsTarget({
  config,
  access,
  grants,
  without,
}: Options): Promise<LeadsTarget | null> {
  const { token, locationId: setting } = config;
  if (token) {
    const state = (await access.state()) === 'ready' ? 'ready' : 'reconnect';
    return { locationId: token.locationId, name: null, by: 'token', state, until: null };
  }
  if (!grants) return null;
  const rows = (await grants.locations()).filter((row) => row.id !== without);
  const row = locationForLeads(rows, setting);
  if (!row) {
    return setting === null
      ? null
      : { locationId: setting, name: null, by: 'setting', state: 'unconnected', until: null };
  }
  return {
    locationId: row.id,
    name: row.location_name,
    by: setting !== null ? 'setting' : row.chosen_at !== null ? 'operator' : 'first',
    state: row.state,
    until: row.state === 'reconnect' && (await grants.usable(row)) ? row.expires_at : null,
  };
}
