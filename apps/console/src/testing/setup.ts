// Begun again for each file; what these import is loaded once for all files of a worker.
import './slow-machine';
import './environment';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { complainOfRefused } from './own-ports';

afterEach(() => {
  cleanup();
  if ('localStorage' in globalThis) localStorage.clear();
  complainOfRefused();
});
// what was begun while the last test ended
afterAll(complainOfRefused);
// what a file has given to the browser is not there for the next one
afterAll(() => {
  if ('window' in globalThis)
    for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name);
});
