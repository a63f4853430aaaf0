import type { CanvasSite } from '../../../../src/contracts/operators/page-builder.ts';
import type { Content } from '../../../content/content.ts';

interface Options {
  content: Pick<Content, 'frame'>;
  origin: () => string;
  now: () => number;
}

/** The error shown until the content of WordPress has been read for the first time. */
export const WORDPRESS_NOT_READ =
  'WordPress was never read completely, so its pages are not known. Check its connection at Settings.';

/** Returns the site data for views in the canvas. Faults are shown, and nothing is counted or sent. */
export function buildCanvasSite({ content, origin, now }: Options): CanvasSite {
  return {
    frame: content.frame(),
    origin: origin(),
    year: new Date(now()).getFullYear(),
    showFaults: true,
    measurementId: null,
    leadEndpoint: null,
  };
}
