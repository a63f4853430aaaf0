import { createGlobalStyle } from 'styled-components';
import { darkColors, lightColors, spacing, widths, type ColorName } from '../../contracts/brand.ts';
import { theme } from './theme.ts';

/** Returns CSS that declares the custom properties for the theme's colors. */
const declarations = (colors: Record<ColorName, string>) =>
  Object.entries(colors)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value};`)
    .join('');

/** The reset, the design tokens, and the styles of plain elements. */
export const GlobalStyle = createGlobalStyle`
  :root {
    color-scheme: light dark;
    ${declarations(lightColors)}
    --section: ${spacing.section};
    --page: ${widths.page};
    --gutter: ${spacing.gutter};
    --panel-gutter: var(--gutter);
    --panel-radius: 0;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      ${declarations(darkColors)}
    }
  }

  /* The style of a section, which is declared in src/builder/section-style.ts. */
  [data-spacing='compact'] { --spacing: 0.5; }
  [data-spacing='wide'] { --spacing: 1.5; }
  [data-width='narrow'] { --page: 54rem; }
  [data-width='wide'] { --page: 92rem; }
  @media (max-width: 47.99rem) { [data-on='larger'] { display: none; } }
  @media (min-width: 48rem) { [data-on='phone'] { display: none; } }

  *, ::before, ::after { box-sizing: border-box; }
  html {
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    scroll-padding-top: 6rem;
  }
  @media (prefers-reduced-motion: no-preference) {
    /* The loader marks the document at the first click, so that links scroll smoothly, but opening a URL with a
       fragment does not. */
    html[data-clicked] { scroll-behavior: smooth; }
  }
  @media (prefers-reduced-motion: reduce) {
    *, ::before, ::after {
      animation-duration: 0.01ms !important;
      transition-duration: 0s !important;
    }
  }
  body {
    margin: 0;
    background: ${theme.color.paper};
    color: ${theme.color.ink};
    font-family: ${theme.font.body};
    font-size: ${theme.type.body};
    line-height: 1.65;
    overflow-wrap: anywhere;
    -webkit-font-smoothing: antialiased;
  }
  h1, h2, h3, h4, p, ul, ol, dl, dd, figure, blockquote { margin: 0; }
  ul[role='list'], ol[role='list'] { padding: 0; list-style: none; }
  h1, h2, h3, h4 {
    font-family: ${theme.font.display};
    font-weight: 560;
    line-height: 1.12;
    letter-spacing: -0.015em;
    text-wrap: balance;
  }
  p { text-wrap: pretty; }
  code, kbd, samp, pre { font-family: ${theme.font.mono}; font-size: 0.9em; }
  /* With the body's value, tables would ignore the length of words, and columns could become too narrow. */
  th, td { overflow-wrap: break-word; }
  img, svg { display: block; max-width: 100%; height: auto; }
  a { color: ${theme.color.accent}; text-underline-offset: 0.2em; text-decoration-thickness: 0.08em; }
  a:hover { color: ${theme.color.accentStrong}; }
  :focus-visible { outline: 3px solid ${theme.color.accent}; outline-offset: 3px; border-radius: 3px; }
  ::selection { background: ${theme.color.accent}; color: ${theme.color.onAccent}; }
  button, input, select, textarea { font: inherit; color: inherit; }
  summary { cursor: pointer; }
  [hidden] { display: none !important; }
  @media print {
    /* Black on white, whatever the color scheme, because browsers do not print backgrounds by default. */
    :root {
      color-scheme: light;
      --paper: #fff;
      --surface: #fff;
      --sand: #fff;
      --ink: #000;
      --ink-soft: #333;
      --line: #999;
      --accent: ${lightColors.accentStrong};
      --accent-strong: ${lightColors.accentStrong};
      --on-accent: #000;
      --deep: #fff;
      --on-deep: #000;
      --on-deep-soft: #333;
      --deep-line: #999;
    }
    body { font-size: 11pt; }
    /* A heading stays with what follows. Browsers keep to this in blocks, but not in grids. */
    h1, h2, h3, h4, h5, h6, summary, header, main :has(> :is(h2, h3, h4):last-child) {
      break-after: avoid;
      break-inside: avoid;
    }
    main :has(> :is(header, h2, h3, h4):not(:last-child)), main :has(> div > :is(h2, h3):last-child) {
      display: block !important;
    }
    main header { margin-block-end: 1rem !important; }
    a { color: inherit; }
  }
`;
