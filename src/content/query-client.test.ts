import { QueryObserver, focusManager, onlineManager } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createQueryClient, createQueryFunction } from './query-client.ts';

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

test('cached data is not fetched again on focus or by another observer', async () => {
  const client = createQueryClient();
  const queryFn = vi.fn(() => Promise.resolve('answer'));
  const first = new QueryObserver(client, { queryKey: ['/x'], queryFn }).subscribe(() => {});
  await expect.poll(() => client.getQueryData(['/x'])).toBe('answer');
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  const second = new QueryObserver(client, { queryKey: ['/x'], queryFn }).subscribe(() => {});
  expect(queryFn).toHaveBeenCalledOnce();
  first();
  second();
  client.clear();
});

test('queries and mutations fail offline instead of waiting forever', async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient();
  const fail = () => Promise.reject(new Error('no connection'));
  await expect(client.fetchQuery({ queryKey: ['/x'], queryFn: fail })).rejects.toThrow('no connection');
  const mutation = client.getMutationCache().build(client, { mutationFn: fail });
  await expect(mutation.execute(undefined)).rejects.toThrow('no connection');
  client.clear();
});

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const ask = (queryKey: readonly unknown[], options?: Parameters<typeof createQueryFunction>[0]) =>
  createQueryClient().fetchQuery({ queryKey, ...(options && { queryFn: createQueryFunction(options) }) });

test('requests the first element of the key with credentials, and parses JSON', async () => {
  server.use(http.get('/api/ghl/status', () => HttpResponse.json({ isConfigured: true })));
  // MSW cannot see whether a request includes credentials, so check the call to `fetch`.
  const fetched = vi.spyOn(globalThis, 'fetch');
  await expect(ask(['/api/ghl/status', 'anything'])).resolves.toEqual({ isConfigured: true });
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    '/api/ghl/status',
    expect.objectContaining({ credentials: 'include' }),
  );
  fetched.mockRestore();
});

test('an unsuccessful response throws an error with its status and body', async () => {
  server.use(http.get('/api/x', () => new HttpResponse('no such lead', { status: 404 })));
  await expect(ask(['/api/x'])).rejects.toThrow(/^404: no such lead$/);
});

test('an error without a body contains the status text', async () => {
  server.use(http.get('/api/x', () => new HttpResponse(null, { status: 503, statusText: 'Busy' })));
  await expect(ask(['/api/x'])).rejects.toThrow(/^503: Busy$/);
});

test('a failed query is not retried', async () => {
  let asked = 0;
  server.use(
    http.get('/api/x', () => {
      asked += 1;
      return new HttpResponse('down', { status: 500 });
    }),
  );
  await expect(ask(['/api/x'])).rejects.toThrow('500: down');
  expect(asked).toBe(1);
});

test('a 401 throws, or returns null if configured', async () => {
  server.use(http.get('/api/x', () => new HttpResponse('sign in', { status: 401 })));
  await expect(ask(['/api/x'])).rejects.toThrow(/^401: sign in$/);
  await expect(ask(['/api/x'], {})).rejects.toThrow(/^401: sign in$/);
  await expect(ask(['/api/x'], { on401: 'throw' })).rejects.toThrow(/^401: sign in$/);
  await expect(ask(['/api/x'], { on401: 'null' })).resolves.toBeNull();
});

test('only a 401 returns null', async () => {
  server.use(http.get('/api/x', () => new HttpResponse('no', { status: 403 })));
  await expect(ask(['/api/x'], { on401: 'null' })).rejects.toThrow(/^403: no$/);
});

test('a key without a path throws an error that contains the key', async () => {
  await expect(ask([{ id: 1 }])).rejects.toThrow('Query [{"id":1}] needs a path first, or a queryFn.');
});
