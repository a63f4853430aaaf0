import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { SiteOverview } from '../../contracts/operators/site-calls.ts';
import type { TodayData } from '../../contracts/operators/operator-leads.ts';
import { testLeadRow } from '../testing/lead-row.ts';
import { FakeEventSource } from '../testing/fake-event-source.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import ResultsScreen from './results.tsx';
import SettingsScreen from './settings.tsx';
import TodayScreen from './today.tsx';

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

const empty: SiteOverview = {
  checks: [{ id: 'crm', label: 'CRM', state: 'ok', detail: 'Connected.' }],
  lastLeadAt: null,
  deliveries: { waiting: 0, attention: 0, held: 0, oldestWaitingAt: null },
  days: [
    { day: '2026-11-20', leads: 0 },
    { day: '2026-11-21', leads: 0 },
  ],
  sources: [],
  timeToCrm: null,
  pages: [],
  visitsSince: null,
  vitals: [],
  hasOwnHome: false,
};

const quiet: TodayData = {
  day: '2026-11-22',
  fresh: [],
  freshTotal: 0,
  reminders: [],
  reminderTotal: 0,
  dueTotal: 0,
};

const problems: SiteOverview['checks'] = [
  {
    id: 'a',
    label: 'Deliveries',
    state: 'fail',
    detail: 'One fails.',
    fix: 'Retry it.',
    link: '/admin/leads',
  },
  { id: 'b', label: 'E-mail', state: 'warn', detail: 'Not set.', fix: 'Set SMTP_URL.' },
];

/** Mocks the responses. Returns the query strings of the requests for the overview. */
function answer(overview: Partial<SiteOverview> = {}, today: Partial<TodayData> = {}): string[] {
  const asked: string[] = [];
  server.use(
    http.get('/api/admin/today', () => HttpResponse.json({ ...quiet, ...today })),
    http.get('/api/admin/variant-results', () => HttpResponse.json({ tests: [] })),
    http.get('/api/admin/overview', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ ...empty, ...overview });
    }),
  );
  return asked;
}

it('reports in one line that everything works', async () => {
  answer();
  renderScreen(<SettingsScreen />);
  expect(await screen.findByText('All is well.')).toBeTruthy();
});

it('counts the problems, with a fix and a link for each', async () => {
  answer({ checks: problems });
  renderScreen(<SettingsScreen />);
  await screen.findByText('1 check fails, 1 needs a look.');
  expect(screen.getByText('Retry it.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open: Deliveries' }).getAttribute('href')).toBe('/admin/leads');
});

it('shows on the first day that there is nothing to do', async () => {
  answer();
  renderScreen(<TodayScreen />);
  await screen.findByText('You answered everyone');
  expect(screen.getByText('Nothing for the next seven days')).toBeTruthy();
  await screen.findByText('None yet');
  expect(screen.queryByText('What failed')).toBeNull();
});

it('shows today’s leads with their messages, due reminders, and pending and failed work', async () => {
  const lead = testLeadRow('one', {
    name: 'Ann Lee',
    phone: '515-555-0142',
    phoneE164: '+15155550142',
    preview: 'A porch, please.',
  });
  answer(
    { checks: problems, deliveries: { waiting: 0, attention: 3, held: 0, oldestWaitingAt: null } },
    {
      fresh: [lead],
      freshTotal: 1,
      reminders: [
        { lead, day: '2026-11-20', about: 'Call about the loan', due: true },
        { lead: testLeadRow('two', { email: 'dan@example.com' }), day: '2026-11-25', about: '', due: false },
      ],
      reminderTotal: 1_203,
      dueTotal: 1_201,
    },
  );
  renderScreen(<TodayScreen />);
  await screen.findByText('A porch, please.');
  expect(screen.getByText('Since Fri, Nov 20')).toBeTruthy();
  expect(screen.getByText('Wed, Nov 25')).toBeTruthy();
  expect(screen.getByText('Reminders (1,201 due)')).toBeTruthy();
  expect(screen.getByText('… and 1,201 more')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Call Ann Lee, (515) 555-0142' }).getAttribute('href')).toBe(
    'tel:+15155550142',
  );
  await screen.findByText('Retry it.');
  expect(screen.queryByText('Set SMTP_URL.')).toBeNull();
  expect(screen.getByRole('link', { name: '3' }).getAttribute('href')).toBe(
    '/admin/leads?delivery=attention',
  );
});

it('shows visits and conversion by page', async () => {
  answer({
    pages: [
      { path: '/sell', visits: 1_200, leads: 15 },
      { path: '/buy', visits: 0, leads: 1 },
    ],
    visitsSince: '2026-11-01',
  });
  renderScreen(<ResultsScreen />);
  const row = await screen.findByRole('row', { name: /sell/ });
  expect(row.textContent).toBe('/sell1,200151.3 %');
  expect(screen.getByRole('row', { name: /buy/ }).textContent).toBe('/buy01–');
});

it('explains empty results', async () => {
  answer();
  renderScreen(<ResultsScreen />);
  await screen.findByText('No visits in this time');
  expect(screen.getByText('No leads in this time')).toBeTruthy();
});

it('draws charts of days and sources, each with a table', async () => {
  answer({
    days: [
      { day: '2026-11-20', leads: 2 },
      { day: '2026-11-21', leads: 5 },
    ],
    sources: Array.from({ length: 11 }, (_, index) => ({ source: `Source ${index}`, leads: 11 - index })),
  });
  renderScreen(<ResultsScreen />);
  await screen.findByRole('img', { name: /^Leads by day: 7 in all/ });
  const rows = [...document.querySelectorAll('figure tbody tr')].map(({ textContent }) => textContent);
  expect(rows.slice(0, 3)).toEqual(['2026-11-202', '2026-11-215', 'Source 011']);
  expect(rows.at(-1)).toBe('4 others10');
});

it('requests the chosen number of days', async () => {
  const asked = answer();
  renderScreen(<ResultsScreen />);
  await userEvent.click(await screen.findByRole('button', { name: '90 days' }));
  await expect.poll(() => asked).toEqual(['?days=30', '?days=90']);
  expect(screen.getByRole('button', { name: '90 days', pressed: true })).toBeTruthy();
});

it('refetches when a lead arrives', async () => {
  answer();
  renderScreen(<TodayScreen />);
  await screen.findByText('You answered everyone');
  answer({}, { fresh: [testLeadRow('one', { name: 'Ann Lee' })], freshTotal: 1 });
  const [stream] = FakeEventSource.opened;
  act(() => stream?.accept());
  expect(screen.getByText('Live')).toBeTruthy();
  act(() => stream?.say('lead', { kind: 'lead', leadId: 'one', at: 1 }));
  expect(await screen.findByRole('link', { name: 'Ann Lee' })).toBeTruthy();
});

it('reports that it cannot be loaded, and retries', async () => {
  server.use(
    http.get('/api/admin/overview', () =>
      HttpResponse.json({ error: 'The database sleeps.' }, { status: 500 }),
    ),
  );
  renderScreen(<ResultsScreen />);
  await screen.findByText('Failed to load the results');
  expect(screen.getByText('The database sleeps.')).toBeTruthy();
  answer();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No visits in this time');
});
