import { isJsonObject } from '../../../src/builder/raw-value.ts';
import type { SiteText } from '../body/site-texts.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

const PICTURE = /<img\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/**
 * Returns the URLs of at most `most` pictures that public pages and posts show: in turn from fields and featured
 * images of pages, from featured images of posts, and from texts. `serves` returns whether the site serves a URL.
 */
export function shownPictureUrls(
  { snapshot, texts }: { snapshot: Snapshot; texts: readonly SiteText[] },
  serves: (url: string) => boolean,
  most: number,
): string[] {
  const ofPages: string[] = [];
  for (const { page } of snapshot.pages())
    ofPages.push(...mediaIn(page.acf, snapshot), ...mediaOf(page.featuredMedia, snapshot));
  const groups = [ofPages, postPictures(snapshot, most), textPictures(snapshot, texts, most)].map((group) =>
    [...new Set(group)].filter((url) => URL.canParse(url) && serves(url)),
  );
  // Takes one picture of each kind in turn, so that no kind fills the whole list.
  const mixed = Array.from({ length: most }, (_, index) => groups.flatMap((group) => group[index] ?? []));
  return [...new Set(mixed.flat())].slice(0, most);
}

function postPictures(snapshot: Snapshot, most: number): string[] {
  const urls: string[] = [];
  for (const { slug } of snapshot.posts()) {
    urls.push(...mediaOf(snapshot.post(slug)?.featuredMedia ?? 0, snapshot));
    if (urls.length >= most) break;
  }
  return urls;
}

function textPictures({ links }: Snapshot, texts: readonly SiteText[], most: number): string[] {
  const urls: string[] = [];
  for (const { page, isShown } of texts) {
    if (!isShown) continue;
    for (const [, double, single] of page.content.matchAll(PICTURE)) {
      const address = (double ?? single ?? '').replaceAll('&amp;', '&').replaceAll('&#038;', '&');
      const url = links.file(address);
      if (url !== null) urls.push(url);
    }
    if (urls.length >= most) break;
  }
  return urls;
}

/**
 * Returns the URLs of the pictures in field values, also in rows and groups. A picture is an id, or an object with
 * `url` and `id`.
 */
function mediaIn(value: unknown, snapshot: Snapshot): string[] {
  if (typeof value === 'number') return mediaOf(value, snapshot);
  if (Array.isArray(value)) return value.flatMap((each: unknown) => mediaIn(each, snapshot));
  if (!isJsonObject(value)) return [];
  const id = value.id ?? value.ID;
  return typeof value.url === 'string' && typeof id === 'number'
    ? mediaOf(id, snapshot)
    : Object.values(value).flatMap((each) => mediaIn(each, snapshot));
}

function mediaOf(id: number, snapshot: Snapshot): string[] {
  const media = id === 0 ? undefined : snapshot.media(id);
  return media ? [media.url] : [];
}
