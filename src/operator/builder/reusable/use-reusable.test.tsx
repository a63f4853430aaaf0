import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../content/query-client.ts';
import { useReusableEntries } from './use-reusable.ts';

const target = { kind: 'embedded' };
const entry = {
  kind: 'section',
  id: 3,
  at: '~3',
  title: 'Promise',
  modified: '2026-11-30T10:00:00Z',
  isPublic: true,
  blocks: [],
  uses: [],
};

it('shows what another tab has shared once the editor is back in this one', async () => {
  const answers = [[], [entry]].map((entries) => ({ target, entries, trash: [] }));
  vi.stubGlobal('fetch', async () => Response.json(answers.shift()));
  const queries = createQueryClient();
  const { result } = renderHook(() => useReusableEntries(), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current.entries).toEqual([]));
  dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(result.current.entries).toHaveLength(1));
});
