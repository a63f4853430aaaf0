import { builtInContent, type BuiltInContent } from './built-in-content.ts';
import { readMenu } from './read-menu.ts';
import { readPage } from './read-page.ts';
import { readPost } from './read-post.ts';
import type { RestMedia, RestPage } from './rest-shapes.ts';
import type { ContentSource, Page } from './types.ts';

/** How long the sample provider takes, in milliseconds: pages and posts, menus and site data. */
const SLOW = 300;
const FAST = 200;

/** The built-in content behind the delays of a real source. For the browser; the server never waits. */
export function mockSource(content: BuiltInContent = builtInContent): ContentSource {
  return {
    async page(slug) {
      const page = await delayed(SLOW, content.page(slug));
      return page && withImage(readPage(page), page, await content.media());
    },
    async posts({ perPage = 10, page = 1, category, slug }) {
      const posts = await delayed(SLOW, content.posts());
      const media = await content.media();
      return posts
        .filter((post) => category === undefined || post.categories?.includes(category))
        .filter((post) => slug === undefined || post.slug === slug)
        .map((post) => withImage(readPost(post), post, media))
        .sort((a, b) => b.date.localeCompare(a.date))
        .slice((page - 1) * perPage, page * perPage);
    },
    async menu(location) {
      const menu = await delayed(FAST, content.menu(location));
      return menu && readMenu(menu);
    },
    async siteData() {
      const { site } = await delayed(FAST, content.settings());
      return {
        name: site.name,
        description: site.description,
        url: location.origin,
        home: location.origin,
        gmt_offset: gmtOffset(site.timeZone),
        timezone_string: site.timeZone,
        site_logo: null,
        site_icon: null,
      };
    },
  };
}

/** Built-in entries embed nothing: their featured image is an id of the media library. */
function withImage<T extends Page>(entry: T, raw: RestPage, media: readonly RestMedia[]): T {
  const image = media.find((each) => each.id === raw.featured_media);
  return { ...entry, featuredImage: entry.featuredImage ?? image?.source_url ?? null };
}

async function delayed<T>(milliseconds: number, loading: Promise<T>): Promise<T> {
  const [value] = await Promise.all([
    loading,
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    }),
  ]);
  return value;
}

/** Hours from UTC that a time zone keeps today. */
function gmtOffset(timeZone: string): number {
  const now = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).format();
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(now) ?? [];
  const offset = Number(hours ?? 0) + Number(minutes ?? 0) / 60;
  return sign === '-' ? -offset : offset;
}
