import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { keepNoteDraft, readNoteDraft } from '../inbox/note-drafts.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { useSignOut } from './use-sign-out.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  vi.unstubAllGlobals();
  server.resetHandlers();
});
afterAll(() => server.close());

function SignOut() {
  const signOut = useSignOut();
  return <button onClick={() => signOut.mutate(false)}>Sign out</button>;
}

it('leaves no unsaved note in the tab', async () => {
  const replace = vi.fn<(to: string) => void>();
  vi.stubGlobal('location', { pathname: '/admin', search: '', href: location.href, replace });
  server.use(http.post('*/api/operators/sign-out', () => HttpResponse.json({ ok: true })));
  keepNoteDraft('one', 'Likes porches.');
  renderScreen(<SignOut />);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(replace.mock.calls).toEqual([['/sign-in']]));
  expect(readNoteDraft('one')).toBe('');
});
