import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { HelmetProvider } from 'react-helmet-async';
import { StaticRouter } from 'react-router-dom';
import { ServerStyleSheet, ThemeProvider } from 'styled-components';
import { App } from './app.tsx';
import { HeadingLevel } from './builder/heading-level.ts';
import type { FinishedPlacement } from './builder/placement.ts';
import { PlacementKey } from './builder/placement-key.ts';
import { registry } from './builder/registry.ts';
import { createQueryClient } from './content/query-client.ts';
import { SettingsContext } from './content/settings-context.ts';
import { FormStates } from './leads/form-state.ts';
import type { AppData } from './site/frame.ts';
import { FrameContext } from './site/frame-context.ts';
import { HeadTags } from './site/head-tags.tsx';
import { pageQuery } from './site/page-query.ts';
import { fontFaces, fontFiles } from './ui/font-faces.ts';
import { theme } from './ui/theme.ts';

export { fontFaces, fontFiles };

/** What React made of a page: tags for the head, the application's HTML, and the styles it used. */
export interface RenderedPage {
  headTags: string;
  html: string;
  /** The `<style>` element as styled-components takes it over in the browser. */
  styleTag: string;
  /** Its text. */
  css: string;
}

/** Loads the views of all blocks; rendering needs them at hand. */
export function loadViews(blocks: Iterable<string>): Promise<void> {
  return registry.load(blocks);
}

/** The placement's error, if its view throws when it is rendered on its own. */
export function viewError(data: AppData, placement: FinishedPlacement): unknown {
  const View = registry.view(placement.block);
  if (!View) return null;
  const { document: _, forms, nearViews: __, ...site } = data;
  const sheet = new ServerStyleSheet();
  try {
    renderToString(
      sheet.collectStyles(
        <StaticRouter location={data.document?.path ?? '/'}>
          <ThemeProvider theme={theme}>
            <SettingsContext value={site.frame.settings}>
              <FormStates value={forms ?? {}}>
                <PlacementKey value={placement.key}>
                  <HeadingLevel value={2}>
                    <View {...placement.props} />
                  </HeadingLevel>
                </PlacementKey>
              </FormStates>
            </SettingsContext>
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

/** Renders a page. `address` is its path with query. */
export function renderPage(data: AppData, address: string): RenderedPage {
  const { document: page, forms, nearViews: _, ...site } = data;
  const queryClient = createQueryClient();
  const url = new URL(address, 'http://localhost');
  queryClient.setQueryData(pageQuery(registry, url).queryKey, page);
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
            queryClient={queryClient}
            site={site}
            faults={{ report: () => {}, show: site.showFaults }}
            forms={forms}
            toHtml={toHtml}
          />
        </StaticRouter>,
      ),
    );
    const styleTag = sheet.getStyleTags();
    const css = /<style[^>]*>([\s\S]*)<\/style>/.exec(styleTag)?.[1] ?? '';
    const { hoisted, html } = splitHoisted(output);
    // Rendered apart from the application: in the browser their code is not needed for the first page.
    const headTags = renderToString(
      <HelmetProvider>
        <FrameContext value={site}>
          <HeadTags head={page?.head} />
        </FrameContext>
      </HelmetProvider>,
    );
    return { headTags: headTags + hoisted, html, styleTag, css };
  } finally {
    sheet.seal();
    queryClient.clear();
  }
}

/** React puts what it hoists, such as the preload of the first picture, at the start of its output. */
function splitHoisted(output: string): { hoisted: string; html: string } {
  const hoisted = /^(?:<meta[^>]*>|<link[^>]*>)+/.exec(output)?.[0] ?? '';
  return { hoisted, html: output.slice(hoisted.length) };
}
