import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createQueryClient } from '../query-client.ts';
import { WordPressProvider } from '../wordpress-provider.tsx';

/**
 * Creates a wrapper for `render` and `renderHook`: the real provider with the given query client, or with a new one.
 */
export function createWordPressWrapper(client: QueryClient = createQueryClient()) {
  return function Wrapper({ children }: { children: ReactNode }) {
    return (
      <QueryClientProvider client={client}>
        <WordPressProvider>{children}</WordPressProvider>
      </QueryClientProvider>
    );
  };
}
