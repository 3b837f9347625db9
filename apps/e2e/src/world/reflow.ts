import type { Page } from '@playwright/test';

/** Controls that cannot be brought into sight: cut off without a way to scroll to them, or always behind something else. */
export const hidden = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = (e: Element): boolean => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const controls = [...document.querySelectorAll<HTMLElement>('a[href],button,input,select,textarea,[role=tab]')];
    return controls.flatMap((e) => {
      const lost = [`out of sight: ${e.outerHTML.slice(0, 120)}`];
      if (!shown(e) || e.closest('.sr,[inert],.leaflet-container') || e.getBoundingClientRect().width <= 1) return [];
      e.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = e.getBoundingClientRect();
      // the skip link waits above the page until it has the focus
      if (bottom < 0 && getComputedStyle(e).position === 'fixed') return [];
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return lost;
      const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const own = [e, ...((e as HTMLInputElement).labels ?? [])];
      if (front === null || own.some((o) => o.contains(front) || front.contains(o))) return [];
      return [`${lost[0]} behind ${front.outerHTML.slice(0, 120)}`];
    });
  });

/** Boxes that scroll in both directions, but tables, maps and drawings, whose meaning is in two dimensions. */
export const twoWays = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((e) => {
        const { overflowX, overflowY } = getComputedStyle(e);
        const scrolls = (overflow: string, all: number, seen: number): boolean =>
          /auto|scroll/u.test(overflow) && all > seen + 1;
        return (
          scrolls(overflowX, e.scrollWidth, e.clientWidth) &&
          scrolls(overflowY, e.scrollHeight, e.clientHeight) &&
          e.querySelector('table,canvas,[role=grid]') === null
        );
      })
      .map((e) => `scrolls in two directions: ${e.outerHTML.slice(0, 120)}`),
  );
