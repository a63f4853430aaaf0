import { createHash } from 'node:crypto';
import { lightColors, logoColors, webFonts } from '../../src/contracts/brand.ts';
import type { SiteSettings } from '../../src/contracts/site-settings.ts';
import type { PageDocument, PageHead } from '../../src/contracts/content.ts';
import { readPictureAddress } from './picture-address.ts';
import type { Scenes } from './scenes.ts';

/** The content of a page's share image. */
export interface ShareCard {
  title: string;
  site: string;
  agent: string;
  brokerage: string;
  /** URL path of the page's picture on our origin: one of our drawings, or a picture below `/media`. */
  picture: string;
  /** Changes whenever a property above, the content of the drawing, the brand or the design changes. */
  version: string;
}

/** Size of a share image in pixels, as recommended for Open Graph. */
export const SHARE_IMAGE_SIZE_PX = { width: 1200, height: 630 } as const;

/** The brand's values that the images show. */
const BRAND = { lightColors, markColors: logoColors, webFonts };
/** Increase this number with every change to the design of the images. */
const DESIGN_VERSION = 1;
const DEFAULT_SCENE = '/scenes/hero-skyline.svg';
const MAX_TITLE_CHARACTERS = 300;

/**
 * Returns the content of a page's share image: its headline, its picture, and the names of site, agent and brokerage.
 */
export function buildShareCard(document: PageDocument, settings: SiteSettings, scenes: Scenes): ShareCard {
  const hero = document.placements.find((placement) => placement.region === 'main')?.props;
  const { shareImage, titleSuffix } = settings.seo;
  const { src } = document.head.image;
  const candidates = [src === shareImage ? null : src, pictureOf(hero?.image), shareImage];
  const picture = candidates.find((each) => each !== null && isPicture(each, scenes)) ?? DEFAULT_SCENE;
  const card = {
    title: headlineOf(document, hero?.title, titleSuffix).slice(0, MAX_TITLE_CHARACTERS),
    site: settings.site.name,
    agent: settings.agent.name,
    brokerage: settings.brokerage.name,
    picture,
  };
  const digest = scenes.get(picture)?.digest ?? '';
  const version = createHash('sha256')
    .update(JSON.stringify([DESIGN_VERSION, BRAND, card, digest]))
    .digest('base64url');
  return { ...card, version: version.slice(0, 12) };
}

/** Returns the document with the card's image in its head. */
export function withShareImage(document: PageDocument, card: ShareCard): PageDocument {
  const image: PageHead['image'] = {
    src: `${sharePath(document.head.canonical)}?v=${card.version}`,
    ...SHARE_IMAGE_SIZE_PX,
    type: 'image/png',
    alt: card.title,
  };
  return { ...document, head: { ...document.head, image } };
}

/** Returns whether a picture can be shown in link previews on other sites, which do not support SVG. */
export function isShareableImage(image: { src: string }): boolean {
  return !/\.svg(?:$|[?#])/i.test(image.src);
}

/** Returns the path of a page's share image, such as `/share/buy/mortgage-guide.png`. */
function sharePath(canonical: string): string {
  const page = canonical.split('?', 1)[0] ?? '/';
  return `/share${SHARED_AS.find(([path]) => path === page)?.[1] ?? page}.png`;
}

/** Returns the path of the page of a share image. `name` is the image's path without `/share` and `.png`. */
export function pagePathOfShareImage(name: string): string {
  return SHARED_AS.find(([, given]) => given === name)?.[0] ?? name;
}

/** The pages whose share image is not named after the page's path. No slug contains "~". */
const SHARED_AS = [
  ['/', '/home'],
  ['/home', '/~home'],
] as const;

function headlineOf(document: PageDocument, title: unknown, suffix: string): string {
  if (typeof title === 'string' && title.trim() !== '') return title;
  const own = document.trail?.at(-1)?.title ?? document.head.title;
  return own.endsWith(` | ${suffix}`) ? own.slice(0, -` | ${suffix}`.length) : own;
}

function pictureOf(image: unknown): string | null {
  if (typeof image !== 'object' || image === null || !('src' in image)) return null;
  return typeof image.src === 'string' ? image.src : null;
}

function isPicture(src: string, scenes: Scenes): boolean {
  return scenes.has(src) || readPictureAddress(src) !== null;
}
