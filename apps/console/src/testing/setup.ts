import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// jsdom has a window that cannot scroll, and says so each time the router asks it to.
if ('window' in globalThis) window.scrollTo = () => undefined;

afterEach(() => {
  cleanup();
  if ('localStorage' in globalThis) localStorage.clear();
});
