import type { DeliveryInfo } from '../../contracts/operator-api.ts';

/**
 * Merges what one destination has received into one line. A form with two steps is delivered twice, which is one delivery
 * to whoever reads it. Deliveries that are not done keep their own lines, because each can be retried or cancelled.
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
