import type { DeliveryInfo } from '../../contracts/operators/operator-leads.ts';

/**
 * Merges completed deliveries to the same destination into one row. A two-step form is delivered twice, but the agent
 * should see one delivery. Other deliveries keep their own rows, because each can be retried or cancelled.
 */
export function mergeDeliveries<Row extends DeliveryInfo>(rows: readonly Row[]): Row[] {
  const merged = new Map<string, Row>();
  const result: (Row | string)[] = [];
  for (const row of rows) {
    if (row.state !== 'delivered') {
      result.push(row);
      continue;
    }
    const before = merged.get(row.destination);
    if (!before) result.push(row.destination);
    merged.set(row.destination, before ? mergeTwo(before, row) : row);
  }
  return result.flatMap((each) => (typeof each === 'string' ? (merged.get(each) ?? []) : [each]));
}

function mergeTwo<Row extends DeliveryInfo>(one: Row, other: Row): Row {
  const latest = one.revision >= other.revision ? one : other;
  return {
    ...latest,
    attempts: one.attempts + other.attempts,
    deliveredAt: Math.max(one.deliveredAt ?? 0, other.deliveredAt ?? 0) || null,
  };
}
