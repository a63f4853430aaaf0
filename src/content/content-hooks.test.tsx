import { renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { useMenu, usePage, usePosts, useSiteData } from './content-hooks.ts';
import { createQueryClient } from './query-client.ts';
import { createWordPressWrapper } from './testing/render-content.tsx';
import {
  restMenuExample,
  restPageExample,
  restPostExample,
  restSiteDataExample,
} from './testing/rest-examples.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

describe('usePage', () => {
  it('returns the page after loading', async () => {
    server.use(http.get('/wp-json/wp/v2/pages', () => HttpResponse.json([restPageExample])));
    const { result } = renderHook(() => usePage('home'), { wrapper: createWordPressWrapper() });
    expect(result.current).toEqual({ page: null, isLoading: true, error: null });
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    expect(result.current).toMatchObject({ page: { id: 4, title: 'Tom & Jerry' }, error: null });
  });

  it('returns null if there is no page', async () => {
    server.use(http.get('/wp-json/wp/v2/pages', () => HttpResponse.json([])));
    const { result } = renderHook(() => usePage('nowhere'), { wrapper: createWordPressWrapper() });
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    expect(result.current).toEqual({ page: null, isLoading: false, error: null });
  });

  it('returns null and the error after a failure, which is logged once for all components', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(http.get('/wp-json/wp/v2/pages', () => new HttpResponse('down', { status: 500 })));
    const { result } = renderHook(() => [usePage('home'), usePage('home')] as const, {
      wrapper: createWordPressWrapper(),
    });
    await waitFor(() => expect(result.current[0].isLoading).toBe(false));
    for (const state of result.current) {
      expect(state).toMatchObject({ page: null, error: { message: '500: down' } });
    }
    expect(log).toHaveBeenCalledExactlyOnceWith('Failed to fetch page', 'home', expect.any(Error));
    log.mockRestore();
  });

  it('does not cache a failure: a later component requests the page again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const wrapper = createWordPressWrapper(createQueryClient());
    server.use(http.get('/wp-json/wp/v2/pages', () => HttpResponse.error()));
    const first = renderHook(() => usePage('home'), { wrapper });
    await waitFor(() => expect(first.result.current.error).not.toBeNull());
    first.unmount();
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();

    server.use(http.get('/wp-json/wp/v2/pages', () => HttpResponse.json([restPageExample])));
    const second = renderHook(() => usePage('home'), { wrapper });
    await waitFor(() => expect(second.result.current.page?.id).toBe(4));
  });
});

describe('usePosts', () => {
  it('returns the requested posts after loading', async () => {
    let asked = '';
    server.use(
      http.get('/wp-json/wp/v2/posts', ({ request }) => {
        asked = new URL(request.url).search;
        return HttpResponse.json([restPostExample]);
      }),
    );
    const { result } = renderHook(() => usePosts({ category: 3 }), { wrapper: createWordPressWrapper() });
    expect(result.current).toEqual({ posts: [], isLoading: true, error: null });
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    expect(result.current).toMatchObject({ posts: [{ id: 12 }], error: null });
    expect(asked).toBe('?per_page=10&page=1&_embed=true&categories=3');
  });

  it('returns an empty list and the visitor’s message after a failure, which is logged once', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(http.get('/wp-json/wp/v2/posts', () => new HttpResponse('down', { status: 500 })));
    const { result } = renderHook(() => usePosts(), { wrapper: createWordPressWrapper() });
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    expect(result.current).toEqual({
      posts: [],
      isLoading: false,
      error: 'Failed to fetch posts. Please try again later.',
    });
    expect(log).toHaveBeenCalledExactlyOnceWith(
      'Failed to fetch posts',
      expect.any(String),
      expect.any(Error),
    );
    log.mockRestore();
  });
});

describe('useMenu', () => {
  const address = '/wp-json/wp/v2/menus/v1/locations/primary';

  it('returns nested items after loading', async () => {
    server.use(http.get(address, () => HttpResponse.json(restMenuExample)));
    const { result } = renderHook(() => useMenu('primary'), { wrapper: createWordPressWrapper() });
    expect(result.current).toEqual({ items: null, isLoading: true });
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    expect(result.current.items).toMatchObject([
      { title: 'Buyers', path: '/buy', children: [{ title: 'Guides & tools', path: '/buy/guides' }] },
    ]);
  });

  it('returns null and logs nothing if the location has no menu', async () => {
    server.use(http.get(address, () => HttpResponse.json({ code: 'not_found' }, { status: 404 })));
    const { result } = renderHook(() => useMenu('primary'), { wrapper: createWordPressWrapper() });
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    expect(result.current.items).toBeNull();
  });

  it('returns null after a failure, which is logged once', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(http.get(address, () => new HttpResponse('down', { status: 500 })));
    const { result } = renderHook(() => useMenu('primary'), { wrapper: createWordPressWrapper() });
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    expect(result.current.items).toBeNull();
    expect(log).toHaveBeenCalledExactlyOnceWith('Failed to fetch menu', 'primary', expect.any(Error));
    log.mockRestore();
  });
});

describe('useSiteData', () => {
  it('returns the site data after loading', async () => {
    server.use(http.get('/wp-json/wp/v2', () => HttpResponse.json(restSiteDataExample)));
    const { result } = renderHook(() => useSiteData(), { wrapper: createWordPressWrapper() });
    expect(result.current).toEqual({ status: 'loading', siteData: null, error: null });
    await waitFor(() => expect(result.current.status).toBe('loaded'));
    expect(result.current.siteData).toMatchObject({ name: 'Homes', description: 'Buying & selling' });
  });

  it('returns the visitor’s message after a failure, which is logged once', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(http.get('/wp-json/wp/v2', () => new HttpResponse('down', { status: 500 })));
    const { result } = renderHook(() => useSiteData(), { wrapper: createWordPressWrapper() });
    await waitFor(() => expect(result.current.status).toBe('error'));
    expect(result.current).toEqual({
      status: 'error',
      siteData: null,
      error: 'Failed to load site data. Please try again later.',
    });
    expect(log).toHaveBeenCalledExactlyOnceWith('Failed to fetch site data', 'site data', expect.any(Error));
    log.mockRestore();
  });
});
