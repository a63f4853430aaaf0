import { sql, type SqlBool } from 'kysely';

/**
 * SQL condition: whether a lead is included in the numbers of leads. Quarantined leads are not, nor are leads that an
 * operator resolved while they were quarantined.
 */
export const isCountedLeadSql = sql<SqlBool>`leads.status <> 'quarantined' and leads.rejected_at is null`;
