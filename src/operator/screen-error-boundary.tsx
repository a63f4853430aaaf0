import { Component, type ReactNode } from 'react';
import { ErrorState } from './parts/states/error-state.tsx';
import { ScreenCodeMissingError } from './lazy-screen.ts';

interface Props {
  /** The path of the current screen. When it changes, the error is cleared. */
  place: string;
  children: ReactNode;
}

interface State {
  /** `place` is the path at which the error occurred; null until it has been recorded. */
  fault: { error: unknown; place: string | null } | null;
}

/**
 * An error boundary for screens. It shows an error message in place of a screen that failed, so that the navigation bar
 * around it, if there is one, stays usable.
 */
export class ScreenErrorBoundary extends Component<Props, State> {
  override state: State = { fault: null };

  static getDerivedStateFromError(error: unknown): State {
    return { fault: { error, place: null } };
  }

  static getDerivedStateFromProps({ place }: Props, { fault }: State): State | null {
    if (!fault || fault.place === place) return null;
    return { fault: fault.place === null ? { ...fault, place } : null };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (!fault) return this.props.children;
    const { error } = fault;
    return error instanceof ScreenCodeMissingError ? (
      <ErrorState title="This screen could not be loaded" error={error} retry="Reload" onRetry={reload} />
    ) : (
      <ErrorState title="This screen failed" error={wordsFor(error)} retry="Reload" onRetry={reload} />
    );
  }
}

function reload(): void {
  location.reload();
}

function wordsFor(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(
    `What is stored is safe; what was typed here and not sent is lost. Reload, or open another screen. (${reason})`,
  );
}
