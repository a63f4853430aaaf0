import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CrmStatus } from '../../contracts/operators/crm-calls.ts';
import type { SubscriptionDelivery } from '../../contracts/operators/operator-leads.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { PendingSubscriptionsPanel } from './delivery-panel.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function showDelivery(values: Partial<SubscriptionDelivery>, leadsTo: CrmStatus['leadsTo'] = null): void {
  const status: CrmStatus = {
    isConfigured: leadsTo !== null,
    apiKeyPresent: false,
    oauthCredentialsPresent: false,
    leadsTo,
    message: '',
  };
  server.use(http.get('/api/ghl/status', () => HttpResponse.json(status)));
  const row: SubscriptionDelivery = {
    id: 'd1',
    email: 'ann@example.com',
    destination: 'subscription',
    revision: 1,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: Date.UTC(2020, 0, 1),
    deliveredAt: null,
    lastError: null,
    ...values,
  };
  renderScreen(<PendingSubscriptionsPanel rows={[row]} />);
}

it('says that a delivery waits for the connection to the CRM, instead of a time in the past', async () => {
  showDelivery({});
  await screen.findByText('Next try: once a CRM is connected');
  expect(screen.queryByText(/ago/)).toBeNull();
});

it('says that a due delivery is tried soon', async () => {
  showDelivery({}, { locationId: 'abc123', name: null, by: 'token', state: 'ready', until: null });
  await screen.findByText('Next try: as soon as possible');
  expect(screen.queryByText(/ago/)).toBeNull();
});

it('shows the time of the next try', async () => {
  showDelivery({ nextAttemptAt: Date.UTC(2100, 0, 1, 18) });
  expect((await screen.findByText(/^Next try:/)).textContent).toContain('Jan 1, 2100');
});

it('keeps the state on one line', () => {
  showDelivery({});
  const style = (element: Element | null) => (element ? getComputedStyle(element).whiteSpace : null);
  expect(style(screen.getByText('Waiting').parentElement)).toBe('nowrap');
});
