import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SessionInfo } from '../../contracts/operators/account-calls.ts';
import { setRequestSession, request } from '../request.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { useSession } from '../use-session.ts';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';

/** The session of this browser; null while there is none. */
let session: SessionInfo | null = null;
/** The names of those in whose sessions something was saved. */
const savedBy: string[] = [];

const server = setupServer(
  http.get('/api/operators/session', () => HttpResponse.json(session, { status: session ? 200 : 401 })),
  http.post('/api/save', ({ request: { headers } }) => {
    if (!session) return HttpResponse.json({ error: 'Sign in first.' }, { status: 401 });
    if (headers.get('x-csrf-token') !== session.csrf)
      return HttpResponse.json({ error: 'Reload.', tokenOver: true }, { status: 403 });
    savedBy.push(session.operator.name);
    return HttpResponse.json({ ok: true });
  }),
);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => savedBy.splice(0));
afterEach(() => setRequestSession('', ''));
afterAll(() => server.close());

const sessionOf = (name: string, csrf: string): SessionInfo => ({
  operator: { id: name, name, role: 'editor', email: '', twoFactor: false, recoveryCodesLeft: 0 },
  csrf,
});

function Screen() {
  const { session: shown, error } = useSession();
  return (
    <>
      <p>{shown?.operator.name}</p>
      <p>{error && 'Failed to read the session.'}</p>
      <SignInAgainDialog />
    </>
  );
}

/** Saves after Ann's session has ended, and presses "I have signed in". Resolves to the result of the save. */
async function saveOnce(next: SessionInfo): Promise<{ outcome: Promise<unknown> }> {
  session = sessionOf('ann', 'of-ann');
  renderScreen(<Screen />);
  await screen.findByText('ann');
  session = null;
  const outcome = request('/api/save', { method: 'POST' }).catch((error: unknown) => error);
  const done = await screen.findByRole('button', { name: 'I have signed in' });
  session = next;
  await userEvent.click(done);
  return { outcome };
}

it('saves nothing in the name of somebody else who has signed in instead of the editor', async () => {
  const { outcome } = await saveOnce(sessionOf('bob', 'of-bob'));
  const refused = { status: 403, detail: expect.stringContaining('Somebody else has signed in') };
  expect(await outcome).toMatchObject(refused);
  await screen.findByText('Failed to read the session.');
  // Nor at the next attempt.
  await act(async () => {
    await expect(request('/api/save', { method: 'POST' })).rejects.toMatchObject(refused);
  });
  expect(savedBy).toEqual([]);
  expect(screen.getByText('ann')).toBeTruthy();
});

it('saves once the editor has signed in again', async () => {
  const { outcome } = await saveOnce(sessionOf('ann', 'of-ann-again'));
  expect(await outcome).toEqual({ ok: true });
  expect(savedBy).toEqual(['ann']);
  await waitFor(() => expect(screen.queryByText('Failed to read the session.')).toBe(null));
});
