import type { Logger } from 'pino';
import type { CrmAccess } from '../crm-access.ts';
import type { GrantRow, GrantStore } from './grant-store.ts';
import type { RenewGrant } from './renew-grant.ts';

/** Milliseconds: a good-looking token that is refused is replaced at most this often. */
const FORCED_EVERY = 60 * 60_000;

interface Options {
  store: GrantStore;
  renew: RenewGrant;
  /** The access token of a grant that can be used now. */
  tokenOf: (row: GrantRow) => Promise<string | null>;
  onReconnect: (reason: string) => void;
  log: Logger;
  now: () => number;
}

/** What becomes of access tokens that should be good and that the CRM refuses: one renewal, then an operator. */
export function createRefusals(options: Options): Pick<CrmAccess, 'renew' | 'refused' | 'accepted'> {
  const { store, renew, tokenOf, onReconnect, log, now } = options;
  return {
    async renew({ token, locationId }) {
      const row = await store.read(locationId);
      if (!row) return null;
      const present = await tokenOf(row);
      if (present !== null && present !== token) return { token: present, locationId };
      const last = row.forced_at;
      const recently = last !== null && last <= now() && now() - last < FORCED_EVERY;
      // Where one is under way right now, its outcome is awaited.
      if (recently && row.refresh_lease === null) return null;
      const after = await renew(row, { forced: !recently });
      if (!after || after.generation === row.generation) return null;
      return { token: await store.open(after, 'access_token'), locationId };
    },
    async refused({ token, locationId }, said) {
      const row = await store.read(locationId);
      if (!row || row.fault === 'access' || (await tokenOf(row)) !== token) return;
      if (row.fault !== null) {
        // It can neither be used nor renewed: what was known before stays the reason.
        await store.note(row, { expires_at: now(), updated_at: now() });
        return;
      }
      const reason =
        `${said}. HighLevel refuses a token it has just given. Look at the app’s scopes there, and connect the ` +
        'location again at /admin/ghl.';
      const change = { state: 'reconnect', fault: 'access', reason, updated_at: now() } as const;
      if (!(await store.note(row, change))) return;
      log.error({ event: 'crm-grant-needs-reconnecting', grant: row.id, kind: 'access' });
      onReconnect(reason);
    },
    async accepted({ locationId }) {
      const row = await store.read(locationId);
      if (row?.fault !== 'access') return;
      const change = { state: 'ready', fault: null, reason: null, updated_at: now() } as const;
      if (await store.note(row, change)) log.info({ event: 'crm-grant-ready', grant: locationId });
    },
  };
}
