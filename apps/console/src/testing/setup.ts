import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// jsdom has a window that cannot scroll, and says so each time the router asks it to.
if ('window' in globalThis) {
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView ??= () => undefined;
  // nothing is ever laid out, so nothing changes its size
  window.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
}

// It has no screen, either: what asks for one is told of 1440 px, without any preference. uPlot asks while it is loaded.
const screenPx = 1440;
const fits = (query: string): boolean => {
  const [, least] = /min-width: (\d+)px/u.exec(query) ?? [];
  const [, most] = /max-width: (\d+)px/u.exec(query) ?? [];
  return (least !== undefined || most !== undefined) && screenPx >= Number(least ?? 0) && screenPx <= Number(most ?? screenPx);
};
if ('window' in globalThis) {
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), { media, matches: fits(media), onchange: null, addListener: () => undefined, removeListener: () => undefined }) as MediaQueryList;
}

// A busy machine draws the first page of a file slowly, while its modules still load; what is waited for is the fact, not a second.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  if ('localStorage' in globalThis) localStorage.clear();
});
