import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { LeadsTarget } from '../../src/operator/api-shapes.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { createTokenAccess, type CrmAccess } from './crm-access.ts';
import { findLeadsTarget } from './leads-target.ts';
import { createCrmGrants, type CrmGrants } from './oauth/crm-grants.ts';
import { createOauthAccess } from './oauth/oauth-access.ts';

interface Options {
  config: Pick<Config, 'crm'>;
  query: Kysely<Database>;
  /** The server's secret keys, the current one first. */
  secrets: readonly string[];
  log: Logger;
  now?: () => number;
}

/** The CRM of this set-up. */
export interface OpenCrm {
  /** The way of leads: by the private-integration token where one is set, else by what locations granted. */
  access: CrmAccess;
  /** The way to one location, whatever it is reached by. */
  of(locationId: string): CrmAccess;
  /** Where leads go; or where they would without a location. Null: nowhere yet. */
  leadsTo(without?: string): Promise<LeadsTarget | null>;
  /** Null: the application's client id and secret are not set. */
  grants: CrmGrants | null;
  /** From now on grants are kept fresh. */
  start(): void;
  /** Ends when no renewal is under way any more. */
  stop(): Promise<void>;
}

/** Puts together how the CRM is reached. */
export function openCrm({ config, query, secrets, log, now }: Options): OpenCrm {
  const { crm } = config;
  const grants = crm.oauth
    ? createCrmGrants({ config: { apiBase: crm.apiBase, oauth: crm.oauth }, query, secrets, log, now })
    : null;
  const byToken = createTokenAccess(crm);
  const byGrant = (locationId: string | null) =>
    grants ? createOauthAccess({ grants, locationId }) : createTokenAccess({ token: null });
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
