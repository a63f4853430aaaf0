import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { APP_DATA_ID } from './app-data.ts';
import { App } from './app.tsx';
import type { BlockFault } from './builder/fault-reporter.ts';
import { keepTyped } from './builder/keep-typed.ts';
import { runningBlocks } from './builder/placement.ts';
import { registry } from './builder/registry.ts';
import { keepServerHtml } from './builder/server-html.ts';
import { createQueryClient } from './content/query-client.ts';
import type { AppData } from './site/frame.ts';
import { pageQuery } from './site/page-query.ts';

function report(fault: BlockFault) {
  // What is too long is not taken: the beginning of it says enough.
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
  queryClient.setQueryData(pageQuery(registry, location).queryKey, page);
  const placements = page?.placements ?? [];
  registry.expectFiles(nearViews);
  const early = new Set(Object.keys(forms ?? {}));
  await registry.load(
    site.showFaults ? placements.map(({ block }) => block) : runningBlocks(placements, early),
  );
  keepServerHtml(root, placements);
  const putIn = keepTyped(root);
  const faults = { report, show: site.showFaults };
  await new Promise<void>((resolve) => {
    hydrateRoot(
      root,
      <BrowserRouter>
        <App queryClient={queryClient} site={site} faults={faults} forms={forms} onReady={resolve} />
      </BrowserRouter>,
    );
  });
  putIn();
  document.documentElement.dataset['app'] = 'ready';
}

/** Settles when the application runs. */
export const ready = start();
