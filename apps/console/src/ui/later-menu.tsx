import { cloneElement, type ReactElement, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type * as Kit from './menu';

type MenuKit = typeof Kit;
let loaded: MenuKit | null = null;

/**
 * A drop-down of the shell: its button is drawn with the first view, and the kit of menus, which is a tenth of all that
 * the shell loads, comes after it. A press before that opens the menu as soon as it can, and the focus stays.
 */
export function LaterMenu({
  trigger,
  placement,
  children,
}: {
  trigger: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu' }>;
  placement?: 'bottom-end' | 'right-start';
  children: (kit: MenuKit) => ReactNode;
}) {
  const [kit, setKit] = useState(loaded);
  const place = useRef<HTMLSpanElement>(null);
  const pressed = useRef(false);
  const focused = useRef(false);
  const load = () =>
    import('./menu').then(
      (module) => {
        loaded = module;
        focused.current = place.current?.contains(document.activeElement) ?? false;
        setKit(module);
      },
      // without a network: the next press tries again
      () => undefined,
    );
  useEffect(() => {
    if (loaded === null) void load();
  }, []);
  useLayoutEffect(() => {
    if (kit !== null && focused.current) place.current?.querySelector('button')?.focus();
  }, [kit]);
  useEffect(() => {
    if (kit !== null && pressed.current) place.current?.querySelector('button')?.click();
  }, [kit]);
  const press = () => {
    pressed.current = true;
    void load();
  };
  return (
    <span ref={place} style={{ display: 'contents' }}>
      {kit === null ? (
        cloneElement(trigger, { onClick: press, 'aria-haspopup': 'menu' })
      ) : (
        <kit.Menu trigger={trigger} {...(placement && { placement })}>
          {children(kit)}
        </kit.Menu>
      )}
    </span>
  );
}
