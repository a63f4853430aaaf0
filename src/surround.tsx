import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { ThemeProvider } from 'styled-components';
import { FaultContext, type FaultHandling } from './builder/placement-context.ts';
import { SettingsContext } from './content/settings-context.ts';
import { FrameContext, type SiteContext } from './site/frame-context.ts';
import { theme } from './ui/theme/theme.ts';

/** The values of the contexts that every view can use. */
export interface Contexts {
  /** Provides content: from WordPress, or from `fixtures/` in mock mode. */
  provider: ComponentType<{ children: ReactNode }>;
  queryClient: QueryClient;
  site: SiteContext;
  faults: FaultHandling;
}

/** Wraps a view in the contexts of the application, except those of the router and the registry. */
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
