import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, type ComponentType, type ReactNode } from 'react';
import { ThemeProvider } from 'styled-components';
import { EarlyPlacements } from './builder/early-placements.ts';
import { FaultContext, type FaultHandling } from './builder/fault-reporter.ts';
import { SurroundingsContext, type Surroundings } from './builder/surroundings.ts';
import { SettingsContext } from './content/settings-context.ts';
import { AppRoutes } from './routes.tsx';
import type { AppData } from './contracts/app-data.ts';
import { FrameContext, type SiteContext } from './site/frame-context.ts';
import { usePageViews } from './site/page-views.ts';
import { PostedForms } from './site/posted-forms.tsx';
import { SiteFrame } from './site/site-frame.tsx';
import { GlobalStyle } from './ui/global-style.ts';
import { theme } from './ui/theme.ts';

interface Props {
  /** Provides content: from WordPress, or from `fixtures/` in mock mode. */
  provider: ComponentType<{ children: ReactNode }>;
  queryClient: QueryClient;
  site: SiteContext;
  faults: FaultHandling;
  /** The form states of the first document, if it is the response to a post. */
  forms?: AppData['forms'];
  /** Only on the server; see `Surroundings`. */
  toHtml?: Surroundings['toHtml'];
  /** Called once the application is running. */
  onReady?: () => void;
}

/** The application, identical on the server and in the browser. The entry modules wrap it in a router. */
export function App({ provider, queryClient, site, faults, forms, toHtml, onReady }: Props) {
  usePageViews();
  useEffect(() => onReady?.(), [onReady]);
  const surroundings = useMemo(
    () => ({
      around: (view: ReactNode) => surround({ provider, queryClient, site, faults }, view),
      ...(toHtml && { toHtml }),
    }),
    [provider, queryClient, site, faults, toHtml],
  );
  const early = useMemo(() => new Set(Object.keys(forms ?? {})), [forms]);
  return surroundings.around(
    <>
      <GlobalStyle />
      <SurroundingsContext value={surroundings}>
        <EarlyPlacements value={early}>
          <SiteFrame>
            <PostedForms states={forms}>
              <AppRoutes />
            </PostedForms>
          </SiteFrame>
        </EarlyPlacements>
      </SurroundingsContext>
    </>,
  );
}

type Contexts = Pick<Props, 'provider' | 'queryClient' | 'site' | 'faults'>;

/** Wraps a view in the application's contexts, except those of the router and the registry. */
export function surround({ provider: Provider, queryClient, site, faults }: Contexts, view: ReactNode) {
  return (
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={queryClient}>
        <Provider>
          <FrameContext value={site}>
            <SettingsContext value={site.frame.settings}>
              <FaultContext value={faults}>{view}</FaultContext>
            </SettingsContext>
          </FrameContext>
        </Provider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
