import { renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { inWordPress } from './testing/render-content.tsx';
import { restMenu } from './testing/rest-examples.ts';
import { useMenu } from './use-menu.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const address = '/wp-json/wp/v2/menus/v1/locations/primary';

test('loading, then the entries nested', async () => {
  server.use(http.get(address, () => HttpResponse.json(restMenu)));
  const { result } = renderHook(() => useMenu('primary'), { wrapper: inWordPress() });
  expect(result.current).toEqual({ items: null, isLoading: true });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current.items).toMatchObject([
    { title: 'Buyers', path: '/buy', children: [{ title: 'Guides & tools', path: '/buy/guides' }] },
  ]);
});

test('null where no menu stands, and nothing is logged', async () => {
  server.use(http.get(address, () => HttpResponse.json({ code: 'not_found' }, { status: 404 })));
  const { result } = renderHook(() => useMenu('primary'), { wrapper: inWordPress() });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current.items).toBeNull();
});

test('a failure is null and logged once', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get(address, () => new HttpResponse('down', { status: 500 })));
  const { result } = renderHook(() => useMenu('primary'), { wrapper: inWordPress() });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current.items).toBeNull();
  expect(log).toHaveBeenCalledExactlyOnceWith('Failed to fetch menu', 'primary', expect.any(Error));
  log.mockRestore();
});
