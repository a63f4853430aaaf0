import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { HelmetProvider } from 'react-helmet-async';
import { StaticRouter } from 'react-router-dom';
import { ServerStyleSheet, ThemeProvider } from 'styled-components';
import { App } from './app.tsx';
import { HeadingLevelContext, PlacementKeyContext } from './builder/placement-context.ts';
import type { ResolvedPlacement } from './contracts/placement.ts';
import { bodyBlockIds, blockViewRegistry } from './builder/block-view-registry.ts';
import { createQueryClient } from './content/query-client.ts';
import { SiteSettingsContext } from './content/site-settings-context.ts';
import { WordPressProvider } from './content/wordpress-provider.tsx';
import { FormStatesContext } from './leads/posted-form-context.ts';
import type { AppData } from './contracts/app-data.ts';
import { SiteAppDataContext } from './site/site-app-data.ts';
import { HeadTags } from './site/head-tags.tsx';
import { pageQueryKey } from './site/page-query.ts';
import { DocumentStyles } from './ui/theme/document-styles.tsx';
import { fontFaces, preloadedFontUrls } from './ui/theme/font-faces.ts';
import { loadCommentListComponent } from './ui/comments/post-comments.tsx';
import { loadRichTextParser } from './ui/text/rich-text-parser.ts';
import { theme } from './ui/theme/theme.ts';

export { fontFaces, preloadedFontUrls };

/** A rendered page: tags for the head, the application's HTML, and the styles it uses. */
export interface RenderedPage {
  headTags: string;
  html: string;
  /** The `<style>` element that styled-components reuses in the browser. */
  styleTag: string;
  /** The content of the `<style>` element. */
  css: string;
  /** The keys of the placements that are missing, because their views threw. */
  failed: ReadonlySet<string>;
}

/**
 * Loads the views of the given blocks and of all body blocks, the rich-text parser and the list of comments. Rendering
 * is synchronous, so it needs all of them in memory.
 */
export async function loadViews(blocks: Iterable<string>): Promise<void> {
  await Promise.all([
    blockViewRegistry.load([...blocks, ...bodyBlockIds]),
    loadRichTextParser(),
    loadCommentListComponent(),
  ]);
}

/**
 * Renders a placement's view on its own. Returns the error that the view throws; null if it throws none or is not
 * loaded.
 */
export function findViewError(data: AppData, placement: ResolvedPlacement): unknown {
  const View = blockViewRegistry.view(placement.block);
  if (!View) return null;
  const { document: _, forms, nearViews: __, ...site } = data;
  const sheet = new ServerStyleSheet();
  try {
    renderToString(
      sheet.collectStyles(
        <StaticRouter location={data.document?.path ?? '/'}>
          <ThemeProvider theme={theme}>
            <SiteSettingsContext value={site.frame.settings}>
              <FormStatesContext value={forms ?? {}}>
                <PlacementKeyContext value={placement.key}>
                  <HeadingLevelContext value={2}>
                    <View {...placement.props} />
                  </HeadingLevelContext>
                </PlacementKeyContext>
              </FormStatesContext>
            </SiteSettingsContext>
          </ThemeProvider>
        </StaticRouter>,
      ),
    );
    return null;
  } catch (error) {
    return error;
  } finally {
    sheet.seal();
  }
}

/** Renders a page, whose views must be in memory (see `loadViews`). `address` is its path with the query. */
export function renderPage(data: AppData, address: string): RenderedPage {
  const { document: page, forms, nearViews: _, ...site } = data;
  const queryClient = createQueryClient();
  const url = new URL(address, 'http://localhost');
  queryClient.setQueryData(pageQueryKey(url), page);
  const failed = new Set<string>();
  const sheet = new ServerStyleSheet();
  const toHtml = (node: ReactNode, prefix: string) =>
    renderToString(sheet.collectStyles(<StaticRouter location={address}>{node}</StaticRouter>), {
      identifierPrefix: prefix,
    });
  try {
    const output = renderToString(
      sheet.collectStyles(
        <StaticRouter location={address}>
          <App
            provider={WordPressProvider}
            queryClient={queryClient}
            site={site}
            faults={{ report: ({ key }) => failed.add(key), show: site.showFaults }}
            forms={forms}
            styles={<DocumentStyles />}
            toHtml={toHtml}
          />
        </StaticRouter>,
      ),
    );
    const [style] = sheet.getStyleElement();
    const css: string = style?.props.dangerouslySetInnerHTML.__html ?? '';
    const styleTag = style ? renderToStaticMarkup(style) : '';
    const { hoisted, html } = splitHoisted(output);
    // Rendered apart from the application, so that the browser does not need this code for the first page.
    const headTags = renderToString(
      <HelmetProvider>
        <SiteAppDataContext value={site}>
          <HeadTags head={page?.head} />
        </SiteAppDataContext>
      </HelmetProvider>,
    );
    return { headTags: headTags + hoisted, html, styleTag, css, failed };
  } finally {
    sheet.seal();
    queryClient.clear();
  }
}

/** Separates the tags that React hoists to the start of its output, such as the preload of the first image. */
function splitHoisted(output: string): { hoisted: string; html: string } {
  const hoisted = /^(?:<meta[^>]*>|<link[^>]*>)+/.exec(output)?.[0] ?? '';
  return { hoisted, html: output.slice(hoisted.length) };
}
