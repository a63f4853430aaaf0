import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { use, useEffect, useMemo, type ReactNode } from 'react';
import { ThemeProvider } from 'styled-components';
import { EarlyPlacements } from './builder/early-placements.ts';
import { FaultContext, type FaultHandling } from './builder/fault-reporter.ts';
import { RegistryContext } from './builder/registry-context.ts';
import { SurroundingsContext, type Surroundings } from './builder/surroundings.ts';
import { SettingsContext } from './content/settings-context.ts';
import { WordPressProvider } from './content/wordpress-provider.tsx';
import { AppRoutes } from './routes.tsx';
import type { AppData } from './site/frame.ts';
import { FrameContext, type SiteContext } from './site/frame-context.ts';
import { useLinkNavigation } from './site/link-navigation.ts';
import { usePageViews } from './site/page-views.ts';
import { PostedForms } from './site/posted-forms.tsx';
import { SiteFrame } from './site/site-frame.tsx';
import { GlobalStyle } from './ui/global-style.ts';
import { theme } from './ui/theme.ts';

interface Props {
  queryClient: QueryClient;
  site: SiteContext;
  faults: FaultHandling;
  /** Where the forms of the first document stand, when it answers a post. */
  forms?: AppData['forms'];
  /** The server's, see `Surroundings`. */
  toHtml?: Surroundings['toHtml'];
  /** Called once the application is running. */
  onReady?: () => void;
}

/** The whole application, the same on the server and in the browser. A router stands around it. */
export function App({ queryClient, site, faults, forms, toHtml, onReady }: Props) {
  useLinkNavigation(queryClient, use(RegistryContext));
  usePageViews();
  useEffect(() => onReady?.(), [onReady]);
  const surroundings = useMemo(
    () => ({
      around: (view: ReactNode) => surround({ queryClient, site, faults }, view),
      ...(toHtml && { toHtml }),
    }),
    [queryClient, site, faults, toHtml],
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

type Contexts = Pick<Props, 'queryClient' | 'site' | 'faults'>;

function surround({ queryClient, site, faults }: Contexts, view: ReactNode) {
  return (
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={queryClient}>
        <WordPressProvider>
          <FrameContext value={site}>
            <SettingsContext value={site.frame.settings}>
              <FaultContext value={faults}>{view}</FaultContext>
            </SettingsContext>
          </FrameContext>
        </WordPressProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
