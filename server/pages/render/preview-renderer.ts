import { lightColors, logoColors, systemFonts, typeScale } from '../../../src/contracts/brand.ts';
import type { AppData } from '../../../src/contracts/app-data.ts';
import type { PageDocument } from '../../../src/contracts/content.ts';
import { PREVIEW_DATA_ID, type PreviewData } from '../../../src/contracts/preview.ts';
import type { Content } from '../../content/content.ts';
import type { Preview } from '../../content/preview/previews.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { Config } from '../../platform/config/config.ts';
import { yearInTimeZone } from '../../platform/site-days.ts';
import { assembleDocument, serializeJsonForScript } from './assemble-document.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { RenderedDocument } from './page-renderer.ts';
import type { SiteBuild } from './site-build.ts';

interface Options {
  config: Config;
  content: Pick<Content, 'blocks'>;
  build: SiteBuild;
  /** The site's public origin. */
  origin: () => string;
}

interface PreviewRequest {
  preview: Preview;
  token: string;
  /** Whether the preview is in a frame next to the edit screen. Such a preview has no bar. */
  live: boolean;
}

/** Styles of the bar and of the outlined section. The bar scrolls away, because the site's header is sticky. */
const CSS = `#preview-bar{display:flex;flex-wrap:wrap;gap:.35rem 1rem;align-items:center;padding:.6rem 1rem;background:${lightColors.deep};color:${lightColors.onDeep};font:400 ${typeScale.small}/1.4 ${systemFonts.body}}
#preview-bar p{margin:0;flex:1 1 18rem;min-width:0;overflow-wrap:anywhere}
#preview-bar a,#preview-bar button{color:inherit;background:none;border:1px solid ${lightColors.onDeepSoft};border-radius:6px;padding:.35rem .75rem;font:inherit;text-decoration:none;cursor:pointer}
#preview-bar a:hover,#preview-bar button:hover{background:${lightColors.deepLine}}
#preview-bar :focus-visible{outline:3px solid ${logoColors.handle};outline-offset:2px}
#preview-bar [hidden]{display:none}
#preview-bar input{font:inherit;flex:1 1 14rem;min-width:0;padding:.3rem .5rem;border:0;border-radius:6px}
#preview-share{flex:1 0 100%;display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
[data-preview-live] [data-placement]{cursor:pointer}
[data-preview-live] [data-placement]:hover{outline:2px dashed ${lightColors.accent};outline-offset:-2px}
[data-preview-outline]{outline:3px solid ${lightColors.accent}!important;outline-offset:-3px}`;

/** Creates the renderer of previews, which show the faults of sections. It counts no visit and stores nothing. */
export function createPreviewRenderer({ config, content, build, origin }: Options) {
  return async ({ preview, token, live }: PreviewRequest): Promise<RenderedDocument> => {
    const { found, frame, payload, wordpress } = preview;
    const entry = await build.entry();
    await entry.loadViews(content.blocks.keys());
    const document = withNoindex(found.document);
    const data: AppData = {
      document,
      frame,
      origin: origin(),
      year: yearInTimeZone(Date.now(), frame.settings.site.timeZone),
      showFaults: true,
      measurementId: null,
      leadEndpoint: null,
      nearViews: {},
    };
    const editor = new URL(wordpress.edit_link).origin;
    const own: PreviewData = { token, editor: payload.kind === 'draft' ? editor : null, live };
    const rendered = entry.renderPage(data, document.path);
    const bar =
      `<style>${CSS}</style>${live ? '' : previewBar(preview)}` +
      `<script type="application/json" id="${PREVIEW_DATA_ID}">${serializeJsonForScript(own)}</script>`;
    const html = assembleDocument({
      ...rendered,
      data,
      dataJson: serializeJsonForScript(data),
      fonts: entry.preloadedFontUrls,
      fontFaces: entry.fontFaces,
      scripts: build.previewScripts,
      application: [],
      islands: [],
      views: [],
      resending: [],
      vitals: [],
      structuredData: [],
      bar,
    });
    const policy = contentSecurityPolicy({
      styles: [entry.fontFaces, rendered.css, CSS],
      analytics: false,
      dev: config.dev,
      secure: origin().startsWith('https:'),
      preview: { ancestors: payload.kind === 'draft' ? [editor] : ["'none'"] },
    });
    return { html, policy };
  };
}

/** Returns the document with a `robots` value that excludes it from search engines. */
export function withNoindex(document: PageDocument): PageDocument {
  return { ...document, head: { ...document.head, robots: 'noindex, nofollow' } };
}

const STATUSES: Readonly<Record<string, string>> = {
  publish: 'published',
  draft: 'a draft',
  'auto-draft': 'a new draft',
  pending: 'waiting for review',
  future: 'scheduled',
  private: 'private',
  trash: 'in the trash',
};

function previewBar({ found, frame, payload, wordpress }: Preview): string {
  const { status, version, changed, edit_link } = wordpress;
  const moment = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: frame.settings.site.timeZone,
  });
  const at = moment.format(new Date(changed));
  const versions = {
    unsaved: `with unsaved changes by ${payload.name}, ${at}`,
    autosave: `with the changes of ${payload.name} that were saved automatically, ${at}`,
    saved: `as saved, ${at}, opened by ${payload.name}`,
  };
  const shared = payload.kind === 'share';
  const state = `This ${wordpress.kind} is ${STATUSES[status] ?? status}.`;
  const until = `Shared by ${payload.name} until ${moment.format(new Date(payload.expires * 1000))}.`;
  const about = `<p><strong>Preview: ${escapeHtml(found.title)}</strong>, ${escapeHtml(versions[version])}. ${escapeHtml(shared ? until : state)} <span id="preview-note" role="status"></span></p>`;
  const leave = status === 'publish' ? found.document.path : shared ? '/' : edit_link;
  return (
    `<div id="preview-bar" role="region" aria-label="Preview">${about}` +
    (shared
      ? ''
      : `<a href="${escapeHtml(edit_link)}">Edit</a><button type="button" data-share hidden>Share</button>`) +
    `<a href="${escapeHtml(leave)}">Leave preview</a><div id="preview-share" hidden></div></div>`
  );
}
