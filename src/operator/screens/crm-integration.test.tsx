import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { dismissToast } from '../../ui/feedback/toast-store.ts';
import type {
  AuthorizedLocation,
  CrmStatus,
  LeadsTarget,
  OauthStatus,
} from '../../contracts/operators/crm-calls.ts';
import type { MissingCrmFieldsResult, CreatedCrmFieldsResult } from '../../contracts/operators/crm-fields.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import CrmIntegrationScreen from './crm-integration.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  act(() => dismissToast());
  server.resetHandlers();
});
afterAll(() => server.close());

const broken: AuthorizedLocation = {
  locationId: 'loc1',
  name: 'Des Moines',
  state: 'reconnect',
  reason: 'HighLevel refuses the refresh token.',
  scope: null,
  connectedAt: 0,
  connectedBy: null,
};

const NO_FIELDS_MISSING: MissingCrmFieldsResult = {
  locationId: 'loc1',
  missing: [],
  problem: null,
  needsReconnect: false,
};

function answer(status: Partial<CrmStatus>, ...authorizedLocations: AuthorizedLocation[]) {
  server.use(
    http.get('/api/ghl/status', () =>
      HttpResponse.json({
        isConfigured: true,
        apiKeyPresent: false,
        oauthCredentialsPresent: true,
        leadsTo: null,
        message: 'One location is connected by OAuth.',
        ...status,
      } satisfies CrmStatus),
    ),
    http.get('/api/ghl/custom-fields', () => HttpResponse.json(NO_FIELDS_MISSING)),
    http.get('/api/oauth/status', () =>
      HttpResponse.json({
        authorized: false,
        locations: [],
        authorizedLocations,
        leadsTo: status.leadsTo ?? null,
        leadsToWithout: null,
      } satisfies OauthStatus),
    ),
  );
}

it('has four tabs, reachable by keyboard and by URL', async () => {
  answer({});
  renderScreen(<CrmIntegrationScreen />, '/admin/ghl?tab=webhooks');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Overview',
    'OAuth Settings',
    'Webhooks',
    'Test Connection',
  ]);
  expect(screen.getByRole('tabpanel').textContent).toContain('https://example.com/api/webhooks/ghl');
  expect(screen.getByRole('link', { name: 'Webhook settings' }).getAttribute('href')).toBe('/admin/webhooks');
  act(() => screen.getByRole('tab', { name: 'Webhooks' }).focus());
  await userEvent.keyboard('{ArrowLeft}');
  // The focus moves shortly after the key press.
  await screen.findByRole('tab', { selected: true, name: 'OAuth Settings' });
  await screen.findByText('No authorized locations');
});

it('reports that the status cannot be loaded, and retries', async () => {
  answer({});
  server.use(http.get('/api/ghl/status', () => new HttpResponse('', { status: 500 })));
  renderScreen(<CrmIntegrationScreen />);
  await screen.findByText('Unable to fetch GHL integration status. Please try again.');
  answer({});
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('One location is connected by OAuth.')).toBeTruthy();
});

it('shows that the token is present but never its value, and an error as an alert', async () => {
  answer({ apiKeyPresent: true, error: 'HighLevel does not take our credentials now.' });
  renderScreen(<CrmIntegrationScreen />);
  await screen.findByText('Authorization Error');
  expect(
    screen.getByText('HighLevel does not take our credentials now.').closest('[role=alert]'),
  ).not.toBeNull();
  expect(screen.getByText('Present; its value is never shown')).toBeTruthy();
});

it('names the settings if no OAuth credentials are configured', async () => {
  const words = 'OAuth credentials are not configured. Set GHL_CLIENT_ID and GHL_CLIENT_SECRET.';
  answer({ isConfigured: false, oauthCredentialsPresent: false, message: words });
  renderScreen(<CrmIntegrationScreen />);
  await screen.findByText(words);
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
});

