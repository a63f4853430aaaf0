import { expect, it } from 'vitest';
import type { DeliveryInfo } from '../../contracts/operators/operator-leads.ts';
import { mergeDeliveries } from './merge-deliveries.ts';

const delivery = (id: string, values: Partial<DeliveryInfo>): DeliveryInfo => ({
  id,
  destination: 'crm',
  revision: 1,
  state: 'delivered',
  attempts: 1,
  nextAttemptAt: null,
  deliveredAt: 1_000,
  lastError: null,
  ...values,
});

it('merges the deliveries of both steps of a form into one row', () => {
  const rows = [
    delivery('second', { revision: 2, attempts: 1, deliveredAt: 2_000 }),
    delivery('alert', { destination: 'alert' }),
    delivery('first', { revision: 1, attempts: 0, deliveredAt: 2_500 }),
  ];
  expect(mergeDeliveries(rows)).toEqual([
    delivery('second', { revision: 2, attempts: 1, deliveredAt: 2_500 }),
    delivery('alert', { destination: 'alert' }),
  ]);
});

it('keeps a row for each delivery that can still be retried or cancelled', () => {
  const rows = [
    delivery('second', { revision: 2, state: 'attention', deliveredAt: null }),
    delivery('first', { revision: 1 }),
  ];
  expect(mergeDeliveries(rows)).toEqual(rows);
});
