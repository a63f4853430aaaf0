import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import type { Database } from '../../database/schema/schema.ts';
import { decryptWithKeyAge, encryptText } from '../../platform/security/encrypted-text.ts';

/** A row of `crm_grants`: the grant of a location or of a company. */
export type GrantRow = Selectable<Database['crm_grants']>;

/** Tokens that the CRM has just issued, not yet encrypted. */
export interface IssuedCrmTokens {
  accessToken: string;
  /** Null if the tokens come from the company's grant. */
  refreshToken: string | null;
  scope: string | null;
  /** Epoch milliseconds. */
  issuedAt: number;
  expiresAt: number;
}

/**
 * A grant from a new authorization. `locationId` is null for the grant of a company. `connectedBy` is the name of the
 * operator.
 */
export interface NewGrant extends IssuedCrmTokens {
  id: string;
  locationId: string | null;
  locationName: string | null;
  companyId: string | null;
  connectedBy: string | null;
}

/** The stored grants. Tokens are encrypted at rest. */
export interface GrantStore {
  /** Returns the grants of locations and companies, in the order in which they were connected. */
  all(): Promise<GrantRow[]>;
  read(id: string): Promise<GrantRow | undefined>;
  /**
   * Decrypts a token. If only a former key decrypts it, re-encrypts both tokens with the current key. Throws an error
   * that explains the fix if no key decrypts it.
   */
  open(row: GrantRow, which: 'access_token' | 'refresh_token'): Promise<string>;
  /** Inserts or replaces a grant. A replaced grant keeps its `connected_by` and `connected_at`. */
  save(grant: NewGrant): Promise<void>;
  /** Replaces a grant's tokens. Returns false, without changes, if its generation has changed or it was removed. */
  replaceTokens(row: Pick<GrantRow, 'id' | 'generation'>, tokens: IssuedCrmTokens): Promise<boolean>;
  /**
   * Takes the lease for a renewal, for `length` milliseconds. If the renewal will use a refresh token, also sets
   * `refresh_begun_at`. Returns false if another server holds the lease or newer tokens exist.
   */
  takeLease(row: GrantRow, lease: { owner: string; length: number; forced: boolean }): Promise<boolean>;
  /**
   * Sends leads to this location from now on. `also` runs in the same transaction. Returns false if the location is not
   * connected or must be connected again.
   */
  choose(locationId: string, also: (transaction: Transaction<Database>) => Promise<void>): Promise<boolean>;
  /**
   * Removes a location's grant, and its company's grant if no other location needs it. `also` runs in the same
   * transaction. Returns false if there is no such grant.
   */
  remove(locationId: string, also: (transaction: Transaction<Database>) => Promise<void>): Promise<boolean>;
  /**
   * Changes columns if the grant still has this generation. Returns false if newer tokens exist or the grant was
   * removed.
   */
  note(
    row: Pick<GrantRow, 'id' | 'generation'>,
    change: Updateable<Database['crm_grants']>,
  ): Promise<boolean>;
}

/** Column values of a grant without a fault or a running renewal. */
const SOUND = {
  state: 'ready',
  fault: null,
  reason: null,
  refresh_lease: null,
  refresh_lease_until: null,
  refresh_begun_at: null,
  refresh_after: 0,
  refresh_failures: 0,
} as const;

