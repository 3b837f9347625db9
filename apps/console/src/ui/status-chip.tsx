import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { type State, StateMark } from './state-mark';

/** A state as mark and word on its soft ground. `solid` only for a raised SOS; `done` has lost its ground and colour. */
export function StatusChip({
  state,
  solid = false,
  done = false,
  children,
}: {
  state: State;
  solid?: boolean;
  done?: boolean;
  children: ReactNode;
}) {
  const style: HTMLChakraProps<'span'> = done
    ? { color: 'ink3', pl: '0' }
    : solid
      ? { bg: `${state}.fill`, color: `${state}.on`, borderColor: `${state}.fill` }
      : state === 'off'
        ? { borderColor: 'lineStrong', color: 'off.ink' }
        : { bg: `${state}.soft`, borderColor: `${state}.line`, color: state === 'normal' ? 'ink' : `${state}.ink` };
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="5px"
      h="22px"
      px="7px"
      borderRadius="chip"
      border="1px solid transparent"
      textStyle="label"
      whiteSpace="nowrap"
      {...style}
    >
      <StateMark state={state} {...(solid ? { color: 'currentColor' } : done ? { color: 'var(--ink-3)' } : {})} />
      {children}
    </chakra.span>
  );
}

/** Mark and word without a ground, for table cells. */
export function StateLabel({
  state,
  strong = false,
  children,
}: {
  state: State;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      fontWeight={strong ? '600' : '500'}
      color={state === 'normal' ? 'ink' : `${state}.ink`}
    >
      <StateMark state={state} />
      {children}
    </chakra.span>
  );
}
