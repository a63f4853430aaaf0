import { createGlobalStyle } from 'styled-components';
import { theme } from './theme.ts';

/** The reset, the design tokens, and the styles of plain elements. */
export const GlobalStyle = createGlobalStyle`
  :root {
    color-scheme: light dark;
    --paper: #fbf6ec;
    --surface: #fffdf8;
    --sand: #f3eadb;
    --ink: #1f2d2a;
    --ink-soft: #4b5a55;
    --line: #ddd1bc;
    --accent: #a63f22;
    --accent-strong: #84301a;
    --on-accent: #fffaf2;
    --deep: #1f2d2a;
    --on-deep: #fbf3e2;
    --on-deep-soft: #c9d2c6;
    --deep-line: #40524c;
    --section: clamp(4rem, 2.9rem + 4.6vw, 7.25rem);
    --gutter: clamp(1.25rem, 0.5rem + 3vw, 2.5rem);
    --panel-gutter: var(--gutter);
    --panel-radius: 0;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --paper: #131c1a;
      --surface: #1b2724;
      --sand: #182320;
      --ink: #f5ecdc;
      --ink-soft: #b8c3ba;
      --line: #35453f;
      --accent: #f2946e;
      --accent-strong: #f7b294;
      --on-accent: #25120a;
      --deep: #0d1513;
      --on-deep: #f8efdd;
      --on-deep-soft: #b9c4ba;
      --deep-line: #33433d;
    }
  }

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
      --accent: #84301a;
      --accent-strong: #84301a;
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
