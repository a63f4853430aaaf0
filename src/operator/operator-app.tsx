import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, type ComponentType, type LazyExoticComponent } from 'react';
import { Route, Routes } from 'react-router-dom';
import { createGlobalStyle, ThemeProvider } from 'styled-components';
import { fontFaces } from '../ui/theme/font-faces.ts';
import { GlobalStyle } from '../ui/theme/global-style.ts';
import { theme } from '../ui/theme/theme.ts';
import type { OperatorData } from '../contracts/operators/operator-api.ts';
import { OperatorFrame } from './operator-frame.tsx';
import { screenCode } from './screen-code.ts';
import { screens, type ScreenPath } from '../contracts/operators/operator-screens.ts';
import { OperatorDataContext } from './use-operator-data.ts';

/** The screen for each path. A missing screen is a compile error. */
const views: Record<ScreenPath, LazyExoticComponent<ComponentType>> = {
  '/admin': screenCode(() => import('./screens/today.tsx')),
  '/admin/leads': screenCode(() => import('./screens/leads.tsx')),
  '/admin/leads/:id': screenCode(() => import('./screens/lead-story.tsx')),
  '/admin/pages': screenCode(() => import('./screens/pages.tsx')),
  '/admin/sections': screenCode(() => import('./screens/sections.tsx')),
  '/admin/pages/*': screenCode(() => import('./screens/page-builder.tsx')),
  '/admin/blocks': screenCode(() => import('./screens/blocks.tsx')),
  '/admin/blocks/:id': screenCode(() => import('./screens/block.tsx')),
  '/admin/results': screenCode(() => import('./screens/results.tsx')),
  '/admin/settings': screenCode(() => import('./screens/settings.tsx')),
  '/admin/settings/site': screenCode(() => import('./screens/site-settings.tsx')),
  '/admin/settings/menus': screenCode(() => import('./screens/menus.tsx')),
  '/admin/settings/wordpress': screenCode(() => import('./screens/wordpress.tsx')),
  '/admin/ghl': screenCode(() => import('./screens/crm-integration.tsx')),
  '/admin/webhooks': screenCode(() => import('./screens/webhooks.tsx')),
  '/admin/settings/redirects': screenCode(() => import('./screens/redirects.tsx')),
  '/admin/settings/audit': screenCode(() => import('./screens/audit.tsx')),
  '/admin/local-leads': screenCode(() => import('./screens/local-leads.tsx')),
  '/admin/account': screenCode(() => import('./screens/account.tsx')),
  '/oauth/test': screenCode(() => import('./screens/oauth-test.tsx')),
  '/sign-in': screenCode(() => import('./screens/sign-in.tsx')),
  '/sign-in/link': screenCode(() => import('./screens/one-time-link.tsx')),
  '/oauth/success': screenCode(() => import('./screens/oauth-success.tsx')),
  '/oauth/error': screenCode(() => import('./screens/oauth-error.tsx')),
  '/webhooks/ghl/test': screenCode(() => import('./screens/webhook-documentation.tsx')),
};

const NotFoundScreen = screenCode(() => import('./screens/not-found.tsx'));
const NOT_FOUND = { path: '*', title: 'Page not found' } as const;

const FontFaces = createGlobalStyle`${fontFaces}`;

/** The operators' application: the frame and the current screen. The entry module wraps it in a router. */
export function OperatorApp({ queryClient, data }: { queryClient: QueryClient; data: OperatorData }) {
  return (
    <ThemeProvider theme={theme}>
      <FontFaces />
      <GlobalStyle />
      <QueryClientProvider client={queryClient}>
        <OperatorDataContext value={data}>
          <Routes>
            {screens.map((screen) => {
              const View = views[screen.path];
              return (
                <Route
                  key={screen.path}
                  path={screen.path}
                  element={
                    <OperatorFrame screen={screen}>
                      <Suspense fallback={<p role="status">Loading…</p>}>
                        <View />
                      </Suspense>
                    </OperatorFrame>
                  }
                />
              );
            })}
            <Route
              path="*"
              element={
                <OperatorFrame screen={NOT_FOUND}>
                  <Suspense fallback={<p role="status">Loading…</p>}>
                    <NotFoundScreen />
                  </Suspense>
                </OperatorFrame>
              }
            />
          </Routes>
        </OperatorDataContext>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
