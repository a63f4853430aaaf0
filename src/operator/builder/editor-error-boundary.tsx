import { Component, type ReactNode } from 'react';
import { ErrorState } from '../parts/states/error-state.tsx';

interface Props {
  /** Called when the page builder fails. It must store the changes, so that they can be restored later. */
  onStop: () => void;
  children: ReactNode;
}

interface State {
  fault: { error: unknown } | null;
}

/** An error boundary for the page builder. It calls `onStop`, which stores the changes, and shows an error message. */
export class EditorErrorBoundary extends Component<Props, State> {
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
