import {
  darkColors,
  lightColors,
  radii,
  systemFonts,
  typeScale,
  type ColorName,
} from '../../../src/contracts/brand.ts';
import { cspHash } from './content-security-policy.ts';

const properties = ({ paper, ink, accent }: Record<ColorName, string>) =>
  `--g:${paper};--i:${ink};--a:${accent}`;
const css = `:root{color-scheme:light dark;${properties(lightColors)}}
@media(prefers-color-scheme:dark){:root{${properties(darkColors)}}}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:2rem;box-sizing:border-box;background:var(--g);color:var(--i);font:${typeScale.body}/1.6 ${systemFonts.body}}
main{max-width:34rem}img{width:100%;height:auto;border-radius:${radii.l}}
h1{font:600 2.25rem/1.15 ${systemFonts.display};margin:1.5rem 0 .75rem}a{color:var(--a);font-weight:600}`;

/** An HTML page with its Content-Security-Policy. */
export interface MessagePage {
  html: string;
  policy: string;
}

/** Creates a page from trusted HTML: a heading and paragraphs. The page works even if content and database fail. */
export function messagePage(title: string, ...paragraphs: readonly string[]): MessagePage {
  return {
    html:
      '<!doctype html><html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
      `<title>${title}</title><meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg"><style>${css}</style></head>` +
      `<body><main><img src="/scenes/error.svg" width="1200" height="800" alt=""><h1>${title}</h1>` +
      `${paragraphs.map((each) => `<p>${each}</p>`).join('')}</main></body></html>`,
    policy: `default-src 'none'; style-src ${cspHash(css)}; img-src 'self'; base-uri 'none'; form-action 'none'`,
  };
}
