import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { dismissToast } from '../../ui/feedback/toast-store.ts';
import type { AuthorizedLocation, LeadsTarget, OauthStatus } from '../../contracts/operators/crm-calls.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import OauthTestScreen from './oauth-test.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  act(() => dismissToast());
  server.resetHandlers();
});
afterAll(() => server.close());

const office: AuthorizedLocation = {
  locationId: 'loc1',
  name: 'Des Moines',
  state: 'ready',
  reason: null,
  scope: 'contacts.write',
  connectedAt: Date.UTC(2026, 0, 2),
  connectedBy: 'Pat',
};

const towards = ({ locationId, name, state }: AuthorizedLocation): LeadsTarget => ({
  locationId,
  name,
  by: 'first',
  state,
  until: null,
});

/** Mocks the OAuth status: leads go to the first location, or to the second if the first is revoked. */
function answerStatus(...locations: AuthorizedLocation[]) {
  const [first, second] = locations;
  const status: OauthStatus = {
    authorized: locations.length > 0,
    locations: locations.map(({ locationId }) => locationId),
    authorizedLocations: locations,
    leadsTo: first ? towards(first) : null,
    leadsToWithout: second ? towards(second) : null,
  };
  server.use(http.get('/api/oauth/status', () => HttpResponse.json(status)));
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

it('is idle without a location, and refuses to create a test contact', async () => {
  answerStatus();
  renderScreen(<OauthTestScreen />);
  await screen.findByText('Not connected');
  await press('Create test contact');
  expect(await screen.findByText('No Authorized Locations')).toBeTruthy();
});

it('reports success if a location is authorized', async () => {
  answerStatus(office);
  renderScreen(<OauthTestScreen />);
  await screen.findByText('Connected: 1 authorized location');
  expect(screen.getByText('Des Moines')).toBeTruthy();
});

it('shows a location that must be reconnected, and why', async () => {
  answerStatus({ ...office, state: 'reconnect', reason: 'The refresh token was used.' });
  renderScreen(<OauthTestScreen />);
  await screen.findByText('Reconnect needed');
  expect(screen.getByText(/The refresh token was used/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reconnect Des Moines' })).toBeTruthy();
});

it('reports why checking failed, and retries', async () => {
  server.use(
    http.get('/api/oauth/status', () =>
      HttpResponse.json({ error: 'The database sleeps.' }, { status: 500 }),
    ),
  );
  renderScreen(<OauthTestScreen />);
  await screen.findByText('Error checking OAuth status');
  expect(screen.getByText('The database sleeps.')).toBeTruthy();
  answerStatus(office);
  await press('Try again');
  await screen.findByText('Connected: 1 authorized location');
});

it('revokes only after a confirmation', async () => {
  const revoked: unknown[] = [];
  answerStatus(office);
  server.use(
    http.post('/api/oauth/revoke', async ({ request }) => {
      revoked.push(await request.json());
      answerStatus();
      return HttpResponse.json({ ok: true, message: 'Forgotten.', leadsTo: null });
    }),
  );
  renderScreen(<OauthTestScreen />);
  await screen.findByText('Des Moines');
  await press('Revoke access of Des Moines');
  await press('Cancel');
  expect(revoked).toEqual([]);
  await press('Revoke access of Des Moines');
  await press('Revoke access');
  await screen.findByText('Access Revoked');
  expect(revoked).toEqual([{ locationId: 'loc1' }]);
  await screen.findByText('Not connected');
});

const branch: AuthorizedLocation = { ...office, locationId: 'loc2', name: 'Ames' };

it('marks the location that receives leads, and explains where they go without it', async () => {
  answerStatus(office, branch);
  renderScreen(<OauthTestScreen />);
  const row = (await screen.findByText('Gets the leads')).closest('tr');
  expect(row?.textContent).toContain('Des Moines');
  expect(screen.getByText('Leads go to Des Moines.')).toBeTruthy();
  await press('Revoke access of Des Moines');
  expect(screen.getByRole('dialog').textContent).toContain(
    'Leads no longer go to this location. Leads go to Ames. So do those that wait here.',
  );
  await press('Cancel');
  await press('Revoke access of Ames');
  expect(screen.getByRole('dialog').textContent).toContain('Leads go to Des Moines.');
});

it('sends leads to another location only after a confirmation, and never to one that must be reconnected', async () => {
  const chosen: unknown[] = [];
  const broken: AuthorizedLocation = { ...office, locationId: 'loc3', name: 'Boone', state: 'reconnect' };
  answerStatus(office, branch, broken);
  server.use(
    http.post('/api/ghl/leads-location', async ({ request }) => {
      chosen.push(await request.json());
      answerStatus(branch, office, broken);
      return HttpResponse.json({ message: 'Done.', leadsTo: towards(branch) });
    }),
  );
  renderScreen(<OauthTestScreen />);
  await screen.findByText('Boone');
  await press('Send leads here: Ames');
  expect(screen.queryByRole('button', { name: /^Send leads here: (Des Moines|Boone)$/ })).toBeNull();
  expect(screen.getByRole('dialog').textContent).toContain('in Des Moines already stay there');
  await press('Cancel');
  expect(chosen).toEqual([]);
  await press('Send leads here: Ames');
  await press('Send leads here');
  await screen.findByText('Leads Redirected');
  expect(chosen).toEqual([{ locationId: 'loc2' }]);
  await screen.findByRole('button', { name: 'Send leads here: Des Moines' });
  expect(screen.getByText('Gets the leads').closest('tr')?.textContent).toContain('Ames');
});

it('reports once why revoking failed', async () => {
  answerStatus(office);
  server.use(
    http.post('/api/oauth/revoke', () =>
      HttpResponse.json({ error: 'Failed to revoke access. The list is old.' }, { status: 404 }),
    ),
  );
  renderScreen(<OauthTestScreen />);
  await screen.findByText('Des Moines');
  await press('Revoke access of Des Moines');
  await press('Revoke access');
  await screen.findByText('Failed to revoke access');
  expect(screen.getByText('The list is old.', { exact: false }).textContent).not.toMatch(
    /Failed to revoke access\. /,
  );
});

it('creates a test contact from the input, and reports a failure', async () => {
  const sent: unknown[] = [];
  answerStatus(office);
  server.use(
    http.post('/api/leads/ghl', async ({ request }) => {
      sent.push(await request.json());
      return sent.length > 1
        ? HttpResponse.json({ error: 'Failed to create test contact. It is asleep.' }, { status: 502 })
        : HttpResponse.json({ id: 'crm42', message: 'Created.' });
    }),
  );
  renderScreen(<OauthTestScreen />);
  await screen.findByText('Des Moines');
  await press('Create test contact');
  await screen.findByText('Please enter a valid email');
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText('E-mail'), 'pat@example.com');
  await press('Create test contact');
  await screen.findByText('Created: crm42');
  expect(sent).toEqual([
    {
      firstName: 'Test',
      lastName: 'Contact',
      email: 'pat@example.com',
      phone: '',
      message: expect.stringContaining('A test'),
      locationId: 'loc1',
    },
  ]);
  await press('Create test contact');
  await screen.findByText('Failed to create test contact');
  expect(screen.getByText('It is asleep.', { exact: false })).toBeTruthy();
});
