// Begun again for each file; what these import is loaded once for all files of a worker.
import './slow-machine';
import './environment';
import { languages } from '@headland/i18n/messages';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { pendingCalls } from '../lib/call';
import { loadWords } from '../lib/words';
import { complainOfRefused } from './own-ports';

// a test draws at once, in either language
await Promise.all(languages.map(loadWords));

afterEach(() => {
  cleanup();
  if ('localStorage' in globalThis) localStorage.clear();
  complainOfRefused();
});
// what was begun while the last test ended
afterAll(complainOfRefused);
// a call without an answer would keep the page of each later file from being reloaded
afterAll(() =>
  vi.waitFor(
    () => {
      if (pendingCalls() > 0) throw new Error(`${pendingCalls()} calls of this file have no answer`);
    },
    { timeout: 20_000 },
  ),
);
// what a file has given to the browser is not there for the next one
afterAll(() => {
  if ('window' in globalThis)
    for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name);
});
