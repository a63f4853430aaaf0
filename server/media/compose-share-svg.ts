import { lightColors, logoColors, webFonts } from '../../src/contracts/brand.ts';
import { drawLogo } from './brand-mark.ts';
import { fitLine, fitTitle, LINE_HEIGHT_RATIO } from './fit-text.ts';
import type { SceneDrawing } from './scenes.ts';
import { SHARE_IMAGE_SIZE_PX, type ShareCard } from './share-card.ts';
import type { Typeface } from './typeface.ts';

/**
 * The fonts of a share image: `display` for the title, `strong` for the site and the agent, `plain` for the brokerage.
 */
export interface Typefaces {
  display: Typeface;
  strong: Typeface;
  plain: Typeface;
}

/** The picture of a share image, shown in a drawn doorway: a drawing, or a photograph as a `data:` URL. */
export type SharePicture = { scene: SceneDrawing } | { photograph: string };

const { ink: INK, inkSoft: INK_SOFT, paper: PAPER } = lightColors;

const { width: WIDTH, height: HEIGHT } = SHARE_IMAGE_SIZE_PX;
const MARGIN_PX = 68;
/**
 * Positions and sizes in pixels. The doorway extends to the right and bottom edges. The lintel is on top of the doorway
 * and extends past it on the left.
 */
const DOORWAY = { x: 656, y: 112 };
const LINTEL = { x: 620, y: 68, height: 44, underside: 7 };
const JAMB_PX = 8;
const TEXT_WIDTH = LINTEL.x - MARGIN_PX - 36;
const TITLE = { top: 146, bottom: 500 };

/**
 * Composes a card as SVG: site, title, agent and brokerage on the left, the picture (`view`) on the right. Text is
 * drawn as outlines.
 */
export function composeShareSvg(
  card: ShareCard,
  view: SharePicture,
  { display, strong, plain }: Typefaces,
): string {
  const words = display.drawable(card.title) || display.drawable(card.site);
  const title = fitTitle(words, { width: TEXT_WIDTH, height: TITLE.bottom - TITLE.top }, display.width);
  const step = title.size * LINE_HEIGHT_RATIO;
  const height = (title.lines.length - 1) * step + title.size * webFonts.display.capHeight;
  const first = (TITLE.top + TITLE.bottom - height) / 2 + title.size * webFonts.display.capHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${WIDTH}" height="${HEIGHT}">`,
    `<linearGradient id="lintel-shade" x2="0" y2="1"><stop stop-color="${INK}" stop-opacity=".34"/><stop offset="1" stop-color="${INK}" stop-opacity="0"/></linearGradient>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>`,
    drawView(view),
    rect(DOORWAY.x, DOORWAY.y, JAMB_PX, HEIGHT - DOORWAY.y, INK),
    rect(DOORWAY.x, DOORWAY.y, WIDTH - DOORWAY.x, 26, 'url(#lintel-shade)'),
    rect(LINTEL.x, LINTEL.y, WIDTH - LINTEL.x, LINTEL.height, logoColors.door),
    rect(
      LINTEL.x,
      LINTEL.y + LINTEL.height - LINTEL.underside,
      WIDTH - LINTEL.x,
      LINTEL.underside,
      logoColors.doorShade,
    ),
    `<svg x="${MARGIN_PX - 3}" y="60" width="52" height="52" viewBox="0 0 32 32">${drawLogo(`fill="${INK}"`)}</svg>`,
    line(strong, card.site, { x: MARGIN_PX + 66, y: 96, width: TEXT_WIDTH - 66, size: 25, fill: INK }),
    ...title.lines.map((each, index) =>
      drawText(
        display,
        each,
        MARGIN_PX - title.size * webFonts.display.bearing,
        first + index * step,
        title.size,
        INK,
      ),
    ),
    line(strong, card.agent, { x: MARGIN_PX, y: 544, width: TEXT_WIDTH, size: 28, fill: INK }),
    line(plain, card.brokerage, { x: MARGIN_PX, y: 580, width: TEXT_WIDTH, size: 25, fill: INK_SOFT }),
    '</svg>',
  ].join('');
}

function drawView(view: SharePicture): string {
  const place = `x="${DOORWAY.x}" y="${DOORWAY.y}" width="${WIDTH - DOORWAY.x}" height="${HEIGHT - DOORWAY.y}"`;
  if ('photograph' in view) {
    return `<image ${place} preserveAspectRatio="xMidYMid slice" xlink:href="${view.photograph}"/>`;
  }
  const { width, height, content } = view.scene;
  // Wide drawings have their subject in the right half.
  const align = width / height > 1.5 ? 'xMaxYMid' : 'xMidYMid';
  return `<svg ${place} viewBox="0 0 ${width} ${height}" preserveAspectRatio="${align} slice">${content}</svg>`;
}

function line(
  face: Typeface,
  text: string,
  { x, y, width, size, fill }: { x: number; y: number; width: number; size: number; fill: string },
): string {
  const fitted = fitLine(face.drawable(text), { width, largest: size, smallest: 20 }, face.width);
  return fitted.lines.map((each) => drawText(face, each, x, y, fitted.size, fill)).join('');
}

function drawText(face: Typeface, text: string, x: number, y: number, size: number, fill: string): string {
  const { data, unit } = face.outline(text);
  const scale = (size / unit).toFixed(6);
  return `<path fill="${fill}" transform="translate(${x} ${y.toFixed(2)}) scale(${scale} -${scale})" d="${data}"/>`;
}

function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
}
