import { Component, type ReactNode } from 'react';

const retryMs = 60_000;

/**
 * Nobody is there to reload a wall display: if the map cannot be rendered, the queues and counts continue, and it is
 * retried.
 */
export class MapGuard extends Component<{ children: ReactNode; instead: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  private timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }
  override componentDidCatch(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.setState({ broken: false }), retryMs);
  }
  override componentWillUnmount(): void {
    clearTimeout(this.timer);
  }
  override render(): ReactNode {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
