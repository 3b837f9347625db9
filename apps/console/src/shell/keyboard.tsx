import type { RefObject } from 'react';
import { useKeptFocus } from '../lib/use-kept-focus';
import { useKeys } from '../lib/use-keys';
import { usePanel } from './panel-host';

/** What the keyboard has on every screen and nothing drawn needs: `?` opens the help, and the focus stays on the page. */
export function Keyboard({ main }: { main: RefObject<HTMLElement | null> }) {
  const { open } = usePanel();
  useKeys({ '?': () => open('help') });
  useKeptFocus(main);
  return null;
}
