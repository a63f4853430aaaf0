/**
 * The site's design tokens. Colors are custom properties, whose values are in `global-style.ts`. Light and dark mode
 * thus need no script and no second stylesheet.
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
  },
  font: {
    // The faces are in `font-faces.ts` and `font-fallbacks.ts`.
    display: "Fraunces, 'Georgia Fallback', 'Noto Serif Fallback', 'DejaVu Serif Fallback', serif",
    body: "'Figtree Variable', 'Arial Fallback', 'Roboto Fallback', 'DejaVu Sans Fallback', system-ui, sans-serif",
    mono: "'Fira Mono', monospace",
  },
  type: {
    small: '0.9375rem',
    body: '1.0625rem',
    lead: 'clamp(1.125rem, 1.02rem + 0.5vw, 1.3125rem)',
    h4: '1.25rem',
    h3: 'clamp(1.375rem, 1.25rem + 0.55vw, 1.6875rem)',
    h2: 'clamp(1.875rem, 1.45rem + 1.9vw, 2.875rem)',
    h1: 'clamp(2.375rem, 1.6rem + 3.4vw, 4.25rem)',
  },
  space: {
    xs: '0.5rem',
    s: '0.75rem',
    m: '1.25rem',
    l: '2rem',
    xl: '3.25rem',
    // Custom properties, because both shrink next to an aside.
    section: 'var(--section)',
    gutter: 'var(--gutter)',
  },
  width: { page: '76rem', text: '42rem' },
  radius: { s: '4px', m: '10px', l: '18px', arch: '999px 999px 10px 10px' },
} as const;

type SiteTheme = typeof theme;

declare module 'styled-components' {
  export interface DefaultTheme extends SiteTheme {}
}
