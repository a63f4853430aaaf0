import { sql, type Kysely } from 'kysely';

/**
 * Creates the tables for operators, failed sign-ins, sessions, one-time links, the audit log, the CRM's OAuth grants
 * and states, CRM events, and redirects.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('operators')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('totp_secret', 'text')
    .addColumn('totp_last_step', 'bigint')
    .addColumn('recovery_codes', 'text')
    .addColumn('session_epoch', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('signed_in_at', 'bigint')
    .execute();
  await schema
    .createTable('sign_in_tries')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('wait_until', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('sessions')
    .addColumn('sid_hash', 'text', (column) => column.primaryKey())
    .addColumn('operator_id', 'text')
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('sessions_by_operator').on('sessions').column('operator_id').execute();
  await schema
    .createTable('one_time_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('operator_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('operator_id', 'text')
    .addColumn('operator_name', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('detail', 'text')
    .addColumn('request_id', 'text')
    .execute();
  await schema.createIndex('audit_by_time').on('audit').column('at').execute();
  await schema
    .createTable('crm_grants')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('location_id', 'text', (column) => column.unique())
    .addColumn('location_name', 'text')
    .addColumn('company_id', 'text')
    .addColumn('access_token', 'text', (column) => column.notNull())
    .addColumn('refresh_token', 'text')
    .addColumn('scope', 'text')
    .addColumn('issued_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('generation', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('fault', 'text')
    .addColumn('reason', 'text')
    .addColumn('refresh_lease', 'text')
    .addColumn('refresh_lease_until', 'bigint')
    .addColumn('refresh_begun_at', 'bigint')
    .addColumn('refresh_after', 'bigint', (column) => column.notNull())
    .addColumn('refresh_failures', 'integer', (column) => column.notNull())
    .addColumn('forced_at', 'bigint')
    .addColumn('connected_by', 'text')
    .addColumn('connected_at', 'bigint', (column) => column.notNull())
    .addColumn('chosen_at', 'bigint')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('oauth_states')
    .addColumn('state_hash', 'text', (column) => column.primaryKey())
    .addColumn('sid_hash', 'text', (column) => column.notNull())
    .addColumn('operator_id', 'text', (column) => column.notNull())
    .addColumn('location_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('replaced_at', 'bigint')
    .execute();
  await schema
    .createTable('crm_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('once_key', 'text', (column) => column.notNull().unique())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('location_id', 'text')
    .addColumn('crm_contact_id', 'text')
    .addColumn('lead_id', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('occurred_at', 'bigint')
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('crm_events_by_time').on('crm_events').column('received_at').execute();
  await schema.createIndex('crm_events_by_contact').on('crm_events').column('crm_contact_id').execute();
  await schema.createIndex('crm_events_by_lead').on('crm_events').column('lead_id').execute();
  // For the live list of lead events, and for matching CRM contacts by e-mail address or phone number.
  await schema.createIndex('lead_events_by_time').on('lead_events').column('at').execute();
  await schema
    .createIndex('leads_by_email')
    .on('leads')
    .expression(sql`lower(email)`)
    .execute();
  await schema.createIndex('leads_by_phone').on('leads').column('phone_e164').execute();
  await schema
    .createTable('redirects')
    .addColumn('from_path', 'text', (column) => column.primaryKey())
    .addColumn('to_path', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}
