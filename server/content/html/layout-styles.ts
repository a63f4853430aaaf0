import { BODY_STYLE_ATTRIBUTE } from '../../../src/builder/body-block.ts';
import { borderClass, fontSizeClass, toneClassOfColor, siteColorClass } from './preset-classes.ts';

/** The spacing presets of WordPress core (`--wp--preset--spacing--*`), in rem. */
const SPACES: Readonly<Record<string, number>> = {
  20: 0.44,
  30: 0.67,
  40: 1,
  50: 1.5,
  60: 2.25,
  70: 3.38,
  80: 5.06,
};

const LENGTH = /^(?:0|\d{1,4}(?:\.\d{1,4})?(?:px|%|r?em|vw|vh))$/;
const PERCENT = /^\d{1,3}(?:\.\d{1,4})?%$/;

/** Returns the value of a property in the form that is sent to visitors; null if the value is not allowed. */
type Read = (value: string) => string | null;

const matching =
  (pattern: RegExp): Read =>
  (value) =>
    pattern.test(value) ? value : null;

const length: Read = (value) => {
  const step = /^var\(--wp--preset--spacing--(\d+)\)$/.exec(value)?.[1];
  const rem = step === undefined ? undefined : SPACES[step];
  return rem === undefined ? matching(LENGTH)(value) : `${rem}rem`;
};

/** Reads a length, limited to a share of the window's size. Percentages are not allowed. */
const within =
  (limit: string): Read =>
  (value) => {
    const read = length(value);
    return read === null || read.endsWith('%') ? null : `min(${read}, ${limit})`;
  };
const height = within('100vh');
const LIMITED = /^min\((.+), \d+v[hw]\)$/;
const [besideText, aboveText] = [within('6vw'), within('20vh')];
/** The paddings of a block. Without a background or border, they act as margins around the block. */
const paddings = {
  'padding-top': aboveText,
  'padding-bottom': aboveText,
  'padding-left': besideText,
  'padding-right': besideText,
};

const ratio = matching(/^\d{1,4}(?:\.\d{1,4})?(?:\s?\/\s?\d{1,4}(?:\.\d{1,4})?)?$/);
const fit = matching(/^(?:cover|contain)$/);

/**
 * The styles of editors that are kept, by the selector of the elements that may have them. Colors, borders and font
 * sizes become classes instead (preset-classes.ts), because the site has its own.
 */
const STYLES: readonly (readonly [selector: string, Readonly<Record<string, Read>>])[] = [
  ['.wp-block-column', { '--own-width': length }],
  [
    '.wp-block-media-text',
    { '--media-columns': matching(/^(?:\d{1,2}% (?:auto|1fr)|(?:auto|1fr) \d{1,2}%)$/) },
  ],
  ['.wp-block-cover, .wp-block-group', { 'min-height': height }],
  ['.wp-block-cover, .wp-block-group, .wp-block-columns, .wp-block-column', paddings],
  ['.wp-block-spacer', { height }],
  ['.wp-block-cover img, .wp-block-media-text img', { 'object-position': matching(/^\d{1,3}% \d{1,3}%$/) }],
  [
    '.wp-block-image img, .wp-block-post-featured-image img',
    { width: matching(LENGTH), 'aspect-ratio': ratio, 'object-fit': fit },
  ],
  ['.wp-caption, .wp-audio-shortcode, .wp-video', { width: matching(LENGTH) }],
  ['td, th, col', { width: matching(PERCENT) }],
  ['ol, ul', { 'list-style-type': matching(/^(?:decimal|(?:lower|upper)-(?:alpha|roman))$/) }],
  [
    '*',
    {
      'text-align': matching(/^(?:left|center|right|justify)$/),
      'text-decoration': matching(/^(?:underline|line-through)$/),
      'text-transform': matching(/^(?:uppercase|lowercase|capitalize)$/),
      'font-style': matching(/^italic$/),
      'font-weight': matching(/^[1-9]00$|^bold$/),
    },
  ],
];

/**
 * Properties that apply only where elements are side by side. They become CSS variables, which the style sheet uses
 * on wide screens.
 */
const VARIABLES: ReadonlyMap<string, string> = new Map([
  ['flex-basis', '--own-width'],
  ['grid-template-columns', '--media-columns'],
]);

/**
 * Moves the allowed styles from `style` to an attribute of our own and to classes. Other styles stay in `style`,
 * which the sanitizer removes. Also adds the site's color class to elements with a color class of WordPress.
 */
export function moveAllowedStyles(fragment: DocumentFragment): void {
  for (const element of fragment.querySelectorAll('[class*="has-"]')) {
    const tone = siteColorClass(element.classList);
    if (tone !== null) element.classList.add(tone);
  }
  for (const element of fragment.querySelectorAll('[style]')) {
    const kept: string[] = [];
    const others: string[] = [];
    for (const { property: written, value } of declarations(element.getAttribute('style') ?? '')) {
      const property = VARIABLES.get(written) ?? written;
      const name = classOf(property, value, element.localName);
      const read = name === null ? readStyle(element, { property, value }) : null;
      if (name !== null) element.classList.add(name);
      else if (read === null) others.push(`${written}:${value}`);
      else kept.push(`${property}:${read}`);
    }
    if (kept.length > 0) element.setAttribute(BODY_STYLE_ATTRIBUTE, kept.join(';'));
    if (kept.some((each) => each.startsWith('--own-width'))) element.classList.add('has-own-width');
    if (others.length > 0) element.setAttribute('style', others.join(';'));
    else element.removeAttribute('style');
  }
}

/** Returns the class that replaces a declaration; null if there is none. */
function classOf(property: string, value: string, tag: string): string | null {
  if (property === 'font-size') return fontSizeClass(value);
  return borderClass(property, value) ?? toneClassOfColor(property, value, tag);
}

/**
 * Validates the attributes that `moveAllowedStyles` wrote, in sanitized HTML. Removes values that are not allowed,
 * because a text can contain forged ones.
 */
export function dropInvalidStyles(fragment: DocumentFragment): void {
  for (const element of fragment.querySelectorAll(`[${BODY_STYLE_ATTRIBUTE}]`)) {
    const written = declarations(element.getAttribute(BODY_STYLE_ATTRIBUTE) ?? '').flatMap((declaration) => {
      // `moveAllowedStyles` writes some lengths as `min(<length>, <limit>)`.
      const value = declaration.value.replace(LIMITED, '$1');
      const read = readStyle(element, { ...declaration, value });
      return read === null ? [] : [`${declaration.property}:${read}`];
    });
    if (written.length > 0) element.setAttribute(BODY_STYLE_ATTRIBUTE, written.join(';'));
    else element.removeAttribute(BODY_STYLE_ATTRIBUTE);
  }
}

interface Declaration {
  property: string;
  value: string;
}

function declarations(style: string): Declaration[] {
  return style.split(';').flatMap((part) => {
    const [, property, value] = /^\s*([\w-]+)\s*:\s*(.+?)(?:\s*!important)?\s*$/s.exec(part) ?? [];
    return property && value ? [{ property: property.toLowerCase(), value }] : [];
  });
}

function readStyle(element: Element, { property, value }: Declaration): string | null {
  for (const [selector, properties] of STYLES) {
    const read = Object.hasOwn(properties, property) ? properties[property] : undefined;
    if (read && element.matches(selector)) return read(value);
  }
  return null;
}
