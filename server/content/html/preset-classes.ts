/**
 * The classes that replace colors that an editor chose. The site has its own colors, which are readable in light and
 * dark mode, so a chosen background becomes a similar one of the site, and colored text gets the site's accent color.
 */
const BACKGROUNDS = { sand: 'is-tone-sand', deep: 'is-tone-deep', accent: 'is-tone-accent' } as const;
const ACCENT_TEXT = 'is-ink-accent';

/**
 * Our background for each color name: the names of WordPress's default palette, and usual names in the palettes of
 * themes.
 */
const NAMED: Readonly<Record<string, keyof typeof BACKGROUNDS>> = {
  black: 'deep',
  'cyan-bluish-gray': 'sand',
  white: 'sand',
  'pale-pink': 'sand',
  'vivid-red': 'accent',
  'luminous-vivid-orange': 'accent',
  'luminous-vivid-amber': 'accent',
  'light-green-cyan': 'sand',
  'vivid-green-cyan': 'deep',
  'pale-cyan-blue': 'sand',
  'vivid-cyan-blue': 'deep',
  'vivid-purple': 'deep',
  base: 'sand',
  background: 'sand',
  tertiary: 'sand',
  contrast: 'deep',
  foreground: 'deep',
  secondary: 'deep',
  primary: 'accent',
  accent: 'accent',
};

/** Color names that count as ordinary text. Visitors see such text in the site's text color. */
const PLAIN_TEXT = /^(?:black|white|base|contrast|foreground|background|cyan-bluish-gray)$/;

/**
 * Returns the site's class for the preset color in an element's classes, such as `has-black-background-color`. A
 * background of an unknown color gets the class for sand. Returns null if there is no background and the classes name
 * no text color, or only the color of ordinary text.
 */
export function siteColorClass(classes: DOMTokenList): string | null {
  if (classes.contains('has-background')) {
    const name = named(classes, /^has-(.+)-(?:gradient-)?background(?:-color)?$/);
    return BACKGROUNDS[(name !== null && Object.hasOwn(NAMED, name) && NAMED[name]) || 'sand'];
  }
  const name = named(classes, /^has-(?!.*(?:background|border|link)-color$)(.+)-color$/);
  return name === null || name === 'text' || name === 'inline' || PLAIN_TEXT.test(name) ? null : ACCENT_TEXT;
}

function named(classes: DOMTokenList, pattern: RegExp): string | null {
  for (const each of classes) {
    const name = pattern.exec(each)?.[1];
    if (name !== undefined && each !== 'has-text-color') return name;
  }
  return null;
}

/** A color counts as gray if its channels (0 to 255) differ by less than this. */
const MAX_GRAY_LEVELS = 32;
/**
 * Luminance thresholds, as a share of the luminance of white. A background below `DARK_SHARE` is dark; a background
 * above `PALE_SHARE` is pale.
 */
const DARK_SHARE = 0.12;
const PALE_SHARE = 0.6;

/**
 * Returns the class for a custom color, written as `#rgb`, `#rrggbb` or `rgb()`, with or without an alpha channel. A
 * translucent color counts as it looks on white. Returns null for a gray text color, for the background of `<mark>`,
 * for a transparent color, and for another property or value.
 */
export function toneClassOfColor(property: string, value: string, tag: string): string | null {
  if (!/^(?:color|background|background-color)$/.test(property)) return null;
  const rgb = channels(value);
  if (!rgb) return null;
  const isGray = Math.max(...rgb) - Math.min(...rgb) < MAX_GRAY_LEVELS;
  if (property === 'color') return isGray ? null : ACCENT_TEXT;
  // The site has its own background for `<mark>`.
  if (tag === 'mark') return null;
  const [red, green, blue] = rgb.map((channel) => (channel / 255) ** 2.2) as [number, number, number];
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return BACKGROUNDS[
    luminance > PALE_SHARE ? 'sand' : luminance < DARK_SHARE ? 'deep' : isGray ? 'sand' : 'accent'
  ];
}

/** Returns red, green and blue of a color on white, from 0 to 255; null if it is transparent, or no such color. */
function channels(value: string): number[] | null {
  const [, hex] = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.exec(value) ?? [];
  if (hex !== undefined) {
    const whole = hex.length <= 4 ? hex.replaceAll(/./g, '$&$&') : hex;
    const [red = 0, green = 0, blue = 0, alpha = 255] = (whole.match(/../g) ?? []).map((part) =>
      Number.parseInt(part, 16),
    );
    return onWhite([red, green, blue], alpha / 255);
  }
  const [whole, red, green, blue, alpha = '1', percent] = RGB.exec(value) ?? [];
  if (whole === undefined) return null;
  return onWhite(
    [Number(red), Number(green), Number(blue)],
    Number(alpha) / (percent === undefined ? 1 : 100),
  );
}

const RGB =
  /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\b(?:\s*[,/]\s*(\d{1,3}(?:\.\d*)?|\.\d+)(%)?)?/;

function onWhite(rgb: readonly number[], alpha: number): number[] | null {
  const share = Math.min(1, alpha);
  return share === 0 ? null : rgb.map((channel) => 255 - (255 - Math.min(255, channel)) * share);
}

/** Returns the class for a declaration of a visible border; null for another property or value. */
export function borderClass(property: string, value: string): string | null {
  const isSide = /^border(?:-(?:top|right|bottom|left))?(?:-(?:width|style))?$/.test(property);
  return isSide && !/^(?:0\D*|none|hidden|unset|inherit|initial)(?:\s|$)/.test(value) ? 'is-bordered' : null;
}

/** WordPress's font size classes, each with the largest size in pixels that it replaces. */
const FONT_SIZES = [
  [14, 'has-small-font-size'],
  [19, 'has-medium-font-size'],
  [27, 'has-large-font-size'],
  [41, 'has-x-large-font-size'],
  [Number.POSITIVE_INFINITY, 'has-xx-large-font-size'],
] as const;

const PIXELS: Readonly<Record<string, number>> = { px: 1, rem: 16, em: 16, pt: 4 / 3 };

/** Returns the class of WordPress's nearest font size, for a size in px, pt, em or rem; null for another value. */
export function fontSizeClass(value: string): string | null {
  const [, number = '', unit = ''] = /^(\d{1,4}(?:\.\d+)?)(px|r?em|pt)$/.exec(value) ?? [];
  const pixels = Number(number) * (PIXELS[unit] ?? 0);
  return pixels > 0 ? (FONT_SIZES.find(([most]) => pixels <= most)?.[1] ?? null) : null;
}
