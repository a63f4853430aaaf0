import { Component, type ReactNode } from 'react';

interface Props {
  onError: (error: unknown) => void;
  fallback: ReactNode;
  children: ReactNode;
}

/** Stands around every placement: what throws inside never takes the neighbours along. */
export class PlacementBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

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
