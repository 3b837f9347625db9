import { chakra, Flex } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useT } from '../lib/i18n';
import { IconButton } from './button';
import { type State, StateMark } from './state-mark';

/** `toast('Saved')`, `toast(text, 'now')`: a word at the bottom centre about what just happened. Failures stay until closed. */
export function toast(text: string, state: State = 'normal'): void {
  const id = ++serial;
  toasts = [...toasts.filter((t) => t.text !== text), { id, text, state }].slice(-4);
  notify();
  if (state !== 'now') setTimeout(() => dismiss(id), 5_000);
}

interface Toast {
  id: number;
  text: string;
  state: State;
}
let serial = 0;
let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

export function Toasts() {
  const t = useT();
  const shown = useSyncExternalStore(subscribe, () => toasts);
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
      {shown.map(({ id, text, state }) => (
        <Flex
          key={id}
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
