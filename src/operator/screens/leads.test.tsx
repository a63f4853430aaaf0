import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { leadFields } from '../../contracts/leads/lead-fields.ts';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import type { LeadListRow, LeadListResponse } from '../../contracts/operators/operator-leads.ts';
import { apiQueryKey } from '../call-api.ts';
import { FakeEventSource } from '../testing/fake-event-source.ts';
import { EMPTY_LEAD_DETAIL, testLeadRow } from '../testing/lead-row.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import LeadsScreen from './leads.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => {
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  server.resetHandlers();
});
afterAll(() => server.close());

const detailOf = (lead: LeadListRow) => ({
  ...Object.fromEntries(leadFields.map(({ field }) => [field, null])),
  ...lead,
  ...EMPTY_LEAD_DETAIL,
});

/** Mocks the list and its leads. Returns the ids of the leads that were read. */
function answer(rows: readonly LeadListRow[]): string[] {
  const read: string[] = [];
  const listed: LeadListResponse = {
    rows,
    total: rows.length,
    isMore: false,
    previous: null,
    next: null,
    subscriptions: [],
  };
  const counts = { open: 9, quarantined: 0, resolved: 0, attention: 0, new: 9, called: 0, met: 0 };
  server.use(
    http.get('/api/admin/leads', () => HttpResponse.json(listed)),
    http.get('/api/admin/leads/counts', () => HttpResponse.json({ counts, sources: [], forms: [] })),
    http.get('/api/admin/leads/:id', ({ params }) => {
      const id = String(params['id']);
      read.push(id);
      return HttpResponse.json(detailOf(testLeadRow(id, { name: `Lead ${id}` })));
    }),
  );
  return read;
}

const rowsOf = (...ids: readonly string[]) => ids.map((id) => testLeadRow(id, { name: `Lead ${id}` }));
const links = () =>
  [...document.querySelectorAll<HTMLElement>('[data-lead-link]')].map((link) => link.dataset['leadLink']);
const opened = () => document.querySelector('aside h2')?.textContent ?? null;

/** Opens the list with the lead `b` beside it, and then takes that lead out of the list. */
async function takeOut(before: readonly LeadListRow[], after: readonly LeadListRow[]): Promise<void> {
  answer(before);
  const { answers } = renderScreen(<LeadsScreen />, '/admin/leads?stage=new&open=b');
  await expect.poll(opened).toBe('Lead b');
  await expect.poll(() => links().length).toBeGreaterThan(0);
  answer(after);
  await act(() => answers.invalidateQueries({ queryKey: apiQueryKey(leadCalls.list) }));
  await expect.poll(links).toEqual(after.map(({ id }) => id));
}

it.each([
  ['j', 'Lead c'],
  ['k', 'Lead a'],
])('%s goes on from the place of a lead that has left the view', async (key, next) => {
  // Another lead has just arrived.
  await takeOut(rowsOf('a', 'b', 'c', 'd'), rowsOf('new', 'a', 'c', 'd'));
  await userEvent.keyboard(key);
  await expect.poll(opened).toBe(next);
});

it('a closed lead that has left the view gives the focus to the lead after it', async () => {
  await takeOut(rowsOf('a', 'b', 'c'), rowsOf('a', 'c'));
  await userEvent.keyboard('{Escape}');
  await expect.poll(opened).toBe(null);
  expect(document.activeElement?.textContent).toBe('Lead c');
});

it('a lead that its group hides has the place of the group', async () => {
  const [a, head, b, c] = rowsOf('a', 'head', 'b', 'c');
  expect.assert(a && head && b && c);
  const one = { email: 'ann@example.com' };
  answer([a, { ...head, ...one }, { ...b, ...one }, c]);
  renderScreen(<LeadsScreen />, '/admin/leads?open=b');
  await expect.poll(links).toEqual(['a', 'head', 'c']);
  await expect.poll(opened).toBe('Lead b');
  await userEvent.keyboard('k');
  await expect.poll(opened).toBe('Lead a');
  await userEvent.keyboard('j');
  await expect.poll(opened).toBe('Lead head');
});

it('the focus goes to the link of the group when a lead that it hides is closed', async () => {
  const one = { email: 'ann@example.com' };
  answer([testLeadRow('head', { ...one, name: 'Lead head' }), testLeadRow('b', one), testLeadRow('c')]);
  renderScreen(<LeadsScreen />, '/admin/leads?open=b');
  await expect.poll(links).toEqual(['head', 'c']);
  await expect.poll(opened).toBe('Lead b');
  await userEvent.keyboard('{Escape}');
  await expect.poll(opened).toBe(null);
  expect(document.activeElement?.textContent).toBe('Lead head');
});

it('the open lead is read again and again only while the live stream is down', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const read = answer(rowsOf('a', 'b'));
  renderScreen(<LeadsScreen />, '/admin/leads?open=b');
  await expect.poll(opened).toBe('Lead b');
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  await expect.poll(() => read).toEqual(['b', 'b']);
  act(() => FakeEventSource.opened[0]?.accept());
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(read).toEqual(['b', 'b']);
  expect(screen.getByText('Live')).toBeTruthy();
});
