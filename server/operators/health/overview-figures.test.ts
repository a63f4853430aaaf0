import { expect, it } from 'vitest';
import { joinVisitsWithLeads } from './overview-figures.ts';

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
  expect(joinVisitsWithLeads(visits, leads)).toEqual([
    { path: '/sell', visits: 10, leads: 0 },
    { path: '/buy', visits: 3, leads: 2 },
    { path: '/old', visits: 0, leads: 1 },
  ]);
});
