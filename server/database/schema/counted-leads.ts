import { sql, type SqlBool } from 'kysely';

/**
 * SQL condition: whether a lead is counted. Quarantined leads are not, nor are leads that an operator resolved while
 * they were quarantined.
 */
export const isCountedLeadSql = sql<SqlBool>`leads.status <> 'quarantined' and leads.rejected_at is null`;
