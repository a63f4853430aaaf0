import type { QueryClient } from '@tanstack/react-query';
import { hydrateRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { App } from '../app.tsx';
import { viewIdsOf } from '../builder/body-block.ts';
import { blockViewRegistry } from '../builder/block-view-registry.ts';
import { createQueryClient } from '../content/query-client.ts';
import { WordPressProvider } from '../content/wordpress-provider.tsx';
import { APP_DATA_ID, type AppData } from '../contracts/app-data.ts';
import type { PageDocument } from '../contracts/content.ts';
import { PREVIEW_DATA_ID, type PreviewData } from '../contracts/preview.ts';
import { pageQueryKey } from '../site/page-query.ts';
import { loadRichTextParser } from '../ui/text/rich-text-parser.ts';
import { connectEditScreen } from './connect-edit-screen.ts';
import { disableForms, openLinksAsDocuments } from './inert-page.ts';
import { renderSection } from './render-section.tsx';
import { startShareButton } from './share-button.ts';

/** Parses the JSON that the server embedded in the element with this id. Throws an `Error` if there is none. */
function embedded(id: string) {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error('The document carries no data of a preview. Reload the page.');
  return JSON.parse(text);
}

/**
 * Loads the code of the page's blocks, then hydrates the application. The router is in memory, at the page's path,
 * because the document has the URL of the preview. Resolves when the application is ready.
 */
async function startApplication(data: AppData, page: PageDocument, queryClient: QueryClient): Promise<void> {
  const { document: _, forms: __, nearViews: ___, ...site } = data;
  const root = document.getElementById('root');
  if (!root) throw new Error('There is no root. Reload the page.');
  queryClient.setQueryData(pageQueryKey({ pathname: page.path, search: '' }), page);
  await Promise.all([blockViewRegistry.load(viewIdsOf(page.placements)), loadRichTextParser()]);
  await new Promise<void>((resolve) => {
    hydrateRoot(
      root,
      <MemoryRouter initialEntries={[page.path]}>
        <App
          provider={WordPressProvider}
          queryClient={queryClient}
          site={site}
          faults={{ report: () => {}, show: true }}
          onReady={resolve}
        />
      </MemoryRouter>,
    );
  });
}

async function start(): Promise<void> {
  const data: AppData = embedded(APP_DATA_ID);
  const preview: PreviewData = embedded(PREVIEW_DATA_ID);
  const page = data.document;
  if (!page) throw new Error('The preview has no page.');
  if (preview.live) document.documentElement.dataset['previewLive'] = '';
  disableForms();
  openLinksAsDocuments();
  startShareButton(preview.token);
  const queryClient = createQueryClient();
  await startApplication(data, page, queryClient);
  document.documentElement.dataset['app'] = 'ready';
  const { editor, live, token } = preview;
  if (!live || editor === null || window.parent === window) return;
  const key = pageQueryKey({ pathname: page.path, search: '' });
  const shown = () => queryClient.getQueryData<PageDocument>(key) ?? page;
  const { document: _, forms: __, nearViews: ___, ...site } = data;
  connectEditScreen({
    editor,
    token,
    page: shown,
    render: (placement) =>
      renderSection(placement, {
        contexts: { provider: WordPressProvider, queryClient, site },
        registry: blockViewRegistry,
        location: page.path,
        first: placement.key === shown().placements.find(({ region }) => region === 'main')?.key,
      }),
    async show(next) {
      // The view of a block that was just added may not be loaded yet.
      await blockViewRegistry.load(viewIdsOf(next.placements));
      // Structural sharing keeps the identity of unchanged placements, so that only changed ones render again.
      queryClient.setQueryData(key, { ...next, path: page.path });
    },
  });
}

void start();
