import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, type ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { createGlobalStyle, ThemeProvider } from 'styled-components';
import { fontFaces } from '../ui/theme/font-faces.ts';
import { GlobalStyle } from '../ui/theme/global-style.ts';
import { theme } from '../ui/theme/theme.ts';
import type { OperatorData } from '../contracts/operators/operator-api.ts';
import { OperatorFrame } from './operator-frame.tsx';
import { lazyScreen } from './lazy-screen.ts';
import {
  notFoundScreen,
  operatorScreens,
  type ScreenEntry,
} from '../contracts/operators/operator-screens.ts';
import { OperatorDataContext } from './use-operator-data.ts';

const code = import.meta.glob<{ default: ComponentType }>(['./screens/*.tsx', '!./screens/*.test.tsx']);

/** All screens with their components. The code of each is loaded when the screen is first shown. */
const views = [...operatorScreens, notFoundScreen].map((screen: ScreenEntry) => {
  const load = code[`./screens/${screen.file}`];
  if (!load) throw new Error(`src/operator/screens has no ${screen.file}.`);
  return { screen, View: lazyScreen(load) };
});

const FontFaces = createGlobalStyle`${fontFaces}`;

/** The application for operators: the frame with the current screen. The caller must render it inside a router. */
export function OperatorApp({ queryClient, data }: { queryClient: QueryClient; data: OperatorData }) {
  return (
    <ThemeProvider theme={theme}>
      <FontFaces />
      <GlobalStyle />
      <QueryClientProvider client={queryClient}>
        <OperatorDataContext value={data}>
          <Routes>
            {views.map(({ screen, View }) => (
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
            ))}
          </Routes>
        </OperatorDataContext>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
