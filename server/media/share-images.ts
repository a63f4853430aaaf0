import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { webFonts } from '../../src/contracts/brand.ts';
import { loadOnce, singleFlight } from '../platform/async/single-flight.ts';
import { composeShareSvg, type Typefaces, type SharePicture } from './compose-share-svg.ts';
import { fontFilePath } from './font-metrics.ts';
import { readPictureAddress } from './picture-address.ts';
import type { PictureService } from './pictures.ts';
import type { Scenes } from './scenes.ts';
import type { ShareCard } from './share-card.ts';
import { readTypeface } from './typeface.ts';

/** A rendered share image. */
export interface ShareImage {
  png: Buffer;
  /** False if the page's photograph was unavailable in the right size. The image should then be drawn again soon. */
  whole: boolean;
}

/** Draws share images and caches them. */
export interface ShareImages {
  /** Returns the image of a card, or null if too many requests are waiting. Rejects if drawing fails. */
  image(card: ShareCard): Promise<ShareImage | null>;
}

/** Maximum number of cached images. Each takes about 200 kB. */
const MAX_STORED_IMAGES = 64;
/** Maximum queue length. An image takes about 0.1 s, so the wait stays shorter than the timeouts of crawlers. */
const MAX_WAITING_IMAGES = 32;
/** Width in pixels of photographs: enough for half of the share image, even if their sides are cropped. */
const PHOTOGRAPH_WIDTH = 1280;
/** Milliseconds before an unavailable photograph is requested again. */
const RETRY_MS = 60_000;

/** Creates the share image renderer. It loads fonts and libraries with the first image. */
export function createShareImages(options: {
  scenes: Scenes;
  pictures: Pick<PictureService, 'get'>;
  log: Logger;
}): ShareImages {
  const { scenes, pictures, log } = options;
  const kept = new LRUCache<string, { image: ShareImage; at: number }>({ max: MAX_STORED_IMAGES });
  const tools = loadOnce(loadTools);
  /** Drawing keeps a CPU core busy, so only one image is drawn at a time. */
  const drawings = new PQueue({ concurrency: 1 });
  const waiting = new Set<string>();

  async function viewOf({ picture }: ShareCard): Promise<{ view: SharePicture; whole: boolean }> {
    const scene = scenes.get(picture);
    if (scene) return { view: { scene }, whole: true };
    const address = readPictureAddress(picture);
    const answer = address ? await pictures.get(address.key, PHOTOGRAPH_WIDTH, 'plain') : 'unknown';
    if (typeof answer === 'object') {
      const photograph = `data:${answer.type};base64,${answer.bytes.toString('base64')}`;
      return { view: { photograph }, whole: answer.exact };
    }
    log.warn({ event: 'share-image-photograph', picture, answer });
    const [any] = scenes.values();
    const instead = scenes.get('/scenes/hero-skyline.svg') ?? any;
    if (!instead) throw new Error('There is no drawing in public/scenes.');
    return { view: { scene: instead }, whole: false };
  }

  async function draw(card: ShareCard): Promise<ShareImage> {
    const [{ faces, renderAsync }, { view, whole }] = await Promise.all([tools(), viewOf(card)]);
    const png = await drawings.add(async () => {
      // Rendering runs in a separate thread. Layout and PNG encoding run on this one and take milliseconds.
      const svg = composeShareSvg(card, view, faces);
      const image = await renderAsync(svg, { font: { loadSystemFonts: false } });
      return image.asPng();
    });
    return { png, whole };
  }

  const drawAndKeep = singleFlight(
    async (card: ShareCard): Promise<ShareImage> => {
      waiting.add(card.version);
      try {
        const image = await draw(card);
        kept.set(card.version, { image, at: Date.now() });
        return image;
      } finally {
        waiting.delete(card.version);
      }
    },
    ({ version }) => version,
  );

  return {
    async image(card) {
      const known = kept.get(card.version);
      if (known && (known.image.whole || Date.now() - known.at < RETRY_MS)) return known.image;
      if (waiting.size >= MAX_WAITING_IMAGES && !waiting.has(card.version)) return null;
      return drawAndKeep(card);
    },
  };
}

async function loadTools() {
  const [{ renderAsync }, display, strong, plain] = await Promise.all([
    import('@resvg/resvg-js'),
    readTypeface({ files: filesOf(webFonts.display, 600), tracking: -0.015 }),
    readTypeface({ files: filesOf(webFonts.body, 600), tracking: 0 }),
    readTypeface({ files: filesOf(webFonts.body, 500), tracking: 0 }),
  ]);
  const faces: Typefaces = { display, strong, plain };
  return { renderAsync, faces };
}

function filesOf({ drawn }: { drawn: string }, weight: number): string[] {
  return [fontFilePath(drawn, 'latin', weight), fontFilePath(drawn, 'latin-ext', weight)];
}
