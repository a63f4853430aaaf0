import { QueryObserver, focusManager, onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

afterEach(() => {
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
});

test('never stale, no retries, no refetch on focus or interval', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  expect(mutations).toMatchObject({ retry: false });
});

test('what was fetched once is not fetched again by focus or by another reader', async () => {
  const client = createQueryClient();
  const queryFn = vi.fn(() => Promise.resolve('answer'));
  const first = new QueryObserver(client, { queryKey: ['/x'], queryFn }).subscribe(() => {});
  await vi.waitFor(() => expect(client.getQueryData(['/x'])).toBe('answer'));
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  const second = new QueryObserver(client, { queryKey: ['/x'], queryFn }).subscribe(() => {});
  expect(queryFn).toHaveBeenCalledOnce();
  first();
  second();
  client.clear();
});

test('offline, a query fails and a mutation fails: neither waits for ever', async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient();
  const fail = () => Promise.reject(new Error('no connection'));
  await expect(client.fetchQuery({ queryKey: ['/x'], queryFn: fail })).rejects.toThrow('no connection');
  const mutation = client.getMutationCache().build(client, { mutationFn: fail });
  await expect(mutation.execute(undefined)).rejects.toThrow('no connection');
  client.clear();
});
