import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { SignInForm } from './sign-in-form.tsx';

const server = setupServer(
  http.post('/api/operators/sign-in', () =>
    HttpResponse.json({ error: 'Enter the code.', codeNeeded: true, wait: 0 }, { status: 401 }),
  ),
);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

it('the focus goes to the code, and with Back to the password', async () => {
  const user = userEvent.setup();
  renderScreen(<SignInForm onDone={() => {}} />);
  expect(document.activeElement).toBe(document.body);
  await user.type(screen.getByLabelText('E-mail address'), 'olive@example.com');
  await user.type(screen.getByLabelText('Password'), 'seven quiet lanterns');
  await user.keyboard('{Enter}');
  const code = await screen.findByLabelText('Code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});
