import { sql, type Kysely } from 'kysely';

/** Creates the tables for the stages, reminders and notes of leads, and for the visit counts of pages. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('lead_follow_ups')
    .addColumn('lead_id', 'text', (column) => column.primaryKey())
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('remind_on', 'text')
    .addColumn('remind_about', 'text')
    .addColumn('mailed_at', 'bigint')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('lead_follow_ups_by_day')
    .on('lead_follow_ups')
    .column('remind_on')
    .where(sql.ref('remind_on'), 'is not', null)
    .execute();
  await schema
    .createTable('lead_notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('lead_notes_by_lead').on('lead_notes').column('lead_id').execute();
  await schema
    .createTable('page_visits')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('visits', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_visits_key', ['day', 'path'])
    .execute();
}