it('shows on every tab which location must be reconnected, and why', async () => {
  answer({}, broken);
  renderScreen(<CrmIntegrationScreen />);
  await screen.findByText('Reconnect needed: Des Moines');
  expect(screen.getByText(/HighLevel refuses the refresh token/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reconnect' })).toBeTruthy();
});

const target: LeadsTarget = {
  locationId: 'loc1',
  name: 'Des Moines',
  by: 'first',
  state: 'reconnect',
  until: null,
};

it.each<[string, LeadsTarget, string]>([
  ['gets the leads', target, 'Leads are for Des Moines, and are kept here until it is connected again.'],
  [
    'gets the leads while its access lasts',
    { ...target, until: Date.now() + 5 * 3_600_000 },
    'Leads go to Des Moines for another 5 h; after that they are kept here until it is connected again.',
  ],
  [
    'does not get the leads',
    { ...target, locationId: 'loc2', name: 'Ames', state: 'ready' },
    'Leads go to Ames.',
  ],
  [
    'is not reached by OAuth for leads',
    { ...target, name: null, by: 'token', state: 'ready' },
    'Leads go to location loc1 by the private-integration token.',
  ],
])('explains what happens to leads while a location must be reconnected that %s', async (_, to, words) => {
  answer({ leadsTo: to }, broken);
  renderScreen(<CrmIntegrationScreen />);
  const notice = (await screen.findByText('Reconnect needed: Des Moines')).closest('[role=alert]');
  expect(notice?.textContent).toContain(words);
});

it('connects the location that is set to receive leads', async () => {
  const open = vi.fn<(address: string) => null>(() => null);
  vi.stubGlobal('open', open);
  answer({
    isConfigured: false,
    leadsTo: { ...target, locationId: 'locX', by: 'setting', state: 'unconnected' },
  });
  renderScreen(<CrmIntegrationScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
  vi.unstubAllGlobals();
  expect(open.mock.calls[0]?.[0]).toBe('/api/oauth/start?locationId=locX');
});

it('reports that revoking the authorization failed', async () => {
  answer({}, { ...broken, state: 'ready', reason: null });
  server.use(http.post('/api/oauth/revoke', () => HttpResponse.json({ error: 'Not now.' }, { status: 500 })));
  renderScreen(<CrmIntegrationScreen />, '/admin/ghl?tab=oauth');
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke access of Des Moines' }));
  await userEvent.click(screen.getByRole('button', { name: 'Revoke access' }));
  await screen.findByText('Failed to revoke authorization');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke access' })).toBeNull());
});

const topic = { ...NO_FIELDS_MISSING, missing: [{ key: 'topic', label: 'Topic' }] };
const fieldsAre = (fields: MissingCrmFieldsResult) =>
  server.use(http.get('/api/ghl/custom-fields', () => HttpResponse.json(fields)));

it('lists the values without a custom field, and creates the fields', async () => {
  answer({});
  fieldsAre(topic);
  server.use(
    http.post('/api/ghl/custom-fields', () => {
      fieldsAre(NO_FIELDS_MISSING);
      const result: CreatedCrmFieldsResult = { created: ['topic'], otherKeys: [], problem: null };
      return HttpResponse.json(result);
    }),
  );
  renderScreen(<CrmIntegrationScreen />);
  expect((await screen.findByRole('listitem')).textContent).toBe('Topic contact.topic');
  await userEvent.click(screen.getByRole('button', { name: 'Create this field' }));
  await screen.findByText('The CRM has a field for every value of a lead.');
});

it('says why a field was not created, and which has another key', async () => {
  answer({});
  fieldsAre(topic);
  const result: CreatedCrmFieldsResult = {
    created: ['topic'],
    otherKeys: [{ key: 'topic', fieldKey: 'contact.topic_2' }],
    problem: 'The CRM answered 400: no more fields.',
  };
  server.use(http.post('/api/ghl/custom-fields', () => HttpResponse.json(result)));
  renderScreen(<CrmIntegrationScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Create this field' }));
  await screen.findByText('The CRM answered 400: no more fields.');
  expect((await screen.findByText('contact.topic_2')).closest('p')?.textContent).toContain('stays empty');
});

it('asks to reconnect if the connection may not create fields', async () => {
  answer({});
  fieldsAre({ ...topic, needsReconnect: true });
  renderScreen(<CrmIntegrationScreen />);
  await screen.findByRole('button', { name: 'Reconnect to allow this' });
  expect(screen.queryByRole('button', { name: 'Create this field' })).toBeNull();
});
