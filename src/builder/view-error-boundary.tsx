import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** What the view shows. The view is tried again when this changes, for example in a preview. */
  content: unknown;
  onError: (error: unknown) => void;
  fallback: ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  failed: boolean;
  /** The content that was rendered last. */
  content: unknown;
}

/** The error boundary around the view of a placement or body block: an error in one does not affect the others. */
export class ViewErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, content: this.props.content };

  static getDerivedStateFromProps({ content }: BoundaryProps, state: BoundaryState) {
    return content === state.content ? null : { failed: false, content };
  }

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
