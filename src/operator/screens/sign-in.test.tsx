import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { keepNoteDraft, readNoteDraft } from '../inbox/note-drafts.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import SignInScreen from './sign-in.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  vi.unstubAllGlobals();
  server.resetHandlers();
});
afterAll(() => server.close());

it('leaves no unsaved note of the operator before in the tab', async () => {
  const replace = vi.fn<(to: string) => void>();
  const { href, origin } = location;
  vi.stubGlobal('location', { pathname: '/sign-in', search: '', hash: '', href, origin, replace });
  server.use(
    http.post('*/api/operators/sign-in', () => HttpResponse.json({ ok: true, recoveryCodesLeft: null })),
  );
  keepNoteDraft('one', 'Likes porches.');
  const user = userEvent.setup();
  renderScreen(<SignInScreen />, '/sign-in');
  await user.type(screen.getByLabelText('E-mail address'), 'olive@example.com');
  await user.type(screen.getByLabelText('Password'), 'seven quiet lanterns');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(replace.mock.calls).toEqual([['/admin']]));
  expect(readNoteDraft('one')).toBe('');
});
