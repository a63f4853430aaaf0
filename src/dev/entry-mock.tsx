import { QueryClientProvider } from '@tanstack/react-query';
import { setupWorker } from 'msw/browser';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from '../app.tsx';
import { useMenu, useSiteData } from '../content/content-hooks.ts';
import { createQueryClient } from '../content/query-client.ts';
import { MockWordPressProvider } from '../content/wordpress-provider.tsx';
import type { SiteSettings } from '../contracts/site-settings.ts';
import { recordAttributionTouch } from '../leads/record-attribution-touch.ts';
import { DocumentStyles } from '../ui/theme/document-styles.tsx';
import { fontFaces } from '../ui/theme/font-faces.ts';
import { mockHandlers, type MockContentFile } from './mock-handlers.ts';

const queryClient = createQueryClient();
const year = new Date().getFullYear();

/** The application in mock mode. No server adds the header and footer content to the document, so hooks request it. */
function MockSite({ settings }: { settings: SiteSettings }) {
  const primary = useMenu('primary');
  const footer = useMenu('footer');
  const { status, siteData, error } = useSiteData();
  if (error !== null) return <p role="alert">{error}</p>;
  if (status === 'loading' || primary.isLoading || footer.isLoading) return <p role="status">Loading…</p>;
  const { name, description, timezone_string: timeZone } = siteData;
  const site = {
    frame: {
      settings: { ...settings, site: { name, description, timeZone } },
      primary: primary.items ?? [],
      footer: footer.items ?? [],
    },
    origin: location.origin,
    year,
    showFaults: true,
    measurementId: null,
    leadEndpoint: null,
  };
  return (
    <App
      provider={MockWordPressProvider}
      queryClient={queryClient}
      site={site}
      faults={faults}
      styles={<DocumentStyles />}
    />
  );
}

// No server collects faults, so only show them on the page.
const faults = { report: () => {}, show: true };

async function start(root: Element): Promise<void> {
  const { settings, ...sample } = await readJson<MockContentFile>('/mock/content.json');
  const handlers = mockHandlers({
    ...sample,
    document: (query) => readJson(`/mock/document.json?${query}`),
  });
  await setupWorker(...handlers).start({ onUnhandledFrame: 'bypass' });
  recordAttributionTouch();
  document.head.append(Object.assign(document.createElement('style'), { textContent: fontFaces }));
  createRoot(root).render(
    <BrowserRouter>
      <QueryClientProvider client={queryClient}>
        <MockWordPressProvider>
          <MockSite settings={settings} />
        </MockWordPressProvider>
      </QueryClientProvider>
    </BrowserRouter>,
  );
  document.documentElement.dataset['app'] = 'ready';
}

async function readJson<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json();
}

const root = document.getElementById('root');
if (root) await start(root);
