import { CONTENT_BASE, documentPath, menuPath, pagePath, postsPath } from './content-paths.ts';
import { apiRequest, readResponse } from './query-client.ts';
import {
  readMenu,
  readPage,
  readPost,
  readSiteData,
  type RestMenu,
  type RestPage,
  type RestPost,
  type RestSiteData,
} from './wordpress-rest.ts';
import type { ContentSource, PageDocument } from '../contracts/content.ts';

/**
 * Reads content in the browser, from the WordPress routes of our own origin. `menu` resolves to null for a location
 * without a menu (404).
 */
export const wordPressSource: ContentSource = {
  async page(slug) {
    const [first] = await readResponse<readonly RestPage[]>(await apiRequest(pagePath(slug)));
    return first ? readPage(first) : null;
  },
  async posts(query) {
    const posts = await readResponse<readonly RestPost[]>(await apiRequest(postsPath(query)));
    return posts.map(readPost);
  },
  async menu(location) {
    const response = await apiRequest(menuPath(location));
    if (response.status === 404) return null;
    const menu = await readResponse<RestMenu | null>(response);
    return menu && readMenu(menu);
  },
  async siteData() {
    return readSiteData(await readResponse<RestSiteData>(await apiRequest(CONTENT_BASE)));
  },
  async document(address, signal) {
    const response = await apiRequest(documentPath(address), signal);
    const [first] = await readResponse<readonly { lintel?: PageDocument }[]>(response);
    return first?.lintel ?? null;
  },
};
