import { EmptyState } from '../parts/states/empty-state.tsx';

/** A note that something is edited in WordPress, with a link to the WordPress screen. */
export function EditInWordPressNote({ what, screen }: { what: string; screen: string }) {
  return (
    <EmptyState title={`${what} are edited in WordPress`}>
      <a href={screen} target="_blank" rel="noopener">
        Open the screen in WordPress
      </a>
    </EmptyState>
  );
}
