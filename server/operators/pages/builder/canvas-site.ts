import type { CanvasAppData } from '../../../../src/contracts/operators/page-builder.ts';
import type { Content } from '../../../content/content.ts';
import { yearInTimeZone } from '../../../platform/site-days.ts';

interface Options {
  content: Pick<Content, 'frame'>;
  origin: () => string;
  now: () => number;
}

/** Returns the site data for views in the canvas. Faults are shown, and analytics is off. */
export function buildCanvasSite({ content, origin, now }: Options): CanvasAppData {
  const frame = content.frame();
  return {
    frame,
    origin: origin(),
    year: yearInTimeZone(now(), frame.settings.site.timeZone),
    showFaults: true,
    measurementId: null,
    leadEndpoint: null,
  };
}
