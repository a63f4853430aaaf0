import { apiRequest, readAnswer } from './api-request.ts';
import { CONTENT_BASE, menuPath, pagePath, postsPath } from './content-paths.ts';
import { readMenu } from './read-menu.ts';
import { readPage } from './read-page.ts';
import { readPost } from './read-post.ts';
import { readSiteData } from './read-site-data.ts';
import type { RestMenu, RestPage, RestPost, RestSiteData } from './rest-shapes.ts';
import type { ContentSource } from './types.ts';

/** Content over the WordPress routes of our own origin. For the browser. A location without menu (404) is null. */
export function wordPressSource(base = CONTENT_BASE): ContentSource {
  return {
    async page(slug) {
      const [first] = await readAnswer<readonly RestPage[]>(await apiRequest(pagePath(slug, base)));
      return first ? readPage(first) : null;
    },
    async posts(query) {
      const posts = await readAnswer<readonly RestPost[]>(await apiRequest(postsPath(query, base)));
      return posts.map(readPost);
    },
    async menu(location) {
      const response = await apiRequest(menuPath(location, base));
      if (response.status === 404) return null;
      const menu = await readAnswer<RestMenu | null>(response);
      return menu && readMenu(menu);
    },
    async siteData() {
      return readSiteData(await readAnswer<RestSiteData>(await apiRequest(base)));
    },
  };
}
