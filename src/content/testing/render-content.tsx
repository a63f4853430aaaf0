import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createQueryClient } from '../query-client.ts';
import { WordPressProvider } from '../wordpress-provider.tsx';

/** A wrapper for `render` and `renderHook`: the real provider over a fresh cache, or over the one given. */
export function inWordPress(client: QueryClient = createQueryClient(), props: { eager?: boolean } = {}) {
  return function Wrapper({ children }: { children: ReactNode }) {
    return (
      <QueryClientProvider client={client}>
        <WordPressProvider {...props}>{children}</WordPressProvider>
      </QueryClientProvider>
    );
  };
}
