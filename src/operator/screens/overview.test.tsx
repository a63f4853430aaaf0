import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Overview } from '../../contracts/operator-api.ts';
import { FakeEventSource } from '../testing/fake-event-source.ts';
import { openScreen } from '../testing/open-screen.tsx';
import OverviewScreen from './overview.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => {
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.resetHandlers();
});
afterAll(() => server.close());

const empty: Overview = {
  checks: [{ id: 'crm', label: 'CRM', state: 'ok', detail: 'Connected.' }],
  lastLeadAt: null,
  deliveries: { waiting: 0, attention: 0, held: 0, oldestWaitingAt: null },
  days: [
    { day: '2026-11-20', leads: 0 },
    { day: '2026-11-21', leads: 0 },
  ],
  sources: [],
  timeToCrm: null,
};

/** Mocks the overview response. Returns the query strings of the requests. */
function answer(overview: Partial<Overview> = {}): string[] {
  const asked: string[] = [];
  server.use(
    http.get('/api/admin/overview', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ ...empty, ...overview });
    }),
  );
  return asked;
}

it('reports in one line that everything works, and shows empty states', async () => {
  answer();
  openScreen(<OverviewScreen />);
  await screen.findByText('All is well.');
  expect(screen.getByText('None yet')).toBeTruthy();
  expect(screen.getByText('No leads in this time')).toBeTruthy();
});

it('counts the problems, with a fix and a link for each', async () => {
  answer({
    checks: [
      {
        id: 'a',
        label: 'Deliveries',
        state: 'fail',
        detail: 'One fails.',
        fix: 'Retry it.',
        link: '/admin/leads',
      },
      { id: 'b', label: 'E-mail', state: 'warn', detail: 'Not set.', fix: 'Set SMTP_URL.' },
    ],
    deliveries: { waiting: 0, attention: 3, held: 0, oldestWaitingAt: null },
  });
  openScreen(<OverviewScreen />);
  await screen.findByText('1 check fails, 1 needs a look.');
  expect(screen.getByText('Retry it.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open: Deliveries' }).getAttribute('href')).toBe('/admin/leads');
  expect(screen.getByRole('link', { name: '3' }).getAttribute('href')).toBe(
    '/admin/leads?delivery=attention',
  );
});

it('draws charts of days and sources, each with a table', async () => {
  answer({
    days: [
      { day: '2026-11-20', leads: 2 },
      { day: '2026-11-21', leads: 5 },
    ],
    sources: Array.from({ length: 11 }, (_, index) => ({ source: `Source ${index}`, leads: 11 - index })),
  });
  openScreen(<OverviewScreen />);
  await screen.findByRole('img', { name: /^Leads by day: 7 in all/ });
  const rows = [...document.querySelectorAll('figure tbody tr')].map(({ textContent }) => textContent);
  expect(rows.slice(0, 3)).toEqual(['2026-11-202', '2026-11-215', 'Source 011']);
  expect(rows.at(-1)).toBe('4 others10');
});

it('requests the chosen number of days', async () => {
  const asked = answer();
  openScreen(<OverviewScreen />);
  await userEvent.click(await screen.findByRole('button', { name: '90 days' }));
  await vi.waitFor(() => expect(asked).toEqual(['?days=30', '?days=90']));
  expect(screen.getByRole('button', { name: '90 days', pressed: true })).toBeTruthy();
});

it('refetches when a lead arrives', async () => {
  answer();
  openScreen(<OverviewScreen />);
  await screen.findByText('All is well.');
  answer({ deliveries: { waiting: 1, attention: 0, held: 0, oldestWaitingAt: 1 } });
  const [stream] = FakeEventSource.opened;
  act(() => stream?.accept());
  expect(screen.getByText('Live')).toBeTruthy();
  act(() => stream?.say('lead', { kind: 'lead', leadId: 'one', at: 1 }));
  expect(await screen.findByRole('link', { name: '1' })).toBeTruthy();
});

it('reports that it cannot be loaded, and retries', async () => {
  server.use(
    http.get('/api/admin/overview', () =>
      HttpResponse.json({ error: 'The database sleeps.' }, { status: 500 }),
    ),
  );
  openScreen(<OverviewScreen />);
  await screen.findByText('Failed to load the overview');
  expect(screen.getByText('The database sleeps.')).toBeTruthy();
  answer();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('All is well.');
});
