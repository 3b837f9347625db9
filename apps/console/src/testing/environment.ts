import * as React from 'react';
import { configure, getConfig } from '@testing-library/react';
import { refuseForeignConnections } from './own-ports';

// The environment of every file of a worker: set up once, by the first of them.

// jsdom has a window that cannot scroll, and logs an error each time the router scrolls.
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

// It saves no files and shows no pictures of bytes. A spec that checks them replaces these functions.
URL.createObjectURL ??= () => 'blob:test';
URL.revokeObjectURL ??= () => undefined;

// It has no screen, either: media queries are answered for 1440 px, without any preference. uPlot asks while it is loaded.
const screenPx = 1440;
const fits = (query: string): boolean => {
  const [, least] = /min-width: (\d+)px/u.exec(query) ?? [];
  const [, most] = /max-width: (\d+)px/u.exec(query) ?? [];
  return (
    (least !== undefined || most !== undefined) &&
    screenPx >= Number(least ?? 0) &&
    screenPx <= Number(most ?? screenPx)
  );
};
if ('window' in globalThis) {
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: fits(media),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }) as MediaQueryList;
}

// Emotion writes each rule into a style element, and jsdom evaluates every rule for the visibility of every element. Only declarations that affect visibility are kept.
const unasked = /(?<=[{;])(?!(?:display|visibility|pointer-events):)[^{};]+:[^{};]*;/gu;
const asked = /[{;](?:display|visibility|pointer-events):/u;
if ('window' in globalThis) {
  HTMLStyleElement.prototype.appendChild = function <T extends Node>(this: HTMLStyleElement, rule: T): T {
    rule.textContent = (rule.textContent ?? '').replaceAll(unasked, '');
    return asked.test(rule.textContent) ? (Node.prototype.appendChild.call(this, rule) as T) : rule;
  };
}

// A busy machine draws the first page of a file slowly, while its modules still load; what is waited for is the fact, not a second.
// React draws in setImmediate. On a busy machine a timer of zero can come before it, and a test would go on with a button that is about to be enabled.
const { asyncWrapper, getElementError } = getConfig();
const { setImmediate: turn } = globalThis;
const drawn = async <T>(work: () => Promise<T>): Promise<T> => {
  const result = await work();
  for (let turns = 0; turns < 2; turns++) await new Promise<void>((resolve) => turn(resolve));
  return result;
};
// While it polls, Testing Library would print the whole page each time that it finds nothing, and throw that away. It prints it once more when it gives up.
const missing = (message: string | null, container: Element): Error =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true
    ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
    : getElementError(message, container);
configure({
  asyncUtilTimeout: 30_000,
  asyncWrapper: (work) => asyncWrapper(() => drawn(work)),
  getElementError: missing,
});

// The address of jsdom's page is localhost:3000, where the product may be running.
refuseForeignConnections();

// jsdom finds the labels of one field by looking for the field of every label in the page. Testing Library asks it for every field.
if ('window' in globalThis) {
  for (const field of [HTMLInputElement, HTMLButtonElement, HTMLSelectElement, HTMLTextAreaElement]) {
    Object.defineProperty(field.prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        return [...this.ownerDocument.getElementsByTagName('label')].filter((label) =>
          label.htmlFor === '' ? label.contains(this) && label.control === this : label.htmlFor === this.id,
        );
      },
    });
  }
}

// React notes a stack trace for each element that it makes, up to ten thousand a second, for its warnings: a seventh of the time of a spec.
Object.defineProperty(
  (React as unknown as Record<string, object>)['__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'],
  'recentlyCreatedOwnerStacks',
  { get: () => 10_000, set: () => undefined },
);
