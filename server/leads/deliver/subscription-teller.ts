import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { CrmAccess, CrmCredentials } from '../../crm/crm-access.ts';
import type { CrmClient, CrmClients } from '../../crm/crm-client.ts';
import { CrmFault } from '../../crm/crm-fault.ts';
import { withCrm } from '../../crm/with-crm.ts';
import type { Database } from '../../database/schema.ts';
import { TransientFault } from './delivery-fault.ts';
import { readCircuit, wayThrough } from './circuit.ts';
import { contactTags } from './contact-tags.ts';
import { FARTHEST, LEASE } from './moments.ts';
import { scrubText } from './scrub-text.ts';

/** Milliseconds after which a subscription that could not be told is told again. */
const TRY_AGAIN = 5 * 60_000;
/** The same where its contact is in a location that is not connected. */
const TRY_AWAY = 60 * 60_000;

interface Options {
  access: CrmAccess;
  /** The way to a location that has the contact, while leads go to another. */
  accessOf?: ((locationId: string) => CrmAccess) | undefined;
  clients: CrmClients;
  query: Kysely<Database>;
  log: Logger;
  now: () => number;
  /** Ends the calls when the server stops. */
  signal: AbortSignal;
}

/** Tells the CRM of subscriptions that no delivery can tell it of: their lead was deleted, or is held back. */
export interface SubscriptionTeller {
  /** Tells all that are due, whichever server was asked; those that fail are due again later. Never throws. */
  tellAll(): Promise<void>;
  /** Until what is on its way has ended. */
  settled(): Promise<void>;
}

/** Any number of servers may have one: telling twice changes nothing. */
export function createSubscriptionTeller(options: Options): SubscriptionTeller {
  const { query, log, now, signal, access, accessOf, clients } = options;
  let telling: Promise<void> | undefined;

  async function tellNext(): Promise<boolean> {
    const at = now();
    const due = await nextDue(query, at);
    // Asked for only where they are needed: getting them may renew the CRM's token.
    const target = due && (await access.credentials());
    if (!target) return false;
    if (wayThrough(await readCircuit(query, 'crm'), at, false) === 'none') return false;
    const lease = at + LEASE;
    if (!(await moveMoment(query, due.email, due.tell_crm_at, lease))) return true;
    const subscribed = due.unsubscribed_at === null;
    try {
      const beforeCall = () => Promise.resolve(signal.throwIfAborted());
      await withCrm(
        { ...(await wayTo(due.location ?? target.locationId, target)), clients },
        { signal, beforeCall },
        (client) => tellCrm(client, due),
      );
    } catch (fault) {
      const said = fault instanceof Error ? fault.message : String(fault);
      const wait = signal.aborted
        ? 0
        : fault instanceof TransientFault
          ? Math.max(TRY_AGAIN, fault.retryAfter)
          : TRY_AGAIN;
      await moveMoment(query, due.email, lease, at + wait);
      log.warn({ event: 'subscription-not-told', subscribed, reason: scrubText(said, [due.email]) });
      return false;
    }
    if (!(await moveMoment(query, due.email, lease, null))) {
      // It changed meanwhile, and another server may have told that already: what is so now must be told last.
      await query
        .updateTable('subscriptions')
        .set({ tell_crm_at: now() })
        .where('email', '=', due.email)
        .execute();
    }
    log.info({ event: 'subscription-told', subscribed });
    return true;
  }

  async function wayTo(
    location: string,
    target: CrmCredentials,
  ): Promise<{ access: CrmAccess; credentials: CrmCredentials }> {
    if (location === target.locationId) return { access, credentials: target };
    const home = accessOf?.(location);
    const credentials = await home?.credentials();
    if (home && credentials) return { access: home, credentials };
    throw new TransientFault(
      `The contact is in the location ${location}, which is not connected: connect it at /admin/ghl, or change the ` +
        'contact’s “Market Report” tag there by hand.',
      { retryAfter: TRY_AWAY },
    );
  }

  return {
    async tellAll() {
      telling ??= (async () => {
        while (!signal.aborted && (await tellNext()));
      })()
        .catch((error: unknown) => log.error({ event: 'subscription-not-told', err: error }))
        .finally(() => {
          telling = undefined;
        });
      return telling;
    },
    settled: async () => telling,
  };
}

interface Due {
  email: string;
  unsubscribed_at: number | null;
  tell_crm_at: number | null;
  location: string | null;
  contact: string | null;
}

function nextDue(query: Kysely<Database>, now: number): Promise<Due | undefined> {
  return query
    .selectFrom('subscriptions as row')
    .leftJoin('leads', 'leads.id', 'row.lead_id')
    .select((is) => [
      'row.email',
      'row.unsubscribed_at',
      'row.tell_crm_at',
      is.fn.coalesce('leads.crm_location_id', 'row.crm_location_id').as('location'),
      is.fn.coalesce('leads.crm_contact_id', 'row.crm_contact_id').as('contact'),
    ])
    .where('row.tell_crm_at', 'is not', null)
    .where((is) => is.or([is('row.tell_crm_at', '<=', now), is('row.tell_crm_at', '>', now + FARTHEST)]))
    .orderBy('row.tell_crm_at')
    .limit(1)
    .executeTakeFirst();
}

/** False: the moment is another by now. */
async function moveMoment(
  query: Kysely<Database>,
  email: string,
  from: number | null,
  to: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('subscriptions')
    .set({ tell_crm_at: to })
    .where('email', '=', email)
    .where('tell_crm_at', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function tellCrm(client: CrmClient, due: Due): Promise<void> {
  const { add, remove } = contactTags([], due);
  const tag = async (contactId: string) => {
    await client.addTags(contactId, add);
    await client.removeTags(contactId, remove);
  };
  if (due.contact !== null) {
    try {
      await tag(due.contact);
      return;
    } catch (fault) {
      // Somebody deleted it, or joined it with another.
      if (!(fault instanceof CrmFault) || fault.kind !== 'gone') throw fault;
    }
  }
  const found = await client.findDuplicate({ email: due.email });
  // Whom the CRM does not know, it sends nothing.
  if (found) await tag(found.id);
}
