import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { ThemeProvider } from 'styled-components';
import { BlockFaultContext, type BlockFaultHandling } from './builder/placement-context.ts';
import { SiteSettingsContext } from './content/site-settings-context.ts';
import { SiteAppDataContext, type SiteAppData } from './site/site-app-data.ts';
import { theme } from './ui/theme/theme.ts';

/** The values of the contexts that every view can use. */
export interface AppContexts {
  /** `WordPressProvider`, or `MockWordPressProvider` in mock mode and in the operators' catalogue. */
  provider: ComponentType<{ children: ReactNode }>;
  queryClient: QueryClient;
  site: SiteAppData;
  faults: BlockFaultHandling;
}

/** Wraps a view in the contexts of the application, except those of the router and the registry. */
export function withAppContexts(
  { provider: Provider, queryClient, site, faults }: AppContexts,
  view: ReactNode,
) {
  return (
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={queryClient}>
        <Provider>
          <SiteAppDataContext value={site}>
            <SiteSettingsContext value={site.frame.settings}>
              <BlockFaultContext value={faults}>{view}</BlockFaultContext>
            </SiteSettingsContext>
          </SiteAppDataContext>
        </Provider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
