import type { Kysely } from 'kysely';

/** Creates the tables for leads, submissions, consents, subscriptions, deliveries, destinations and lead events. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('leads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('session', 'text', (column) => column.notNull().unique())
    .addColumn('browser_key', 'text', (column) => column.notNull())
    .addColumn('open_until', 'bigint', (column) => column.notNull())
    .addColumn('form', 'text', (column) => column.notNull())
    .addColumn('page', 'text')
    .addColumn('source', 'text')
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('progress', 'text', (column) => column.notNull())
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('email', 'text')
    .addColumn('phone', 'text')
    .addColumn('phone_e164', 'text')
    .addColumn('contact_method', 'text')
    .addColumn('inquiry_type', 'text')
    .addColumn('referral_source', 'text')
    .addColumn('message', 'text')
    .addColumn('notes', 'text')
    .addColumn('areas', 'text')
    .addColumn('attribution', 'text')
    .addColumn('local_only', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('suspicions', 'text')
    .addColumn('rejected_at', 'bigint')
    .addColumn('hold_told_at', 'bigint')
    .addColumn('crm_location_id', 'text')
    .addColumn('crm_contact_id', 'text')
    .addColumn('request_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('leads_by_time').on('leads').column('created_at').execute();
  await schema.createIndex('leads_by_hold').on('leads').columns(['hold_told_at', 'status']).execute();
  await schema.createIndex('leads_by_crm_contact').on('leads').column('crm_contact_id').execute();

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
    .addUniqueConstraint('submissions_once', ['session', 'step', 'body_hash'])
    .execute();
  await schema.createIndex('submissions_by_lead').on('submissions').column('lead_id').execute();

  await schema
    .createTable('consents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('given', 'integer', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('phone', 'text')
    .addColumn('email', 'text')
    .addColumn('page', 'text')
    .addColumn('ip', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('consents_by_lead').on('consents').column('lead_id').execute();

  await schema
    .createTable('consent_texts')
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('first_used_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('consent_texts_key', ['version', 'kind'])
    .execute();

  await schema
    .createTable('subscriptions')
    .addColumn('email', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text')
    .addColumn('name', 'text')
    .addColumn('areas', 'text')
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('unsubscribed_at', 'bigint')
    .addColumn('crm_location_id', 'text')
    .addColumn('crm_contact_id', 'text')
    .addColumn('tell_crm_at', 'bigint')
    .execute();
  await schema.createIndex('subscriptions_to_tell').on('subscriptions').column('tell_crm_at').execute();

  await schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text', (column) => column.notNull())
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
    .addUniqueConstraint('deliveries_once', ['lead_id', 'destination', 'revision'])
    .execute();
  await schema.createIndex('deliveries_due').on('deliveries').columns(['state', 'next_attempt_at']).execute();

  await schema
    .createTable('destinations')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('failing_lead', 'text')
    .addColumn('open_until', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('alerted_at', 'bigint')
    .execute();

  await schema
    .createTable('lead_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('detail', 'text')
    .execute();
  await schema.createIndex('lead_events_by_lead').on('lead_events').column('lead_id').execute();
}
