import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { testLeadRow } from '../testing/lead-row.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { LeadListView } from './lead-list.tsx';

const inbox = (...rows: ReturnType<typeof testLeadRow>[]) =>
  renderScreen(<LeadListView label="Leads" rows={rows} href={(id) => `/admin/leads?open=${id}`} />);

it('shows the state of the deliveries only if an operator must look at it', () => {
  inbox(
    testLeadRow('a', { name: 'Ann', delivery: 'delivered' }),
    testLeadRow('b', { name: 'Bob', delivery: 'waiting' }),
    testLeadRow('c', { name: 'Cid', delivery: 'attention' }),
    testLeadRow('d', { name: 'Dee', delivery: 'held' }),
  );
  const rows = screen.getAllByRole('listitem');
  expect(rows.map((row) => /Delivered|On its way|Needs you|Held back/.exec(row.textContent)?.[0])).toEqual([
    undefined,
    undefined,
    'Needs you',
    'Held back',
  ]);
});

it.each(['5155550142', '515-555-0142', '+1 (515) 555-0142'])('shows %s in one format, as a link', (phone) => {
  inbox(
    testLeadRow('a', { name: 'Ann', phone, phoneE164: '+15155550142' }),
    testLeadRow('b', { phone, phoneE164: null }),
  );
  const [row] = screen.getAllByRole('listitem');
  expect.assert(row);
  expect(within(row).getByRole('link', { name: '(515) 555-0142' }).getAttribute('href')).toBe(
    'tel:+15155550142',
  );
  // A lead without a name is called by its number.
  expect(screen.getAllByRole('link', { name: '(515) 555-0142' })).toHaveLength(2);
});
