import { Component, type ReactNode } from 'react';

const againMs = 60_000;

/** Nobody stands at the wall to reload it: if the map cannot be drawn, the queues and figures go on, and it is tried again. */
export class MapGuard extends Component<{ children: ReactNode; instead: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  private timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }
  override componentDidCatch(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.setState({ broken: false }), againMs);
  }
  override componentWillUnmount(): void {
    clearTimeout(this.timer);
  }
  override render(): ReactNode {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
