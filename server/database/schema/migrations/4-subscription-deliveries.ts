import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';

/**
 * Allows deliveries of subscriptions, which may have no lead. Pending CRM syncs of subscriptions (`tell_crm_at`) become
 * deliveries.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  // SQLite cannot make a column nullable, so the table is recreated.
  await schema.dropIndex('deliveries_due').execute();
  await schema.alterTable('deliveries').renameTo('deliveries_before').execute();
  await schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text')
    .addColumn('email', 'text')
    .addColumn('destination', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('done', 'text')
    .addColumn('last_error', 'text')
    .addColumn('request_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('delivered_at', 'bigint')
    .addUniqueConstraint('deliveries_of_lead', ['lead_id', 'destination', 'revision'])
    .execute();
  const columns = sql.join(
    [
      'id',
      'lead_id',
      'destination',
      'revision',
      'state',
      'attempts',
      'next_attempt_at',
      'lease_owner',
      'lease_until',
      'done',
      'last_error',
      'request_id',
      'created_at',
      'delivered_at',
    ].map((column) => sql.ref(column)),
  );
  await sql`insert into deliveries (${columns}) select ${columns} from deliveries_before`.execute(database);
  await schema.dropTable('deliveries_before').execute();
  await schema.createIndex('deliveries_due').on('deliveries').columns(['state', 'next_attempt_at']).execute();
  await schema
    .createIndex('deliveries_of_subscription')
    .unique()
    .on('deliveries')
    .columns(['email', 'revision'])
    .where(sql.ref('email'), 'is not', null)
    .execute();

  const { rows } = await sql<{ email: string; tell_crm_at: number }>`
    select email, tell_crm_at from subscriptions where tell_crm_at is not null
  `.execute(database);
  for (const { email, tell_crm_at } of rows) {
    await sql`
      insert into deliveries (id, email, destination, revision, state, attempts, next_attempt_at, created_at)
      values (${randomUUID()}, ${email}, 'subscription', 1, 'waiting', 0, ${tell_crm_at}, ${tell_crm_at})
    `.execute(database);
  }
  await schema.dropIndex('subscriptions_to_tell').execute();
  await schema.alterTable('subscriptions').dropColumn('tell_crm_at').execute();
}
