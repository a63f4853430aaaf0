import { createHash } from 'node:crypto';
import type { SiteSettings } from '../../src/content/site-settings.ts';
import type { PageDocument, PageHead } from '../../src/content/types.ts';
import type { Scenes } from './scenes.ts';

/** Everything a page's share image shows. */
export interface ShareCard {
  title: string;
  site: string;
  agent: string;
  brokerage: string;
  /** The address of the page's picture: one of our scenes, or a photograph in WordPress. */
  picture: string;
  /** Changes with everything above and with the design. */
  version: string;
}

/** Measures of a share image, in pixels, as Open Graph recommends. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** To be counted up with every change to how the images look. */
const DESIGN = 1;
const DEFAULT_SCENE = '/scenes/hero-skyline.svg';
/** More is never drawn. */
const LONGEST = 300;

/** Where pictures may come from. */
export interface PictureSources {
  scenes: Scenes;
  /** The origins of WordPress. */
  photographs: readonly string[];
}

/** What the share image of a page shows: its headline and its picture, and whose site it is on. */
export function shareCard(document: PageDocument, settings: SiteSettings, from: PictureSources): ShareCard {
  const hero = document.placements.find((placement) => placement.region === 'main')?.props;
  const candidates = [document.head.image.src, pictureOf(hero?.image)];
  const picture = candidates.find((src) => src !== null && isPicture(src, from)) ?? DEFAULT_SCENE;
  const card = {
    title: headlineOf(document, hero?.title, settings.seo.titleSuffix).slice(0, LONGEST),
    site: settings.site.name,
    agent: settings.agent.name,
    brokerage: settings.brokerage.name,
    picture,
  };
  const digest = from.scenes.get(picture)?.digest ?? '';
  const version = createHash('sha256')
    .update(JSON.stringify([DESIGN, card, digest]))
    .digest('base64url');
  return { ...card, version: version.slice(0, 12) };
}

/** The card's image as a page's head names it. */
export function shareImage(canonical: string, card: ShareCard): PageHead['image'] {
  return {
    src: `${sharePath(canonical)}?v=${card.version}`,
    ...SHARE_SIZE,
    type: 'image/png',
    alt: card.title,
  };
}

/** Whether a picture can be shown by those who show links: they take no drawings. */
export function isShareable(image: { src: string }): boolean {
  return !/\.svg(?:$|[?#])/i.test(image.src);
}

/** The path of a page's share image: `/share/buy/mortgage-guide.png`. */
function sharePath(canonical: string): string {
  const page = canonical.split('?', 1)[0] ?? '/';
  return `/share${page === '/' ? '/home' : page}.png`;
}

function headlineOf(document: PageDocument, title: unknown, suffix: string): string {
  if (typeof title === 'string' && title.trim() !== '') return title;
  const own = document.trail?.at(-1)?.title ?? document.head.title;
  return own.endsWith(` | ${suffix}`) ? own.slice(0, -` | ${suffix}`.length) : own;
}

function pictureOf(image: unknown): string | null {
  if (typeof image !== 'object' || image === null || !('src' in image)) return null;
  return typeof image.src === 'string' ? image.src : null;
}

function isPicture(src: string, { scenes, photographs }: PictureSources): boolean {
  if (scenes.has(src)) return true;
  const url = URL.parse(src);
  return url !== null && photographs.includes(url.origin) && /\.(?:jpe?g|png)$/i.test(url.pathname);
}
