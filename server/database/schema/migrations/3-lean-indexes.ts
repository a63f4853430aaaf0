import { sql, type Kysely } from 'kysely';

/**
 * Indexes on columns that are null in most rows. `leads_by_email` stays a full index: PostgreSQL keeps no statistics on
 * the expression of a partial index, and would scan all leads instead.
 */
const sparse = [
  ['leads_by_hold', 'leads', sql`hold_told_at`],
  ['leads_by_crm_contact', 'leads', sql`crm_contact_id`],
  ['leads_by_phone', 'leads', sql`phone_e164`],
  ['subscriptions_to_tell', 'subscriptions', sql`tell_crm_at`],
] as const;

/**
 * Makes it cheaper to store a lead. Without this migration, each lead updates about two dozen indexes. Indexes on
 * mostly null columns become partial. Submissions become unique per lead instead of per session, because new lead ids
 * are adjacent in the index.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  // In PostgreSQL, dropping an index locks its table. All locks are taken before any slow step, so deadlocks with a
  // running server of the previous version are unlikely. After a deadlock, the migration is retried.
  for (const [index] of sparse) await schema.dropIndex(index).execute();
  await schema.dropIndex('submissions_by_lead').execute();
  for (const [index, table, column] of sparse) {
    await schema.createIndex(index).on(table).expression(column).where(column, 'is not', null).execute();
  }
  await schema
    .createIndex('leads_held')
    .on('leads')
    .column('hold_told_at')
    .where(sql.ref('status'), '=', sql.lit('quarantined'))
    .execute();

  // SQLite cannot drop a constraint, so the table is recreated.
  await schema.alterTable('submissions').renameTo('submissions_before').execute();
  await schema
    .createTable('submissions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('page', 'text')
    .addColumn('ip', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('request_id', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('submissions_of_lead', ['lead_id', 'step', 'body_hash'])
    .execute();
  await sql`insert into submissions select * from submissions_before`.execute(database);
  await schema.dropTable('submissions_before').execute();
}
