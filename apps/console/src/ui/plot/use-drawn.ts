import { useLayoutEffect } from 'react';
import { notWithNextFrame, withNextFrame } from './frame';

/** Something that notifies of its changes; returns how to unsubscribe. */
export interface Changing {
  onChange: (ear: () => void) => () => void;
}

/** Draws at once, and with the next frame after each change, outside React. A new `draw` draws at once again, so it is memoized. */
export function useDrawn(draw: () => void, source: Changing, other?: Changing): void {
  useLayoutEffect(() => {
    draw();
    const soon = (): void => withNextFrame(draw);
    const stops = [source.onChange(soon), other?.onChange(soon)];
    return () => {
      for (const stop of stops) stop?.();
      notWithNextFrame(draw);
    };
  }, [draw, source, other]);
}