/** Creates a store for the grants. Encrypts with the first of `secrets` and decrypts with any of them. */
export function createGrantStore(
  query: Kysely<Database>,
  secrets: readonly string[],
  now: () => number,
): GrantStore {
  const sealed = async (tokens: IssuedCrmTokens) => ({
    access_token: await encryptText(tokens.accessToken, secrets),
    refresh_token: tokens.refreshToken === null ? null : await encryptText(tokens.refreshToken, secrets),
    scope: tokens.scope,
    issued_at: tokens.issuedAt,
    expires_at: tokens.expiresAt,
  });

  const note: GrantStore['note'] = async ({ id, generation }, change) => {
    const { numUpdatedRows } = await query
      .updateTable('crm_grants')
      .set(change)
      .where('id', '=', id)
      .where('generation', '=', generation)
      .executeTakeFirst();
    return numUpdatedRows > 0;
  };

  async function sealAgain(row: GrantRow): Promise<void> {
    const reseal = async (text: string) =>
      encryptText((await decryptWithKeyAge(text, secrets)).text, secrets);
    await note(row, {
      access_token: await reseal(row.access_token),
      refresh_token: row.refresh_token === null ? null : await reseal(row.refresh_token),
    });
  }

  return {
    all: () => query.selectFrom('crm_grants').selectAll().orderBy('connected_at').orderBy('id').execute(),
    read: (id) => query.selectFrom('crm_grants').selectAll().where('id', '=', id).executeTakeFirst(),
    async open(row, which) {
      const { text, old } = await decryptWithKeyAge(row[which] ?? '', secrets);
      if (old) await sealAgain(row);
      return text;
    },
    async save({ id, locationId, locationName, companyId, connectedBy, ...tokens }) {
      const at = now();
      const values = {
        ...SOUND,
        ...(await sealed(tokens)),
        location_id: locationId,
        location_name: locationName,
        company_id: companyId,
        forced_at: null,
        updated_at: at,
      };
      await query
        .insertInto('crm_grants')
        // The generation must differ from that of a removed grant, whose last renewal may still be running.
        .values({ ...values, id, connected_by: connectedBy, connected_at: at, generation: at })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((column) => ({
            ...values,
            generation: column('crm_grants.generation', '+', 1),
          })),
        )
        .execute();
    },
    replaceTokens: async (row, tokens) =>
      note(row, {
        ...SOUND,
        ...(await sealed(tokens)),
        generation: row.generation + 1,
        updated_at: now(),
      }),
    async takeLease(row, { owner, length, forced }) {
      const at = now();
      const { numUpdatedRows } = await query
        .updateTable('crm_grants')
        .set({
          refresh_lease: owner,
          refresh_lease_until: at + length,
          // Refresh tokens are single-use, so an interrupted renewal with one must be detected.
          ...(row.refresh_token === null ? {} : { refresh_begun_at: at }),
          ...(forced ? { forced_at: at } : {}),
        })
        .where('id', '=', row.id)
        .where('generation', '=', row.generation)
        .where((is) =>
          is.or([
            is('refresh_lease', 'is', null),
            is('refresh_lease_until', '<=', at),
            // No lease is this long, so the clock must have jumped.
            is('refresh_lease_until', '>', at + 2 * length),
          ]),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },
    choose: (locationId, also) =>
      query.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('crm_grants')
          .set({ chosen_at: now() })
          .where('location_id', '=', locationId)
          .where('state', '=', 'ready')
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await transaction
          .updateTable('crm_grants')
          .set({ chosen_at: null })
          .where('location_id', '<>', locationId)
          .execute();
        await also(transaction);
        return true;
      }),
    remove: (locationId, also) =>
      query.transaction().execute(async (transaction) => {
        const gone = await transaction
          .deleteFrom('crm_grants')
          .where('location_id', '=', locationId)
          .returning('company_id')
          .executeTakeFirst();
        if (!gone) return false;
        await transaction
          .deleteFrom('crm_grants as company')
          .where('company.id', '=', gone.company_id ?? '')
          .where('company.location_id', 'is', null)
          .where((is) =>
            is.not(
              is.exists(
                is
                  .selectFrom('crm_grants as location')
                  .select('location.id')
                  .where('location.company_id', '=', gone.company_id ?? '')
                  .where('location.location_id', 'is not', null)
                  .where('location.refresh_token', 'is', null),
              ),
            ),
          )
          .execute();
        await also(transaction);
        return true;
      }),
    note,
  };
}
