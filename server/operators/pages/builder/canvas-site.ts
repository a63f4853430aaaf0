import type { CanvasSite } from '../../../../src/contracts/operators/page-builder.ts';
import type { Content } from '../../../content/content.ts';

interface Options {
  content: Pick<Content, 'frame'>;
  origin: () => string;
  now: () => number;
}

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
