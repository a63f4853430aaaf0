import { sql, type SqlBool } from 'kysely';

/**
 * SQL for the leads that count as leads: not those that are quarantined, nor those that an operator has closed without
 * sending them.
 */
export const isCountedLeadSql = sql<SqlBool>`leads.status <> 'quarantined' and leads.rejected_at is null`;
