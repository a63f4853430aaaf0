import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { ThemeProvider } from 'styled-components';
import { FaultContext, type FaultHandling } from './builder/fault-reporter.ts';
import { RegistryContext } from './builder/registry-context.ts';
import { SettingsContext } from './content/settings-context.ts';
import { WordPressProvider } from './content/wordpress-provider.tsx';
import { AppRoutes } from './routes.tsx';
import type { AppData } from './site/frame.ts';
import { FrameContext, type SiteContext } from './site/frame-context.ts';
import { useLinkNavigation } from './site/link-navigation.ts';
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
  /** Called once the application is running. */
  onReady?: () => void;
}

/** The whole application, the same on the server and in the browser. A router stands around it. */
export function App({ queryClient, site, faults, forms, onReady }: Props) {
  useLinkNavigation(queryClient, use(RegistryContext));
  useEffect(() => onReady?.(), [onReady]);
  return (
    <ThemeProvider theme={theme}>
      <GlobalStyle />
      <QueryClientProvider client={queryClient}>
        <WordPressProvider>
          <FrameContext value={site}>
            <SettingsContext value={site.frame.settings}>
              <FaultContext value={faults}>
                <SiteFrame>
                  <PostedForms states={forms}>
                    <AppRoutes />
                  </PostedForms>
                </SiteFrame>
              </FaultContext>
            </SettingsContext>
          </FrameContext>
        </WordPressProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
