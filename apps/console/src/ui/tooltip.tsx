import { chakra, Portal } from '@chakra-ui/react';
import { cloneElement, type ReactElement, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

const openDelayMs = 400;
const closeDelayMs = 80;
/** px to the element, and to the edge of the window */
const gutter = 6;
const edge = 8;

type Handlers = Pick<
  React.DOMAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerCancel' | 'onPointerDown' | 'onClick' | 'onFocus' | 'onBlur'
>;

/** The one that is open: the next closes it, and opens without delay. */
let closeOpen: (() => void) | null = null;

/**
 * A short hint on hover and on keyboard focus. The child keeps its own accessible name: the tooltip never is the only
 * one. By hand, because every icon button has one: the kit's brings 40 KB of positions and state machines, which only
 * menus need, into the first view.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement<Handlers> }) {
  const id = useId();
  const [at, setAt] = useState<DOMRect | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (act: () => void, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, ms);
  };
  const close = () => {
    clearTimeout(timer.current);
    setAt(null);
  };
  const open = (element: HTMLElement) => {
    clearTimeout(timer.current);
    closeOpen?.();
    setAt(element.getBoundingClientRect());
  };
  const own: Handlers = {
    onPointerEnter: ({ pointerType, currentTarget }) =>
      pointerType !== 'touch' && later(() => open(currentTarget), closeOpen === null ? openDelayMs : 0),
    onPointerLeave: () => later(close, closeDelayMs),
    onPointerCancel: close,
    onPointerDown: close,
    onClick: close,
    onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && open(currentTarget),
    onBlur: close,
  };
  return (
    <>
      {cloneElement(children, { ...both(children.props, own), ...(at && { 'aria-describedby': id }) })}
      {at && <Hint id={id} at={at} text={text} onClose={close} />}
    </>
  );
}

function Hint({ id, at, text, onClose }: { id: string; at: DOMRect; text: string; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!box.current) return;
    const { width, height } = box.current.getBoundingClientRect();
    const left = Math.min(at.left + at.width / 2 - width / 2, window.innerWidth - width - edge);
    const below = at.bottom + gutter;
    box.current.style.left = `${Math.max(edge, left)}px`;
    box.current.style.top = `${below + height + edge <= window.innerHeight ? below : at.top - gutter - height}px`;
  }, [at, text]);
  useEffect(() => {
    closeOpen = onClose;
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('keydown', escape, true);
    document.addEventListener('scroll', onClose, { capture: true, passive: true });
    return () => {
      if (closeOpen === onClose) closeOpen = null;
      document.removeEventListener('keydown', escape, true);
      document.removeEventListener('scroll', onClose, true);
    };
  });
  return (
    <Portal>
      <chakra.div
        ref={box}
        id={id}
        role="tooltip"
        pos="fixed"
        top="0"
        left="0"
        pointerEvents="none"
        bg="ink"
        color="surface"
        px="2"
        py="1"
        borderRadius="chip"
        textStyle="small"
        maxW="280px"
        zIndex="toast"
        boxShadow="high"
      >
        {text}
      </chakra.div>
    </Portal>
  );
}

/** What the child does by itself comes first. */
function both(theirs: Handlers, own: Handlers): Handlers {
  const names = Object.keys(own) as (keyof Handlers)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      (event: never) => {
        (theirs[name] as ((event: never) => void) | undefined)?.(event);
        (own[name] as (event: never) => void)(event);
      },
    ]),
  );
}
