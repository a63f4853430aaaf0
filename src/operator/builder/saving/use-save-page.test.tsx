import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../../../content/query-client.ts';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import { setRequestSession } from '../../request.ts';
import { useSavePage } from './use-save-page.ts';

const page = { id: 7, at: '/about', modified: '', digest: 'a', variant: null, layout: [], values: {} };
const save = { data: { root: { props: {} }, content: [] }, publish: false };

function renderSave() {
  const queries = createQueryClient();
  return renderHook(
    () =>
      useSavePage({
        page: page as unknown as EditablePage,
        blocks: new Map(),
        keyOf: (id) => id,
        newer: null,
        onSaved: () => {},
      }),
    {
      wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
    },
  );
}

it('ends the question whether to take over while it saves, and asks again about the next lock', async () => {
  setRequestSession('token-of-the-session', '');
  const ben = Promise.withResolvers<Response>();
  const answers = [
    Response.json({ error: 'Locked.', lock: { by: 'Ann' } }, { status: 423 }),
    Response.json({ error: 'WordPress does not answer.' }, { status: 503 }),
    // It comes later, because the second answer is followed by another try after two seconds.
    ben.promise,
  ];
  vi.stubGlobal('fetch', async () => answers.shift());
  const { result } = renderSave();
  act(() => result.current.save(save));
  await waitFor(() => expect(result.current.locked?.lock.by).toBe('Ann'));
  act(() => result.current.save({ ...save, takeOver: true }));
  await waitFor(() => expect(result.current.waiting?.seconds).toBe(2));
  expect(result.current.locked).toBe(null);
  act(() => result.current.waiting?.now());
  ben.resolve(Response.json({ error: 'Locked.', lock: { by: 'Ben' } }, { status: 423 }));
  await waitFor(() => expect(result.current.locked?.lock.by).toBe('Ben'));
});

it('does not try again once the screen is left, also if the first try is still under way', async () => {
  const answer = Promise.withResolvers<Response>();
  const fetched = vi.fn(() => answer.promise);
  vi.stubGlobal('fetch', fetched);
  const { result, unmount } = renderSave();
  act(() => result.current.save(save));
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  unmount();
  answer.resolve(Response.json({ error: 'WordPress does not answer.' }, { status: 503 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(1);
});
