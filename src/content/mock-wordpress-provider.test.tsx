import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { builtInContent } from './built-in-content.ts';
import { MockWordPressProvider } from './mock-wordpress-provider.tsx';
import { createQueryClient } from './query-client.ts';
import { useMenu } from './use-menu.ts';
import { usePage } from './use-page.ts';
import { useSiteData } from './use-site-data.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function inMock() {
  const client = createQueryClient();
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MockWordPressProvider>{children}</MockWordPressProvider>
    </QueryClientProvider>
  );
}

test('the built-in content, without a request', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const { result } = renderHook(() => ({ site: useSiteData(), menu: useMenu('primary') }), {
    wrapper: inMock(),
  });
  expect(result.current.site.status).toBe('loading');
  await waitFor(() => expect(result.current.menu.items).not.toBeNull(), { timeout: 5000 });
  await waitFor(() => expect(result.current.site.siteData?.timezone_string).toBe('America/Chicago'), {
    timeout: 5000,
  });
  expect(result.current.menu.items?.map((item) => item.path)).toContain('/buy');
  expect(fetched).not.toHaveBeenCalled();
});

test('site data that cannot be loaded', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(builtInContent, 'settings').mockRejectedValue(new Error('gone'));
  const { result } = renderHook(() => useSiteData(), { wrapper: inMock() });
  await waitFor(() => expect(result.current.status).toBe('error'), { timeout: 5000 });
  expect(result.current.error).toBe('Failed to load mock site data');
  expect(log).toHaveBeenCalledExactlyOnceWith('Failed to fetch site data', 'site data', expect.any(Error));
});

test('a page that cannot be loaded', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(builtInContent, 'page').mockRejectedValue(new Error('gone'));
  const { result } = renderHook(() => usePage('home'), { wrapper: inMock() });
  await waitFor(() => expect(result.current.isLoading).toBe(false), { timeout: 5000 });
  expect(result.current.page).toBeNull();
  expect(log).toHaveBeenCalledExactlyOnceWith('Failed to load mock page', 'home', expect.any(Error));
});
