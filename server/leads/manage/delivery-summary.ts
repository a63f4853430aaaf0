import type { Kysely } from 'kysely';
import type { Database, DeliveryState, DestinationName } from '../../database/schema/schema.ts';
import type { CircuitRow } from '../deliver/circuit.ts';
import type { Config } from '../../platform/config/config.ts';

interface DeliverySummary {
  counts: readonly { destination: DestinationName; state: DeliveryState; count: number }[];
  /** When the oldest waiting or running delivery was created, in epoch milliseconds; null if there is none. */
  oldestWaiting: number | null;
  circuits: readonly CircuitRow[];
  /** Deliveries that need an operator, oldest first; at most fifty. */
  attention: readonly {
    id: string;
    destination: DestinationName;
    attempts: number;
    last_error: string | null;
  }[];
  /** Quarantined leads, oldest first; at most fifty. */
  quarantined: readonly { id: string; suspicions: string | null }[];
}

/** Maximum number of entries per list. */
const MAX_LISTED_DELIVERIES = 50;

/** Reads the current state of all deliveries, and the leads that are quarantined. */
export async function readDeliverySummary(query: Kysely<Database>): Promise<DeliverySummary> {
  const counts = await query
    .selectFrom('deliveries')
    .select((is) => ['destination', 'state', is.fn.countAll<number | string>().as('count')])
    .groupBy(['destination', 'state'])
    .orderBy('destination')
    .orderBy('state')
    .execute();
  const oldest = await query
    .selectFrom('deliveries')
    .select('created_at')
    .where('state', 'in', ['waiting', 'sending'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return {
    counts: counts.map(({ destination, state, count }) => ({ destination, state, count: Number(count) })),
    oldestWaiting: oldest?.created_at ?? null,
    circuits: await query.selectFrom('destinations').selectAll().orderBy('name').execute(),
    attention: await query
      .selectFrom('deliveries')
      .select(['id', 'destination', 'attempts', 'last_error'])
      .where('state', '=', 'attention')
      .orderBy('created_at')
      .limit(MAX_LISTED_DELIVERIES)
      .execute(),
    quarantined: await query
      .selectFrom('leads')
      .select(['id', 'suspicions'])
      .where('status', '=', 'quarantined')
      .orderBy('created_at')
      .limit(MAX_LISTED_DELIVERIES)
      .execute(),
  };
}

/** Formats the summary for a terminal, with the commands that retry deliveries and release leads. */
export function formatDeliverySummary(
  { counts, oldestWaiting, circuits, attention, quarantined }: DeliverySummary,
  config: Pick<Config, 'crm' | 'mail'>,
  now: number,
): string {
  const lines: string[] = [];
  if (counts.length === 0) lines.push('No deliveries yet.');
  for (const { destination, state, count } of counts) lines.push(`${destination}: ${count} ${state}`);
  if (oldestWaiting !== null) {
    lines.push(`The oldest of those that wait was stored ${describeAge(now - oldestWaiting)} ago.`);
  }
  for (const missing of missingSettings(counts, config)) lines.push(missing);
  for (const { name, state, reason, open_until } of circuits) {
    if (state === 'refused') {
      lines.push(`${name} refuses our credentials: ${reason ?? 'no reason given'}`);
    } else if (state === 'open') {
      const wait = Math.max(0, Math.ceil((open_until - now) / 1000));
      lines.push(`${name} cannot be reached; tried again in ${wait} s. Last: ${reason ?? 'no reason given'}`);
    }
  }
  if (attention.length > 0) {
    lines.push('', 'Need attention; fix the cause, then: npm run leads retry <delivery>, or retry all');
    for (const { id, destination, attempts, last_error } of attention) {
      lines.push(`  ${id}  ${destination}, ${attempts} tries: ${last_error ?? 'no reason given'}`);
    }
  }
  if (quarantined.length > 0) {
    lines.push('', 'Held back as suspicious; to send one on: npm run leads release <lead>');
    for (const { id, suspicions } of quarantined) lines.push(`  ${id}  ${suspicions ?? ''}`);
  }
  return lines.join('\n');
}

function missingSettings(
  counts: DeliverySummary['counts'],
  { crm, mail }: Pick<Config, 'crm' | 'mail'>,
): string[] {
  const wait = (name: DestinationName) =>
    counts.some(
      ({ destination, state }) => destination === name && (state === 'waiting' || state === 'sending'),
    );
  return [
    ...((wait('crm') || wait('subscription')) && !crm.token && !crm.oauth
      ? ['No CRM is connected: set GHL_API_KEY and GHL_LOCATION_ID, and restart. Leads wait until then.']
      : []),
    ...(wait('workflow') && !crm.inboundWebhookUrl
      ? ['Workflow calls wait, but GHL_INBOUND_WEBHOOK_URL is no longer set.']
      : []),
    ...((wait('alert') || wait('identity') || wait('confirmation')) && !mail.smtpUrl
      ? ['Mails wait, but SMTP_URL is no longer set.']
      : []),
  ];
}

function describeAge(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
