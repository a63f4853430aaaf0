import { Component, type ReactNode } from 'react';
import { ErrorState } from '../parts/states/error-state.tsx';

interface Props {
  /** Keeps the changes, so that the page builder can offer them when it is opened again. */
  onStop: () => void;
  children: ReactNode;
}

interface State {
  fault: { error: unknown } | null;
}

/** Shows an error message in place of a page builder that failed, once its changes have been kept. */
export class EditorBoundary extends Component<Props, State> {
  override state: State = { fault: null };

  static getDerivedStateFromError(error: unknown): State {
    return { fault: { error } };
  }

  override componentDidCatch(): void {
    this.props.onStop();
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (!fault) return this.props.children;
    return (
      <ErrorState
        title="The page builder stopped"
        error={wordsFor(fault.error)}
        retry="Reload"
        onRetry={() => location.reload()}
      />
    );
  }
}

function wordsFor(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(
    `Your changes are kept in this browser. Reload: the page builder then offers to bring them back. (${reason})`,
  );
}
