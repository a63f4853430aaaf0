import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ThemeProvider } from 'styled-components';
import { createQueryClient } from '../../content/query-client.ts';
import { theme } from '../../ui/theme/theme.ts';
import { Toaster } from '../../ui/feedback/toast.tsx';
import type { OperatorData } from '../../contracts/operators/operator-api.ts';
import { setRequestSession } from '../request.ts';
import { OperatorDataContext } from '../use-operator-data.ts';
import { polyfillModalDialogs } from './modal-dialogs.ts';

polyfillModalDialogs();

const data: OperatorData = {
  origin: 'https://example.com',
  siteName: 'Sample Homes',
  timeZone: 'America/Chicago',
  hasWordPress: false,
  isNew: false,
  hasJustConnected: false,
};

/**
 * Renders a screen for tests at a URL, inside the providers of the application and with toasts. In addition to the
 * result of `render`, returns the query client (`answers`) and a function that renders another screen (`show`).
 */
export function renderScreen(screen: ReactNode, address = '/admin', given: Partial<OperatorData> = {}) {
  setRequestSession('token-of-the-session', '');
  const answers = createQueryClient();
  const around = (children: ReactNode) => (
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={answers}>
        <OperatorDataContext value={{ ...data, ...given }}>
          <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
          <Toaster />
        </OperatorDataContext>
      </QueryClientProvider>
    </ThemeProvider>
  );
  const { rerender, ...rest } = render(around(screen));
  return { ...rest, answers, show: (next: ReactNode) => rerender(around(next)) };
}
