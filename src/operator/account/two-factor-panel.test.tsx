import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { TwoFactorPanel } from './two-factor-panel.tsx';

const server = setupServer(
  http.post('/api/operators/two-factor/start', () =>
    HttpResponse.json({ secret: 'ABCDEFGH', address: 'otpauth://totp/x', size: 1, rows: ['1'] }),
  ),
  http.post('/api/operators/two-factor/confirm', () => HttpResponse.json({ recoveryCodes: ['one', 'two'] })),
  http.post('/api/operators/two-factor/remove', () => HttpResponse.json({ ok: true })),
);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

const focused = () => document.activeElement;
const button = (name: string) => screen.getByRole('button', { name });
const password = () => screen.getByLabelText('Your password');

it('the focus follows the steps of setting up, and returns to the first button', async () => {
  const user = userEvent.setup();
  renderScreen(<TwoFactorPanel on={false} codesLeft={0} />);
  expect(focused()).toBe(document.body);
  await user.click(button('Set up'));
  expect(focused()).toBe(password());
  await user.click(button('Cancel'));
  expect(focused()).toBe(button('Set up'));
  await user.click(button('Set up'));
  await user.type(password(), 'seven quiet lanterns{Enter}');
  const scan = await screen.findByText(/^Scan this/);
  await waitFor(() => expect(focused()).toBe(scan));
  await user.click(button('Cancel'));
  expect(focused()).toBe(button('Set up'));
  await user.click(button('Set up'));
  await user.type(password(), 'seven quiet lanterns{Enter}');
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  await user.click(await screen.findByRole('button', { name: 'I have kept them' }));
  expect(focused()).toBe(button('Set up'));
});

it('the focus goes to the password for a removal, and then to the first button', async () => {
  const user = userEvent.setup();
  renderScreen(<TwoFactorPanel on codesLeft={9} />);
  await user.click(button('Remove'));
  expect(focused()).toBe(password());
  await user.type(password(), 'seven quiet lanterns{Enter}');
  await waitFor(() => expect(focused()).toBe(button('Set up again')));
});
