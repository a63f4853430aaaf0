import {
  CONTENT_API_BASE_PATH,
  documentRequestPath,
  menuRequestPath,
  pageRequestPath,
  postsRequestPath,
} from './content-paths.ts';
import { apiRequest, readJsonResponse } from './query-client.ts';
import {
  menuFromRest,
  pageFromRest,
  postFromRest,
  siteDataFromRest,
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
    const [first] = await readJsonResponse<readonly RestPage[]>(await apiRequest(pageRequestPath(slug)));
    return first ? pageFromRest(first) : null;
  },
  async posts(query) {
    const posts = await readJsonResponse<readonly RestPost[]>(await apiRequest(postsRequestPath(query)));
    return posts.map(postFromRest);
  },
  async menu(location) {
    const response = await apiRequest(menuRequestPath(location));
    if (response.status === 404) return null;
    const menu = await readJsonResponse<RestMenu | null>(response);
    return menu && menuFromRest(menu);
  },
  async siteData() {
    return siteDataFromRest(await readJsonResponse<RestSiteData>(await apiRequest(CONTENT_API_BASE_PATH)));
  },
  async document(address, signal) {
    const response = await apiRequest(documentRequestPath(address), signal);
    const [first] = await readJsonResponse<readonly { lintel?: PageDocument }[]>(response);
    return first?.lintel ?? null;
  },
};
