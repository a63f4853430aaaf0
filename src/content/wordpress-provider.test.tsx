import { QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { siteDataKey } from './content-keys.ts';
import { createQueryClient } from './query-client.ts';
import { inWordPress } from './testing/render-content.tsx';
import { restMenu, restSiteData } from './testing/rest-examples.ts';
import { useMenu } from './use-menu.ts';
import { useSiteData } from './use-site-data.ts';
import { WordPressProvider } from './wordpress-provider.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function answerSiteData() {
  let asked = 0;
  server.use(
    http.get('/wp-json/wp/v2', () => {
      asked += 1;
      return HttpResponse.json(restSiteData);
    }),
  );
  return () => asked;
}

test('children stand at once, and nothing is asked for', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const Provider = inWordPress();
  render(<p>Content</p>, { wrapper: Provider });
  expect(screen.getByText('Content')).toBeDefined();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});

test('site data: loading, then loaded', async () => {
  answerSiteData();
  const { result } = renderHook(() => useSiteData(), { wrapper: inWordPress() });
  expect(result.current).toEqual({ status: 'loading', siteData: null, error: null });
  await waitFor(() => expect(result.current.status).toBe('loaded'));
  expect(result.current.siteData).toMatchObject({ name: 'Homes', description: 'Buying & selling' });
});

test('site data: error, logged once', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('/wp-json/wp/v2', () => new HttpResponse('down', { status: 500 })));
  const { result } = renderHook(() => useSiteData(), { wrapper: inWordPress(undefined, { eager: true }) });
  await waitFor(() => expect(result.current.status).toBe('error'));
  expect(result.current).toEqual({
    status: 'error',
    siteData: null,
    error: 'Failed to load site data. Please try again later.',
  });
  expect(log).toHaveBeenCalledExactlyOnceWith('Failed to fetch site data', 'site data', expect.any(Error));
  log.mockRestore();
});

test('eager: site data is asked for at the start, once, and children do not wait for it', async () => {
  const asked = answerSiteData();
  const client = createQueryClient();
  const wrapper = inWordPress(client, { eager: true });
  render(<p>Content</p>, { wrapper });
  expect(screen.getByText('Content')).toBeDefined();
  await waitFor(() => expect(client.getQueryData(siteDataKey)).toMatchObject({ name: 'Homes' }));
  const { result } = renderHook(() => useSiteData(), { wrapper });
  expect(result.current.status).toBe('loaded');
  expect(asked()).toBe(1);
});

test('what the cache holds is there at the first render', () => {
  const client = createQueryClient();
  client.setQueryData(siteDataKey, { ...restSiteData, name: 'Kept' });
  const fetched = vi.spyOn(globalThis, 'fetch');
  const wrapper = inWordPress(client, { eager: true });
  const { result } = renderHook(() => useSiteData(), { wrapper });
  expect(result.current).toMatchObject({ status: 'loaded', siteData: { name: 'Kept' } });
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});

test('another base: its own addresses are routes', async () => {
  const items = restMenu.items.map((item) => ({ ...item, url: `https://wp.test${item.url}` }));
  server.use(
    http.get('https://wp.test/wp-json/wp/v2/menus/v1/locations/primary', () =>
      HttpResponse.json({ ...restMenu, items }),
    ),
  );
  const client = createQueryClient();
  const { result } = renderHook(() => useMenu('primary'), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <WordPressProvider base="https://wp.test/wp-json/wp/v2">{children}</WordPressProvider>
      </QueryClientProvider>
    ),
  });
  await waitFor(() => expect(result.current.items).toMatchObject([{ path: '/buy' }]));
});
