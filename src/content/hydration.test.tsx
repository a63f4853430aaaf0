import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { useMenu, usePage, usePosts, useSiteData } from './content-hooks.ts';
import { menuQueryKey, pageEntityQueryKey, postsQueryKey, siteDataQueryKey } from './content-paths.ts';
import { ContentSection } from './content-section.tsx';
import { createQueryClient } from './query-client.ts';
import { createWordPressWrapper } from './testing/render-content.tsx';
import {
  restMenuExample,
  restPageExample,
  restPostExample,
  restSiteDataExample,
} from './testing/rest-examples.ts';
import { menuFromRest, pageFromRest, postFromRest, siteDataFromRest } from './wordpress-rest.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function Everything() {
  const { items } = useMenu('primary');
  const { posts } = usePosts();
  const { page } = usePage('nowhere');
  const { siteData } = useSiteData();
  return (
    <main>
      <h1>
        <ContentSection page="home" section="hero_title" fallback="Fallback" />
      </h1>
      <p>{[items?.length, posts.length, page === null, siteData?.name].join(' ')}</p>
    </main>
  );
}

function application(client: QueryClient) {
  const Provider = createWordPressWrapper(client);
  return (
    <Provider>
      <Everything />
    </Provider>
  );
}

test('a hydrated page shows what the server rendered and makes no request', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const onServer = createQueryClient();
  onServer.setQueryData(pageEntityQueryKey('home'), pageFromRest(restPageExample));
  onServer.setQueryData(pageEntityQueryKey('nowhere'), null);
  onServer.setQueryData(postsQueryKey({}), [postFromRest(restPostExample)]);
  onServer.setQueryData(menuQueryKey('primary'), menuFromRest(restMenuExample));
  onServer.setQueryData(siteDataQueryKey, siteDataFromRest(restSiteDataExample));
  const html = renderToString(application(onServer));
  expect(html).toContain('<h1>Find <em>your</em> home</h1><p>1 1 true Homes</p>');

  const inBrowser = createQueryClient();
  hydrate(inBrowser, JSON.parse(JSON.stringify(dehydrate(onServer))));
  const root = document.createElement('div');
  root.innerHTML = html;
  const onRecoverableError = vi.fn();
  const react = await act(async () => hydrateRoot(root, application(inBrowser), { onRecoverableError }));
  await new Promise((resolve) => setTimeout(resolve, 20));

  expect(root.innerHTML).toBe(html);
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(fetched).not.toHaveBeenCalled();
  react.unmount();
});

test('the server sends no requests, and renders missing content as loading', () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const html = renderToString(application(createQueryClient()));
  expect(html).toContain('<h1>Fallback</h1>');
  expect(fetched).not.toHaveBeenCalled();
});
