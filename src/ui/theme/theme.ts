import { fontStacks, radii, spacing, typeScale, widths, type ColorName } from '../../contracts/brand.ts';

/**
 * The design tokens for styled-components. Colors are custom properties, which `global-style.ts` declares. Light and
 * dark mode thus need no script and no second stylesheet.
 */
export const theme = {
  color: {
    paper: 'var(--paper)',
    surface: 'var(--surface)',
    sand: 'var(--sand)',
    ink: 'var(--ink)',
    inkSoft: 'var(--ink-soft)',
    line: 'var(--line)',
    accent: 'var(--accent)',
    accentStrong: 'var(--accent-strong)',
    onAccent: 'var(--on-accent)',
    deep: 'var(--deep)',
    onDeep: 'var(--on-deep)',
    onDeepSoft: 'var(--on-deep-soft)',
    deepLine: 'var(--deep-line)',
  } satisfies Record<ColorName, string>,
  font: fontStacks,
  type: typeScale,
  // Section and gutter are custom properties, because both shrink next to an aside, and editors choose the spacing.
  space: { ...spacing, section: 'calc(var(--section) * var(--spacing, 1))', gutter: 'var(--gutter)' },
  // `page` is a custom property, because editors choose the width of each section.
  width: { ...widths, page: 'var(--page)' },
  radius: radii,
} as const;

type SiteTheme = typeof theme;

declare module 'styled-components' {
  export interface DefaultTheme extends SiteTheme {}
}
