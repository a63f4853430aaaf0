import { expect, it } from 'vitest';
import { byPage, percentile } from './overview-figures.ts';

it('returns one of the values, by nearest rank', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(values, 0.5)).toBe(50);
  expect(percentile(values, 0.95)).toBe(95);
  expect(percentile([7], 0.95)).toBe(7);
  expect(percentile([9, 1], 0.5)).toBe(1);
  expect(percentile([10, 9, 100], 0.5)).toBe(10);
  expect(percentile([], 0.5)).toBeNull();
});

it('joins visits and leads by path, whatever the query of the lead’s page', () => {
  const visits = [
    { path: '/buy', visits: 3 },
    { path: '/sell', visits: '10' },
  ];
  const leads = [
    { page: '/buy?utm_source=news', leads: 1 },
    { page: '/buy', leads: '1' },
    { page: '/old', leads: 1 },
    { page: null, leads: 5 },
  ];
  expect(byPage(visits, leads)).toEqual([
    { path: '/sell', visits: 10, leads: 0 },
    { path: '/buy', visits: 3, leads: 2 },
    { path: '/old', visits: 0, leads: 1 },
  ]);
});
