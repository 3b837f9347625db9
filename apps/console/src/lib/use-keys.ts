import { useEffect, useEffectEvent } from 'react';

/**
 * Keyboard shortcuts of a screen: `useKeys({ a: take, 'shift+e': escalate, '?': help })`. Disabled while somebody
 * types, in forms and dialogs, and with Ctrl, Alt or Meta. `everywhere` also works with a dialog open, `repeats` while a
 * key is held down.
 */
export function useKeys(
  keys: Record<string, () => void>,
  {
    enabled = true,
    everywhere = false,
    repeats = false,
  }: { enabled?: boolean; everywhere?: boolean; repeats?: boolean } = {},
): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.defaultPrevented ||
      (event.repeat && !repeats) ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      isTyping(event.target)
    )
      return;
    if (!everywhere && document.querySelector('[role=dialog][data-state=open],[role=menu][data-state=open]')) return;
    const letter = /^\p{L}$/u.test(event.key);
    const act =
      keys[letter ? `${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}` : event.key] ?? keys[hangul(event)];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!enabled) return;
    const listener = (event: KeyboardEvent) => pressed(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [enabled]);
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('[data-own-keys]') !== null ||
    /^(textarea|select)$/iu.test(target.tagName) ||
    (target instanceof HTMLInputElement && !/^(checkbox|radio|button)$/u.test(target.type)));

/** With a Korean layout the A key sends ㅁ: the physical key counts then. */
const hangul = (event: KeyboardEvent): string =>
  /^Key[A-Z]$/u.test(event.code) && !/^[a-z]$/iu.test(event.key)
    ? `${event.shiftKey ? 'shift+' : ''}${event.code.slice(3).toLowerCase()}`
    : '';
