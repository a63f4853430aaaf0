import { queryOptions } from '@tanstack/react-query';
import { apiRequest, readAnswer } from './api-request.ts';
import { pagePath } from './content-paths.ts';
import type { PageDocument } from './types.ts';

/**
 * The query for everything a browser needs to show a path, or null where no page is. Paths are as links write
 * them; `query` is what of the address's query concerns the page. The key is the address alone, so server rendering can put its document there; `load` asks without a client.
 */
export function pageDocumentQuery(path: string, layout?: string, query = '') {
  const route = path.replace(/\/+$/, '') || '/';
  const inPath = encodeURIComponent(route).replaceAll('%2F', '/');
  const inLayout = layout ? `&layout=${encodeURIComponent(layout)}` : '';
  const inQuery = query === '' ? '' : `&query=${encodeURIComponent(query)}`;
  const address = `${pagePath(slugOf(route))}&path=${inPath}${inLayout}${inQuery}`;
  const load = (signal?: AbortSignal) => loadPageDocument(address, signal);
  return { ...queryOptions({ queryKey: [address], queryFn: ({ signal }) => load(signal) }), load };
}

async function loadPageDocument(address: string, signal?: AbortSignal): Promise<PageDocument | null> {
  const response = await apiRequest(address, signal);
  const [first] = await readAnswer<readonly { lintel?: PageDocument }[]>(response);
  return first?.lintel ?? null;
}

/** The slug under which WordPress keeps the page of a path. */
function slugOf(route: string): string {
  if (route === '/contact-us') return 'contact';
  const last = route.slice(route.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last) || 'home';
  } catch {
    return last;
  }
}
