import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { APP_DATA_ID, type AppData } from './contracts/app-data.ts';
import { App } from './app.tsx';
import type { BlockFault } from './builder/fault-reporter.ts';
import { keepTyped } from './builder/keep-typed.ts';
import { runningBlocks } from './contracts/placement.ts';
import { registry } from './builder/registry.ts';
import { keepServerHtml } from './builder/server-html.ts';
import { createQueryClient } from './content/query-client.ts';
import { WordPressProvider } from './content/wordpress-provider.tsx';
import { pageQueryKey } from './site/page-query.ts';

function report(fault: BlockFault) {
  // The server rejects long values, and the beginning is enough to identify the fault.
  const [path, detail] = [location.pathname.slice(0, 300), fault.detail.slice(0, 500)];
  navigator.sendBeacon(
    '/api/block-faults',
    new Blob([JSON.stringify({ ...fault, path, detail })], { type: 'application/json' }),
  );
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  const text = document.getElementById(APP_DATA_ID)?.textContent;
  if (!root || !text) throw new Error('The document carries no application data. Reload the page.');
  const { document: page, forms, nearViews, ...site }: AppData = JSON.parse(text);
  const queryClient = createQueryClient();
  queryClient.setQueryData(pageQueryKey(location), page);
  const placements = page?.placements ?? [];
  registry.expectFiles(nearViews);
  const early = new Set(Object.keys(forms ?? {}));
  await registry.load(
    site.showFaults ? placements.map(({ block }) => block) : runningBlocks(placements, early),
  );
  keepServerHtml(root, placements);
  const restoreTyped = keepTyped(root);
  const faults = { report, show: site.showFaults };
  await new Promise<void>((resolve) => {
    hydrateRoot(
      root,
      <BrowserRouter>
        <App
          provider={WordPressProvider}
          queryClient={queryClient}
          site={site}
          faults={faults}
          forms={forms}
          onReady={resolve}
        />
      </BrowserRouter>,
    );
  });
  restoreTyped();
  document.documentElement.dataset['app'] = 'ready';
}

/** Resolves when the application is running. */
export const ready = start();
