import { renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { inWordPress } from './testing/render-content.tsx';
import { restPage } from './testing/rest-examples.ts';
import { usePage } from './use-page.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

test('loading, then the page', async () => {
  server.use(http.get('/wp-json/wp/v2/pages', () => HttpResponse.json([restPage])));
  const { result } = renderHook(() => usePage('home'), { wrapper: inWordPress() });
  expect(result.current).toEqual({ page: null, isLoading: true, error: null });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current).toMatchObject({ page: { id: 4, title: 'Tom & Jerry' }, error: null });
});

test('null where there is no page', async () => {
  server.use(http.get('/wp-json/wp/v2/pages', () => HttpResponse.json([])));
  const { result } = renderHook(() => usePage('nowhere'), { wrapper: inWordPress() });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current).toEqual({ page: null, isLoading: false, error: null });
});

test('a failure is null, logged once however many wait for it, and can be shown by who wants to', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('/wp-json/wp/v2/pages', () => new HttpResponse('down', { status: 500 })));
  const { result } = renderHook(() => [usePage('home'), usePage('home')] as const, {
    wrapper: inWordPress(),
  });
  await waitFor(() => expect(result.current[0].isLoading).toBe(false));
  for (const state of result.current) {
    expect(state).toMatchObject({ page: null, error: { message: '500: down' } });
  }
  expect(log).toHaveBeenCalledExactlyOnceWith('Failed to fetch page', 'home', expect.any(Error));
  log.mockRestore();
});

test('a failure is not kept: who asks later asks again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const wrapper = inWordPress(createQueryClient());
  server.use(http.get('/wp-json/wp/v2/pages', () => HttpResponse.error()));
  const first = renderHook(() => usePage('home'), { wrapper });
  await waitFor(() => expect(first.result.current.error).not.toBeNull());
  first.unmount();
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();

  server.use(http.get('/wp-json/wp/v2/pages', () => HttpResponse.json([restPage])));
  const second = renderHook(() => usePage('home'), { wrapper });
  await waitFor(() => expect(second.result.current.page?.id).toBe(4));
});
