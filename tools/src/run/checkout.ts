import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the checkout: the one that holds package-lock.json. */
export const checkout: string = (() => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package-lock.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('Not inside a checkout of Headland.');
    folder = above;
  }
  return folder;
})();

export const inCheckout = (...path: string[]): string => join(checkout, ...path);
