import { useEffect } from 'react';
import { callsUnderWay } from '../call';

/**
 * After a refresh the page is loaded again where it stood (product.md, section 4): its address holds filter, page and open row. But nothing is
 * ever lost by it. It waits until every call is answered, the retried ones first of all; and as long as a form has something unsaved, a dialog
 * or a menu is open, or a text has been typed that no server knows. Until then the page is right all the same: rights and lists are read again
 * in place at once.
 */
export function reloadWhenCalm(reload = (): void => window.location.reload()): void {
  waiting ??= setInterval(() => {
    if (!calm()) return;
    forgetReload();
    if (oncePerMinute()) reload();
  }, lookEveryMs);
}
/** The session has ended meanwhile: the login must not be reloaded under somebody's hands. */
export function forgetReload(): void {
  clearInterval(waiting);
  waiting = undefined;
}
let waiting: ReturnType<typeof setInterval> | undefined;
const lookEveryMs = 500;

/** While this is true (unsaved changes, an upload under way), the page is not reloaded by itself. */
export function useHoldReload(on: boolean): void {
  useEffect(() => (on ? holdReload() : undefined), [on]);
}
/** The same outside a component; call what it returns when it is over. */
export function holdReload(): () => void {
  const hold = Symbol('hold');
  holds.add(hold);
  return () => void holds.delete(hold);
}
const holds = new Set<symbol>();

const opened = ['dialog', 'alertdialog', 'menu']
  .map((role) => `[role=${role}]:not([data-state=closed]):not([hidden])`)
  .join(',');
const calm = (): boolean =>
  callsUnderWay() === 0 && holds.size === 0 && document.querySelector(opened) === null && !somethingTyped();

const typed = new Set<HTMLElement>();
if (typeof document !== 'undefined')
  document.addEventListener('input', ({ target }) => void (target instanceof HTMLElement && typed.add(target)), {
    capture: true,
    passive: true,
  });

function somethingTyped(): boolean {
  for (const field of typed) {
    if (!field.isConnected || textOf(field).trim() === '') typed.delete(field);
    else if (!stands(field)) return true;
  }
  return false;
}
/** A filter's text stands in the address as soon as its field is left. */
const stands = (field: HTMLElement): boolean =>
  field.closest('[role=search]') !== null && field !== document.activeElement;
const textual = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number']);
function textOf(field: HTMLElement): string {
  if (field instanceof HTMLTextAreaElement) return field.value;
  if (field instanceof HTMLInputElement) return textual.has(field.type) ? field.value : '';
  return field.isContentEditable ? (field.textContent ?? '') : '';
}

/** A refresh token whose access tokens are born expired would reload for ever. Kept for the tab, since a reload forgets everything else. */
function oncePerMinute(): boolean {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Math.abs(Date.now() - last) < 60_000) return false;
  sessionStorage.setItem(key, String(Date.now()));
  return true;
}
const key = 'headland.renewedAt';
