import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { useMenu, usePage, useSiteData } from '../content/content-hooks.ts';
import { createQueryClient } from '../content/query-client.ts';
import {
  restMenuExample,
  restPageExample,
  restPostExample,
  restSiteDataExample,
} from '../content/testing/rest-examples.ts';
import { wordPressSource } from '../content/wordpress-source.ts';
import { MockWordPressProvider } from '../content/wordpress-provider.tsx';
import type { PageDocument } from '../contracts/content.ts';
import { sendLead } from '../leads/send-lead.ts';
import { mockHandlers } from './mock-handlers.ts';

const posts = Array.from({ length: 12 }, (_, index) => ({
  ...restPostExample,
  id: 12 - index,
  slug: `post-${12 - index}`,
  categories: [index % 2],
}));
const buy: PageDocument = {
  path: '/buy',
  slug: 'buy',
  head: {
    title: 'Buy',
    description: '',
    canonical: '/buy',
    robots: 'noindex',
    image: { src: '', width: 1, height: 1, alt: '' },
    type: 'website',
  },
  placements: [],
};
const server = setupServer(
  ...mockHandlers({
    pages: [restPageExample],
    posts,
    menus: { primary: restMenuExample },
    site: restSiteDataExample,
    document: async (query) => (query.get('path') === '/buy' ? buy : null),
  }),
);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  server.resetHandlers();
  vi.restoreAllMocks();
});
afterAll(() => server.close());

/** Returns the result of a request, and the time it took in milliseconds. */
async function timed<T>(loading: Promise<T>): Promise<{ value: T; after: number }> {
  const start = performance.now();
  const value = await loading;
  return { value, after: performance.now() - start };
}

const ids = async (query: Parameters<typeof wordPressSource.posts>[0]) =>
  (await wordPressSource.posts(query)).map((post) => post.id);

describe('the content routes in mock mode', () => {
  it('take 300 ms for pages and posts, 200 ms for menus and site data', async () => {
    // Timers can fire up to a millisecond early.
    expect((await timed(wordPressSource.page('home'))).after).toBeGreaterThan(298);
    expect((await timed(wordPressSource.posts({}))).after).toBeGreaterThan(298);
    expect((await timed(wordPressSource.menu('primary'))).after).toBeGreaterThan(198);
    expect((await timed(wordPressSource.siteData())).after).toBeGreaterThan(198);
  });

  it('respond with a page by slug, and with the document at a path', async () => {
    expect(await wordPressSource.page('home')).toMatchObject({ title: 'Tom & Jerry' });
    expect(await wordPressSource.page('nowhere')).toBeNull();
    expect(await wordPressSource.document({ path: '/buy' })).toEqual(buy);
    expect(await wordPressSource.document({ path: '/nowhere' })).toBeNull();
  });

  it('paginate posts, and filter them by category and slug', async () => {
    expect(await ids({})).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(await ids({ page: 2 })).toEqual([2, 1]);
    expect(await ids({ perPage: 2, page: 2 })).toEqual([10, 9]);
    expect(await ids({ category: 1 })).toEqual([11, 9, 7, 5, 3, 1]);
    expect(await ids({ slug: 'post-3' })).toEqual([3]);
    expect(await ids({ slug: 'post-3', category: 0 })).toEqual([]);
  });

  it('respond with menus by location, and with the site data', async () => {
    expect(await wordPressSource.menu('primary')).toMatchObject({ name: 'Primary & more', count: 2 });
    expect(await wordPressSource.menu('footer')).toBeNull();
    expect(await wordPressSource.siteData()).toMatchObject({ name: 'Homes', url: location.origin });
  });
});

describe('the form endpoints in mock mode', () => {
  const post = (path: string, judge: 'success' | 'status') =>
    sendLead({ method: 'POST', path, body: { email: 'a@example.com' }, judge });
  const put = (id: string) =>
    sendLead({ method: 'PUT', path: `/api/ghl/contact/${id}`, body: {}, judge: 'success' });

  it('accept a lead and its second step', async () => {
    const first = await post('/api/ghl/contact', 'success');
    expect(first).toMatchObject({ kind: 'stored', isLocalOnly: false });
    expect(await put(first.kind === 'stored' ? (first.contactId ?? '') : '')).toEqual(first);
    for (const path of ['/.netlify/functions/ghl-webhook', '/api/contact', '/api/market-reports']) {
      expect(await post(path, 'status')).toMatchObject({ kind: 'stored' });
    }
  });

  it('return the visitor to step 1 for an unknown contact id', async () => {
    expect(await put('someone')).toEqual({ kind: 'restart' });
  });
});

describe('MockWordPressProvider', () => {
  function inMock() {
    const client = createQueryClient();
    return ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>
        <MockWordPressProvider>{children}</MockWordPressProvider>
      </QueryClientProvider>
    );
  }

  it('provides the sample content', async () => {
    const { result } = renderHook(() => ({ site: useSiteData(), menu: useMenu('primary') }), {
      wrapper: inMock(),
    });
    expect(result.current.site.status).toBe('loading');
    await waitFor(() => expect(result.current.menu.items?.map(({ path }) => path)).toEqual(['/buy']));
    await waitFor(() => expect(result.current.site.siteData?.name).toBe('Homes'));
  });

  it('reports that site data or a page could not be loaded', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(
      http.get('/wp-json/wp/v2', () => HttpResponse.error()),
      http.get('/wp-json/wp/v2/pages', () => HttpResponse.error()),
    );
    const { result } = renderHook(() => ({ site: useSiteData(), home: usePage('home') }), {
      wrapper: inMock(),
    });
    await waitFor(() => expect(result.current.site.error).toBe('Failed to load mock site data'));
    await waitFor(() => expect(result.current.home).toMatchObject({ page: null, isLoading: false }));
    expect(log).toHaveBeenCalledWith('Failed to fetch site data', 'site data', expect.any(Error));
    expect(log).toHaveBeenCalledWith('Failed to load mock page', 'home', expect.any(Error));
  });
});
