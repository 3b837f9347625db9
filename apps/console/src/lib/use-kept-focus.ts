import { type RefObject, useEffect } from 'react';

/**
 * What has the focus may go away with the act that it was for: a form that was sent, the button of a state that is over, a
 * page that was left. The focus then goes to the box, not back to the beginning of the document. The box needs
 * `tabIndex={-1}`.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const within = box.current;
    if (within === null) return;
    let inside = false;
    let asked = false;
    const note = ({ target }: Event): void => {
      inside = target instanceof Node && within.contains(target);
    };
    const look = (): void => {
      asked = false;
      if (inside && document.activeElement === document.body) within.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (asked || !inside || document.activeElement !== document.body) return;
      asked = true;
      // after what a screen itself does with the focus
      requestAnimationFrame(() => requestAnimationFrame(look));
    });
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    observer.observe(within, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [box]);
}
