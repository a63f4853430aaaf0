import { EmptyState } from '../parts/states/empty-state.tsx';

/** Says that something is edited in WordPress, and links there. */
export function InWordPress({ what, screen }: { what: string; screen: string }) {
  return (
    <EmptyState title={`${what} are edited in WordPress`}>
      <a href={screen} target="_blank" rel="noopener">
        Open the screen in WordPress
      </a>
    </EmptyState>
  );
}
