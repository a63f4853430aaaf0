import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { createTokenAccess, type CrmAccess } from './crm-access.ts';
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
  const access =
    crm.token || !grants
      ? createTokenAccess(crm)
      : createOauthAccess({ grants, locationId: crm.locationId, now });
  return {
    access,
    grants,
    start: () => grants?.start(),
    stop: async () => grants?.stop(),
  };
}
