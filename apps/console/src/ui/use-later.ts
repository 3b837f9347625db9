import { type RefObject, useLayoutEffect, useState } from 'react';

/** An open menu, or the focus, which would be lost with the filter. */
const inUse = ':focus-within,[aria-expanded=true],:has([aria-expanded=true])';
/** A menu gives the focus back to its filter a moment after it has closed. */
const focusReturnMs = 150;

/**
 * How many filters do not fit into the first line. They are not displayed until the bar is unfolded; where one of them is
 * on all are, and there is nothing to unfold. One that is cleared stays until its menu is closed and the focus elsewhere.
 */
export function useLater(box: RefObject<HTMLElement | null>, wide: boolean, unfolded: boolean): number {
  const [later, setLater] = useState(0);
  // after each drawing: what is chosen changes the width of a filter
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = (): void => {
      const all = [...element.children] as HTMLElement[];
      const used = all.filter((filter) => filter.style.display !== 'none' && filter.matches(inUse));
      for (const filter of all) filter.style.removeProperty('display');
      const [first] = all;
      if (!wide || first === undefined) return setLater(0);
      const below = all.filter(
        ({ offsetTop }) => offsetTop > first.offsetTop && offsetTop >= first.offsetTop + first.offsetHeight,
      );
      if (below.some((filter) => filter.matches('[data-on],:has([data-on])'))) return setLater(0);
      if (!unfolded && below.some((filter) => used.includes(filter))) return;
      if (!unfolded) for (const filter of below) filter.style.setProperty('display', 'none');
      setLater(below.length);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lookSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(look, focusReturnMs);
    };
    look();
    const size = new ResizeObserver(look);
    size.observe(element);
    const menus = new MutationObserver(lookSoon);
    menus.observe(element, { subtree: true, attributeFilter: ['aria-expanded'] });
    element.addEventListener('focusout', lookSoon);
    return () => {
      clearTimeout(timer);
      size.disconnect();
      menus.disconnect();
      element.removeEventListener('focusout', lookSoon);
    };
  });
  return later;
}
