import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { OperatorRole } from '../../contracts/operators/account-calls.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { WordPressAccountPanel } from './wordpress-account.tsx';

const own = { name: 'Alex Author', login: 'alex', connectedAt: 1_000 };
let info = { site: 'https://cms.example.com', own: own as typeof own | null, shared: null };

const server = setupServer(
  http.get('/api/operators/wordpress', () => HttpResponse.json(info)),
  http.post('/api/operators/wordpress/disconnect', () => {
    info = { ...info, own: null };
    return HttpResponse.json({ deletedInWordPress: true });
  }),
);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  info = { ...info, own };
});
afterAll(() => server.close());

function show(outcome: string): { fault: () => string | null } {
  const role: OperatorRole = 'operator';
  renderScreen(<WordPressAccountPanel role={role} />, `/admin/account?wordpress=${outcome}`);
  return { fault: () => within(screen.getByRole('region')).getByRole('alert').textContent };
}

it('says that an answer of WordPress came too late, also to somebody whose account is connected', async () => {
  const { fault } = show('state');
  await screen.findByText('Alex Author');
  expect(fault()).toContain('in the last ten minutes');
});

it('says that the account is connected, until it is disconnected', async () => {
  const user = userEvent.setup();
  const { fault } = show('connected');
  await screen.findByText(/^Your WordPress account is connected/);
  expect(fault()).toBe('');
  await user.click(screen.getByRole('button', { name: 'Disconnect' }));
  const [, confirm] = screen.getAllByRole('button', { name: 'Disconnect' });
  await user.click(confirm ?? expect.fail('There is no button to confirm.'));
  await screen.findByRole('button', { name: 'Work as yourself in WordPress' });
  expect(fault()).toBe('');
});
