import { expect, it } from 'vitest';
import { testLeadRow } from '../testing/lead-row.ts';
import { groupByPerson } from './group-by-person.ts';

const idsOf = (rows: Parameters<typeof groupByPerson>[0]) =>
  groupByPerson(rows).map(({ lead, others }) => [lead].concat(others).map(({ id }) => id));

it('puts leads with the same address or number together, in the order of the list', () => {
  const rows = [
    testLeadRow('a', { email: 'Ann@example.com' }),
    testLeadRow('b', { phoneE164: '+15155550100' }),
    testLeadRow('c', { email: 'ann@example.com' }),
    testLeadRow('d', { email: 'dan@example.com' }),
  ];
  expect(idsOf(rows)).toEqual([['a', 'c'], ['b'], ['d']]);
});

it('joins two groups when a later lead has the address of one and the number of the other', () => {
  const rows = [
    testLeadRow('a', { email: 'ann@example.com' }),
    testLeadRow('x', { email: 'dan@example.com' }),
    testLeadRow('b', { phoneE164: '+15155550100' }),
    testLeadRow('c', { email: 'ann@example.com', phoneE164: '+15155550100' }),
  ];
  expect(idsOf(rows)).toEqual([['a', 'b', 'c'], ['x']]);
});

it('never joins leads that have neither an address nor a number', () => {
  expect(idsOf([testLeadRow('a'), testLeadRow('b')])).toEqual([['a'], ['b']]);
});
