import { renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { inWordPress } from './testing/render-content.tsx';
import { restPost } from './testing/rest-examples.ts';
import { usePosts } from './use-posts.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

test('loading, then the posts asked for', async () => {
  let asked = '';
  server.use(
    http.get('/wp-json/wp/v2/posts', ({ request }) => {
      asked = new URL(request.url).search;
      return HttpResponse.json([restPost]);
    }),
  );
  const { result } = renderHook(() => usePosts({ category: 3 }), { wrapper: inWordPress() });
  expect(result.current).toEqual({ posts: [], isLoading: true, error: null });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current).toMatchObject({ posts: [{ id: 12 }], error: null });
  expect(asked).toBe('?per_page=10&page=1&_embed=true&categories=3');
});

test('a failure is an empty list, logged once, with the message for readers', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('/wp-json/wp/v2/posts', () => new HttpResponse('down', { status: 500 })));
  const { result } = renderHook(() => usePosts(), { wrapper: inWordPress() });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current).toEqual({
    posts: [],
    isLoading: false,
    error: 'Failed to fetch posts. Please try again later.',
  });
  expect(log).toHaveBeenCalledExactlyOnceWith('Failed to fetch posts', expect.any(String), expect.any(Error));
  log.mockRestore();
});
