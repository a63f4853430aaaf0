import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { WebhookEventListResponse } from '../../contracts/operators/crm-calls.ts';
import { FakeEventSource } from '../testing/fake-event-source.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { supportedWebhookEvents } from '../../contracts/operators/webhooks.ts';
import WebhooksScreen from './webhooks.tsx';

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

function answer(...names: string[]) {
  const events = names.map((event, index) => ({
    id: String(index),
    event,
    timestamp: '2026-01-02T03:04:05.000Z',
    locationId: null,
    data: { type: event },
    leadId: index === 0 ? 'lead1' : null,
  }));
  server.use(
    http.get('/api/webhooks/ghl/events', () =>
      HttpResponse.json({ events } satisfies WebhookEventListResponse),
    ),
  );
}

it('shows the URL to paste, with a copy button', () => {
  renderScreen(<WebhooksScreen />);
  expect(screen.getByText('https://example.com/api/webhooks/ghl')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy webhook URL' })).toBeTruthy();
});

it('lists the six supported events', () => {
  renderScreen(<WebhooksScreen />, '/admin/webhooks?tab=events');
  expect(supportedWebhookEvents).toHaveLength(6);
  for (const { name } of supportedWebhookEvents) expect(screen.getByText(name)).toBeTruthy();
});

it('shows recent events, and new ones as they arrive', async () => {
  answer();
  renderScreen(<WebhooksScreen />, '/admin/webhooks?tab=testing');
  await screen.findByText('No events yet');
  answer('ContactUpdate', 'INSTALL');
  const [stream] = FakeEventSource.opened;
  act(() => stream?.accept());
  act(() => stream?.say('crm-event', { kind: 'crm-event', id: '0', type: 'ContactUpdate', at: 1 }));
  await screen.findByText('ContactUpdate');
  expect(screen.getByRole('link', { name: 'Its story' }).getAttribute('href')).toBe('/admin/leads/lead1');
  expect(screen.getByText('None of ours')).toBeTruthy();
});

it('reports that events could not be loaded, and retries', async () => {
  server.use(http.get('/api/webhooks/ghl/events', () => new HttpResponse('', { status: 503 })));
  renderScreen(<WebhooksScreen />, '/admin/webhooks?tab=testing');
  await screen.findByText('Failed to load recent webhook events');
  answer('ContactCreate');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('ContactCreate')).toBeTruthy();
});
