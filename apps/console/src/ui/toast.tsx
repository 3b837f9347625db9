import { chakra, Flex } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useT } from '../lib/i18n';
import { isTyping } from '../lib/use-keys';
import { Button, IconButton } from './button';
import { type State, StateMark } from './state-mark';

export interface ToastAct {
  label: string;
  run: () => void;
  /** a newer one with this key takes the place of an older one */
  key?: string;
}
/**
 * `toast('Saved')`, `toast(text, 'now')`: a word at the bottom centre about what just happened. Failures stay until closed, and what can be taken
 * back (`useUndo`) stays eight seconds.
 */
export function toast(text: string, state: State = 'normal', act?: ToastAct): void {
  const id = ++serial;
  // two deletions may read alike, and each is taken back by its own
  const replaced = (t: Toast): boolean => (act?.key === undefined ? !act && t.text === text : t.act?.key === act.key);
  toasts = [...toasts.filter((t) => !replaced(t)), { id, text, state, ...(act && { act }) }].slice(-4);
  notify();
  if (state !== 'now') expire(id, act ? undoOfferedMs : 5_000);
}
export const undoOfferedMs = 8_000;

interface Toast {
  id: number;
  text: string;
  state: State;
  act?: ToastAct;
}
/** The one that is pointed at or has the focus. */
let held: number | null = null;
function expire(id: number, ms: number): void {
  setTimeout(() => (held === id ? expire(id, 1_000) : dismiss(id)), ms);
}
/** Ctrl+Z outside of a text takes back what the newest toast offers. */
function undoByKey(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.code !== 'KeyZ') return;
  const last = toasts.findLast((t) => t.act);
  if (!last || event.defaultPrevented || isTyping(event.target)) return;
  event.preventDefault();
  run(last);
}
function run({ id, act }: Toast): void {
  dismiss(id);
  act?.run();
}
let serial = 0;
let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

export function Toasts() {
  const t = useT();
  const shown = useSyncExternalStore(subscribe, () => toasts);
  useEffect(() => {
    window.addEventListener('keydown', undoByKey);
    return () => window.removeEventListener('keydown', undoByKey);
  }, []);
  return (
    <Flex
      role="status"
      aria-live="polite"
      pos="fixed"
      bottom="5"
      left="0"
      right="0"
      direction="column"
      align="center"
      gap="2"
      pointerEvents="none"
      zIndex="toast"
    >
      {shown.map(({ id, text, state, act }) => (
        <Flex
          key={id}
          onMouseEnter={() => (held = id)}
          onFocus={() => (held = id)}
          onMouseLeave={() => (held = null)}
          onBlur={() => (held = null)}
          align="center"
          gap="2.5"
          pl="3.5"
          pr="1"
          minH="10"
          maxW="min(560px, calc(100vw - 32px))"
          bg="raised"
          color="ink"
          borderRadius="card"
          boxShadow="high"
          textStyle="body"
          pointerEvents="auto"
          animation="appear var(--m-mid) var(--m-ease)"
        >
          <StateMark state={state} />
          <chakra.span flex="1" py="2">
            {text}
          </chakra.span>
          {act && (
            <Button kind="link" aria-keyshortcuts="Control+Z" onClick={() => run({ id, text, state, act })}>
              {act.label}
            </Button>
          )}
          <IconButton label={t('common.close')} icon={<X size={14} />} onClick={() => dismiss(id)} />
        </Flex>
      ))}
    </Flex>
  );
}

/** A message for one member is not shown to the next. */
export function dismissAll(): void {
  toasts = [];
  notify();
}
function dismiss(id: number): void {
  toasts = toasts.filter((t) => t.id !== id);
  notify();
}
function notify(): void {
  for (const f of listeners) f();
}
function subscribe(f: () => void): () => void {
  listeners.add(f);
  return () => listeners.delete(f);
}
