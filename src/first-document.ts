import { APP_DATA_ID, type AppData } from './contracts/app-data.ts';
import type { BlockFault } from './builder/placement-context.ts';
import { blockViewRegistry } from './builder/block-view-registry.ts';
import { createQueryClient } from './content/query-client.ts';
import { WordPressProvider } from './content/wordpress-provider.tsx';
import { pageQueryKey } from './site/page-query.ts';
import type { AppContexts } from './app-contexts.tsx';

function report(fault: BlockFault) {
  // The server rejects long values, and the beginning is enough to identify the fault.
  const [path, detail] = [location.pathname.slice(0, 300), fault.detail.slice(0, 500)];
  navigator.sendBeacon(
    '/api/block-faults',
    new Blob([JSON.stringify({ ...fault, path, detail })], { type: 'application/json' }),
  );
}

function readFirstDocument() {
  const text = document.getElementById(APP_DATA_ID)?.textContent;
  if (!text) throw new Error('The document has no data. Reload the page.');
  const { document: page, forms, nearViews, ...site }: AppData = JSON.parse(text);
  const queryClient = createQueryClient();
  // The application may start much later, and then hydrates this page. Without an observer, the data would be dropped
  // after five minutes.
  queryClient.setQueryDefaults(pageQueryKey(location), { gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(pageQueryKey(location), page);
  blockViewRegistry.expectFiles(nearViews);
  const faults = { report, show: site.showFaults };
  const contexts: AppContexts = { provider: WordPressProvider, queryClient, site, faults };
  return { placements: page?.placements ?? [], forms, contexts };
}

let first: ReturnType<typeof readFirstDocument> | undefined;

/**
 * Returns the data that the server embedded in the document. Views that run without the application share the result
 * with it, so they use the same query client and the same placement objects. Throws an `Error` if the document has no
 * data.
 */
export function firstDocumentData() {
  first ??= readFirstDocument();
  return first;
}
