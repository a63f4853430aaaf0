import { APP_DATA_ID, type AppData } from '../../../src/contracts/app-data.ts';
import { vitalPageKindOf } from '../../../src/contracts/page-vitals.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { darkColors, lightColors } from '../../../src/contracts/brand.ts';

interface Parts {
  headTags: string;
  html: string;
  styleTag: string;
  data: AppData;
  /** `data` as serialized by `serializeJsonForScript`. */
  dataJson: string;
  fonts: readonly string[];
  /** The `@font-face` rules. */
  fontFaces: string;
  scripts: readonly string[];
  application: readonly string[];
  islands: readonly string[];
  views: readonly string[];
  resending: readonly string[];
  vitals: readonly string[];
  structuredData: readonly object[];
  /** Whether the page reports its visit itself. */
  reportsVisit?: boolean;
  /** HTML before the application: the bar and the data of a preview. Only previews have it. */
  bar?: string;
}

/**
 * Returns the complete HTML document. Joins the parts that React has rendered, without parsing them. Scripts are
 * modules from our own origin; only data and styles are inline.
 */
export function assembleDocument(parts: Parts): string {
  const { settings } = parts.data.frame;
  const fonts = parts.fonts.map(
    (href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`,
  );
  const structured = parts.structuredData.map(
    (each) => `<script type="application/ld+json">${serializeJsonForScript(each)}</script>`,
  );
  const scripts = parts.scripts.map((src, index) => {
    const views = parts.views.filter((file) => !parts.application.includes(file));
    const names = {
      app: parts.application.join(' '),
      islands: parts.islands.join(' '),
      views: views.join(' '),
      resend: parts.resending.join(' '),
      vitals: parts.vitals.join(' '),
      kind: vitalPageKindOf(parts.data.document),
      ...(parts.data.measurementId !== null && { measurement: parts.data.measurementId }),
      ...(parts.reportsVisit && { visit: 'report' }),
    };
    const loads = Object.entries(names).map(([name, value]) => ` data-${name}="${value}"`);
    return `<script type="module" src="${src}"${index === parts.scripts.length - 1 ? loads.join('') : ''}></script>`;
  });
  return [
    '<!doctype html><html lang="en-US"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    parts.headTags,
    ...fonts,
    `<style>${parts.fontFaces}</style>`,
    parts.styleTag,
    '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">',
    `<meta name="theme-color" content="${lightColors.paper}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${darkColors.paper}" media="(prefers-color-scheme: dark)">`,
    '<link rel="alternate" type="application/rss+xml" title="Blog" href="/feed.xml">',
    `<meta name="author" content="${escapeHtml(settings.agent.name)}">`,
    ...scripts,
    '</head><body>',
    parts.bar ?? '',
    `<div id="root">${parts.html}</div>`,
    `<script type="application/json" id="${APP_DATA_ID}">${parts.dataJson}</script>`,
    ...structured,
    '</body></html>',
  ].join('');
}

/** Serializes data as JSON for a `<script>` element. The output cannot close the element or start a comment. */
export function serializeJsonForScript(data: unknown): string {
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
