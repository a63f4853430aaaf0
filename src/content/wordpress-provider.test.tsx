import { render, renderHook, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { siteDataQueryKey } from './content-paths.ts';
import { useSiteData } from './content-hooks.ts';
import { createQueryClient } from './query-client.ts';
import { createWordPressWrapper } from './testing/render-content.tsx';
import { restSiteDataExample } from './testing/rest-examples.ts';
import { MockWordPressProvider, useWordPress, WordPressProvider } from './wordpress-provider.tsx';

test('throws outside a provider', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => renderHook(() => useWordPress())).toThrow(
    /^No WordPress provider found\. Please wrap with WordPressProvider or MockWordPressProvider$/,
  );
  log.mockRestore();
});

test.each([WordPressProvider, MockWordPressProvider])('provides content that never changes', (wrapper) => {
  const { result, rerender } = renderHook(() => useWordPress(), { wrapper });
  const before = result.current;
  rerender();
  expect(result.current).toBe(before);
});

test('renders its children at once, without requests', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  render(<p>Content</p>, { wrapper: createWordPressWrapper() });
  expect(screen.getByText('Content')).toBeDefined();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});

test('returns cached content on the first render', () => {
  const client = createQueryClient();
  client.setQueryData(siteDataQueryKey, { ...restSiteDataExample, name: 'Kept' });
  const fetched = vi.spyOn(globalThis, 'fetch');
  const { result } = renderHook(() => useSiteData(), { wrapper: createWordPressWrapper(client) });
  expect(result.current).toMatchObject({ status: 'loaded', siteData: { name: 'Kept' } });
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});
