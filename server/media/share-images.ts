import type { Logger } from 'pino';
import { recentMap } from '../content/recent-map.ts';
import { composeShareSvg, type Typefaces, type View } from './compose-share-svg.ts';
import { fetchPhotograph } from './fetch-photograph.ts';
import type { Scenes } from './scenes.ts';
import type { ShareCard } from './share-card.ts';
import { readTypeface } from './typeface.ts';

/** A finished share image. */
export interface ShareImage {
  png: Buffer;
  /** False where the page's photograph could not be had: worth another try soon. */
  whole: boolean;
}

/** Draws share images, each once. */
export interface ShareImages {
  /** The image of a card; null when too many others are waiting. Rejects when it cannot be drawn. */
  image(card: ShareCard): Promise<ShareImage | null>;
}

/** About 200 kB each. */
const MOST_KEPT = 64;
/** With one drawn in a tenth of a second, nobody waits longer than crawlers do. */
const MOST_WAITING = 32;
/** Milliseconds until a photograph that could not be had is asked for again. */
const TRY_AGAIN = 60_000;

/** Prepares the drawing of share images; fonts and libraries are loaded with the first one. */
export function shareImages(options: { scenes: Scenes; log: Logger; fetch?: typeof fetch }): ShareImages {
  const { scenes, log, fetch: fetcher = fetch } = options;
  const kept = recentMap<{ image: ShareImage; at: number }>(MOST_KEPT);
  const waiting = new Map<string, Promise<ShareImage>>();
  let tools: ReturnType<typeof loadTools> | undefined;
  /** One at a time: drawing takes a processor, and pages come first. */
  let last: Promise<unknown> = Promise.resolve();

  async function viewOf({ picture }: ShareCard): Promise<{ view: View; whole: boolean }> {
    const scene = scenes.get(picture);
    if (scene) return { view: { scene }, whole: true };
    try {
      return { view: { photograph: await fetchPhotograph(picture, fetcher) }, whole: true };
    } catch (error) {
      log.warn({ event: 'share-image-photograph', picture, err: error });
      const [any] = scenes.values();
      const scene = scenes.get('/scenes/hero-skyline.svg') ?? any;
      if (!scene) throw new Error('There is no drawing in public/scenes.', { cause: error });
      return { view: { scene }, whole: false };
    }
  }

  async function draw(card: ShareCard): Promise<ShareImage> {
    tools ??= loadTools();
    tools.catch(() => (tools = undefined));
    const [{ faces, renderAsync }, { view, whole }] = await Promise.all([tools, viewOf(card)]);
    const painted = last.then(async () => {
      // Painted on a thread of its own; setting the text before it takes milliseconds, as does packing after it.
      const svg = composeShareSvg(card, view, faces);
      const image = await renderAsync(svg, { font: { loadSystemFonts: false } });
      return image.asPng();
    });
    last = painted.catch(() => {});
    return { png: await painted, whole };
  }

  async function drawAndKeep(card: ShareCard): Promise<ShareImage> {
    try {
      const image = await draw(card);
      kept.set(card.version, { image, at: Date.now() });
      return image;
    } finally {
      waiting.delete(card.version);
    }
  }

  return {
    async image(card) {
      const known = kept.get(card.version);
      if (known && (known.image.whole || Date.now() - known.at < TRY_AGAIN)) return known.image;
      const running = waiting.get(card.version);
      if (running) return running;
      if (waiting.size >= MOST_WAITING) return null;
      const drawing = drawAndKeep(card);
      waiting.set(card.version, drawing);
      return drawing;
    },
  };
}

async function loadTools() {
  const [{ renderAsync }, display, strong, plain] = await Promise.all([
    import('@resvg/resvg-js'),
    readTypeface({ files: filesOf('fraunces', 600), tracking: -0.015 }),
    readTypeface({ files: filesOf('figtree', 600), tracking: 0 }),
    readTypeface({ files: filesOf('figtree', 500), tracking: 0 }),
  ]);
  const faces: Typefaces = { display, strong, plain };
  return { renderAsync, faces };
}

function filesOf(family: string, weight: number): string[] {
  return ['latin', 'latin-ext'].map(
    (part) => `@fontsource/${family}/files/${family}-${part}-${weight}-normal.woff`,
  );
}
