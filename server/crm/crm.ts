import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { LeadsTarget } from '../../src/contracts/operators/crm-calls.ts';
import type { Database } from '../database/schema/schema.ts';
import type { Config, CrmConfig } from '../platform/config/config.ts';
import { createPrivateTokenAccess, type CrmAccess } from './crm-access.ts';
import { createCrmGrants, type CrmGrants } from './oauth/crm-grants.ts';
import type { GrantRow } from './oauth/grant-store.ts';

interface Options {
  config: Pick<Config, 'crm'>;
  query: Kysely<Database>;
  /** The server's secret keys, with the current one first. */
  secrets: readonly string[];
  log: Logger;
  now: () => number;
}

/** The connection to the CRM: credentials for its locations, and the OAuth grants. */
export interface Crm {
  /** Access for delivering leads: with the private-integration token if one is set, otherwise with OAuth. */
  access: CrmAccess;
  /** Returns access to one location, with the private-integration token or with OAuth. */
  of(locationId: string): CrmAccess;
  /**
   * Returns the location that receives leads, or null if there is none. `without` is the id of a location whose grant
   * is left out.
   */
  leadsTo(without?: string): Promise<LeadsTarget | null>;
  /** The OAuth grants, or null if the application's client id and secret are not set. */
  grants: CrmGrants | null;
  start(): void;
  /** Stops renewing grants. Resolves when the current renewals have ended. */
  stop(): Promise<void>;
}

/** Creates the connection to the CRM. A private-integration token takes precedence over OAuth. */
export function createCrm({ config, query, secrets, log, now }: Options): Crm {
  const { crm } = config;
  const grants = crm.oauth
    ? createCrmGrants({ config: { apiBase: crm.apiBase, oauth: crm.oauth }, query, secrets, log, now })
    : null;
  const byToken = createPrivateTokenAccess(crm);
  const byGrant = (locationId: string | null) =>
    grants ? createOauthAccess({ grants, locationId }) : createPrivateTokenAccess({ token: null });
  const access = crm.token ? byToken : byGrant(crm.locationId);
  return {
    access,
    of: (locationId) => (locationId === crm.token?.locationId ? byToken : byGrant(locationId)),
    leadsTo: (without) => findLeadsTarget({ config: crm, access, grants, without }),
    grants,
    start: () => grants?.start(),
    stop: async () => grants?.stop(),
  };
}

/** Creates access with OAuth grants. If `locationId` is null, `locationForLeads` picks the location. */
export function createOauthAccess({
  grants,
  locationId,
}: {
  grants: CrmGrants;
  locationId: string | null;
}): CrmAccess {
  const chosen = async () => locationForLeads(await grants.locations(), locationId);
  return {
    async state() {
      const row = await chosen();
      if (!row) return 'not-configured';
      // A grant that an operator must connect again still delivers leads until its token expires, unless the CRM has
      // refused that token.
      const good = row.fault !== 'access' && (await grants.credentials(row.id)) !== null;
      return good ? 'ready' : 'reconnect-needed';
    },
    async credentials() {
      const row = await chosen();
      return row ? grants.credentials(row.id) : null;
    },
    renew: (refused) => grants.renew(refused),
    refused: (credentials, crmMessage) => grants.refused(credentials, crmMessage),
    accepted: (credentials) => grants.accepted(credentials),
    fix: (status) =>
      status === 403
        ? 'Connect that location to the site at /admin/ghl, or set GHL_LOCATION_ID to one that is connected.'
        : 'Connect HighLevel again at /admin/ghl.',
    onReconnect: (listener) => grants.onReconnect(listener),
    onReady: (listener) => grants.onReady(listener),
  };
}

/**
 * Picks the location for leads: the configured one, else the one an operator chose, else the one connected first.
 * Also picks a location that must be reconnected, because personal data must not go to another location
 * automatically. `rows` must be ordered by connection time.
 */
function locationForLeads(rows: readonly GrantRow[], setting: string | null): GrantRow | undefined {
  if (setting !== null) return rows.find((row) => row.location_id === setting);
  const [first] = rows.toSorted((one, other) => (other.chosen_at ?? 0) - (one.chosen_at ?? 0));
  return first;
}

interface TargetOptions {
  config: Pick<CrmConfig, 'token' | 'locationId'>;
  access: Pick<CrmAccess, 'state'>;
  grants: Pick<CrmGrants, 'locations' | 'usable'> | null;
  /** Id of a location whose grant is left out. */
  without?: string | undefined;
}

async function findLeadsTarget(options: TargetOptions): Promise<LeadsTarget | null> {
  const { config, access, grants, without } = options;
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
