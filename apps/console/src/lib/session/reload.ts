import { useEffect } from 'react';
import { pendingCalls } from '../call';

/**
 * After a token refresh the page is reloaded in place: its URL has filter, page and open row. But it must lose nothing:
 * it waits until every request is answered, including retries; and while a form has unsaved input, a dialog or a menu
 * is open, or text has been typed. In the meantime permissions and lists are refetched in place.
 */
export function reloadWhenCalm(reload = (): void => window.location.reload()): void {
  waiting ??= setInterval(() => {
    if (!isIdle()) return;
    forgetReload();
    if (oncePerMinute()) reload();
  }, pollMs);
}
/** The session has ended in the meantime: the login must not be reloaded while somebody types. */
export function forgetReload(): void {
  clearInterval(waiting);
  waiting = undefined;
}
let waiting: ReturnType<typeof setInterval> | undefined;
const pollMs = 500;

/** While this is true (unsaved changes, an upload in progress), the page is not reloaded automatically. */
export function useHoldReload(on: boolean): void {
  useEffect(() => (on ? holdReload() : undefined), [on]);
}
/** The same outside a component; returns the function to call when it is over. */
export function holdReload(): () => void {
  const hold = Symbol('hold');
  holds.add(hold);
  return () => void holds.delete(hold);
}
const holds = new Set<symbol>();

const opened = ['dialog', 'alertdialog', 'menu']
  .map((role) => `[role=${role}]:not([data-state=closed]):not([hidden])`)
  .join(',');
const isIdle = (): boolean =>
  pendingCalls() === 0 && holds.size === 0 && document.querySelector(opened) === null && !somethingTyped();

const typed = new Set<HTMLElement>();
if (typeof document !== 'undefined')
  document.addEventListener('input', ({ target }) => void (target instanceof HTMLElement && typed.add(target)), {
    capture: true,
    passive: true,
  });

function somethingTyped(): boolean {
  for (const field of typed) {
    if (!field.isConnected || textOf(field).trim() === '') typed.delete(field);
    else if (!isInUrl(field)) return true;
  }
  return false;
}
/** A filter's text is in the URL as soon as its field loses the focus. */
const isInUrl = (field: HTMLElement): boolean =>
  field.closest('[role=search]') !== null && field !== document.activeElement;
const textual = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number']);
function textOf(field: HTMLElement): string {
  if (field instanceof HTMLTextAreaElement) return field.value;
  if (field instanceof HTMLInputElement) return textual.has(field.type) ? field.value : '';
  return field.isContentEditable ? (field.textContent ?? '') : '';
}

/**
 * A refresh whose access tokens are expired from the start would reload for ever. Stored for the tab, since a reload
 * forgets everything else.
 */
function oncePerMinute(): boolean {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Math.abs(Date.now() - last) < 60_000) return false;
  sessionStorage.setItem(key, String(Date.now()));
  return true;
}
const key = 'headland.renewedAt';
