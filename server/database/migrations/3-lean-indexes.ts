import { sql, type Kysely } from 'kysely';

/**
 * Most rows have nothing there. `leads_by_email` stays as it is: PostgreSQL keeps no statistics of an expression for an
 * index that leaves rows out, and would rather go through all leads.
 */
const sparse = [
  ['leads_by_hold', 'leads', sql`hold_told_at`],
  ['leads_by_crm_contact', 'leads', sql`crm_contact_id`],
  ['leads_by_phone', 'leads', sql`phone_e164`],
  ['subscriptions_to_tell', 'subscriptions', sql`tell_crm_at`],
] as const;

/**
 * Storing a lead wrote an entry to each of two dozen indexes. Those on what most rows lack leave these rows out now, and
 * what was sent is unique by its lead, not by the session a browser made up: leads' ids stand together.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  // PostgreSQL locks a table as its index goes. All locks are taken before anything that lasts: a server of the version
  // before, which goes on, seldom waits for one table with a lock on the next. Where it does, this is tried again.
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

  // SQLite cannot take a constraint off a table.
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
