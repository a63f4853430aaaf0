import type { Field, Fields } from './field.ts';
import { choice } from './fields.ts';
import { tones, type Tone } from './tones.ts';

/*
 * The style of a section, which editors choose. It is one small set, so that pages stay consistent and work on
 * phones. A block opts into `spacing`, `width` and `devices` with its property `style`. Their values reach the
 * element around the section as attributes, so views do not handle them. `background()` and `pictureSide()` are
 * ordinary fields, because views use them.
 */

/** The parts of the style that every view supports without code. */
export type StylePart = 'spacing' | 'width' | 'devices';

/** All parts, for sections that consist of `Section` or `SectionBackground` and `Container`. */
export const allStyleParts: readonly StylePart[] = ['spacing', 'width', 'devices'];

const NORMAL = 'normal';

const parts = {
  spacing: {
    attribute: 'data-spacing',
    field: choice({
      label: 'Space above and below',
      options: { [NORMAL]: 'Normal', compact: 'Compact', wide: 'Wide' },
      default: NORMAL,
    }),
  },
  width: {
    attribute: 'data-width',
    field: choice({
      label: 'Width of the content',
      options: { [NORMAL]: 'Normal', narrow: 'Narrow', wide: 'Wide' },
      default: NORMAL,
    }),
  },
  devices: {
    attribute: 'data-on',
    field: choice({
      label: 'Visible on',
      help: 'Search engines read it on all of them.',
      options: { [NORMAL]: 'All screens', phone: 'Phones only', larger: 'Larger screens only' },
      default: NORMAL,
    }),
  },
} as const satisfies Record<StylePart, { attribute: string; field: Field }>;

/** Returns the fields of the parts of the style, by name. */
export function styleFields(names: readonly StylePart[]): Fields {
  return Object.fromEntries(names.map((name) => [name, parts[name].field]));
}

/**
 * Splits a section's values into the view's props and the attributes of the element around the section. The attributes
 * are `data-` attributes, which the rules in `global-style.ts` select; default values are left out.
 */
export function splitStyle(
  names: readonly StylePart[],
  values: Readonly<Record<string, unknown>>,
): { props: Readonly<Record<string, unknown>>; attributes: Readonly<Record<string, string>> } {
  const attributes = Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name];
      return typeof value === 'string' && value !== NORMAL ? [[parts[name].attribute, value]] : [];
    }),
  );
  const props = Object.fromEntries(
    Object.entries(values).filter(([name]) => !names.some((part) => part === name)),
  );
  return { props, attributes };
}

/** Creates the field for the background of a section. */
export function background<const Default extends Tone = 'paper'>(fallback?: Default) {
  return choice({ label: 'Background', options: tones, default: fallback ?? 'paper' });
}

/** Creates the field for the side of a picture beside text. */
export function pictureSide(fallback: 'start' | 'end' = 'start') {
  return choice({
    label: 'Side of the picture',
    options: { start: 'Before the text', end: 'After the text' },
    default: fallback,
  });
}
