import { chakra, Flex } from '@chakra-ui/react';
import type { KeyboardEvent, ReactNode } from 'react';

export interface Choice<V extends string> {
  value: V;
  label: ReactNode;
  count?: number | undefined;
  icon?: ReactNode;
  name?: string;
}
interface ChoiceProps<V extends string> {
  label: string;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
}

/** Tabs over a list or a detail; the chosen one belongs into the URL. Arrow keys move, as in every tab list. */
export function Tabs<V extends string>({
  label,
  value,
  choices,
  onChange,
  children,
}: ChoiceProps<V> & { children?: ReactNode }) {
  return (
    <Flex
      role="tablist"
      aria-label={label}
      gap="0.5"
      px="3"
      borderBottom="1px solid"
      borderColor="line"
      flexShrink={0}
      overflowX="auto"
      onKeyDown={(e) => move(e, choices, value, onChange)}
    >
      {choices.map((c) => (
        <Tab
          key={c.value}
          type="button"
          role="tab"
          aria-selected={c.value === value}
          tabIndex={c.value === value ? 0 : -1}
          onClick={() => onChange(c.value)}
        >
          {c.icon}
          {c.label}
          {c.count !== undefined && <Count>{c.count}</Count>}
        </Tab>
      ))}
      {children && (
        <Flex ml="auto" align="center" gap="2">
          {children}
        </Flex>
      )}
    </Flex>
  );
}

/** A few exclusive choices in one control: views, units, channels. */
export function Segmented<V extends string>({ label, value, choices, onChange }: ChoiceProps<V>) {
  return (
    <Flex
      role="radiogroup"
      aria-label={label}
      display="inline-flex"
      border="1px solid"
      borderColor="lineStrong"
      borderRadius="control"
      overflow="hidden"
      bg="surface"
      flexShrink={0}
      onKeyDown={(e) => move(e, choices, value, onChange)}
    >
      {choices.map((c) => (
        <Segment
          key={c.value}
          type="button"
          role="radio"
          aria-checked={c.value === value}
          aria-label={c.name}
          tabIndex={c.value === value ? 0 : -1}
          onClick={() => onChange(c.value)}
        >
          {c.icon}
          {c.label}
        </Segment>
      ))}
    </Flex>
  );
}

export const Count = chakra('span', {
  base: {
    font: '600 11px/18px var(--font)',
    px: '1.5',
    borderRadius: '9px',
    bg: 'hover',
    color: 'ink2',
    fontVariantNumeric: 'tabular-nums',
  },
});

const Tab = chakra('button', {
  base: {
    h: { base: 'control', md: '38px' },
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    px: '2.5',
    textStyle: 'body',
    color: 'ink2',
    borderBottom: '2px solid transparent',
    mb: '-1px',
    whiteSpace: 'nowrap',
    _hover: { color: 'ink' },
    '&[aria-selected=true]': { color: 'ink', fontWeight: 600, borderColor: 'accent' },
    _focusVisible: { outlineOffset: '-2px' },
  },
});
const Segment = chakra('button', {
  base: {
    h: 'calc(var(--h-control) - 2px)',
    px: '2.5',
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    textStyle: 'dense',
    color: 'ink2',
    borderRight: '1px solid',
    borderColor: 'line',
    whiteSpace: 'nowrap',
    '&:last-child': { borderRight: 0 },
    _hover: { bg: 'hover' },
    '&[aria-checked=true]': { bg: 'accentSoft', color: 'accent', fontWeight: 600 },
    _focusVisible: { outlineOffset: '-2px' },
  },
});

function move<V extends string>(
  event: KeyboardEvent<HTMLElement>,
  choices: readonly Choice<V>[],
  value: V,
  onChange: (value: V) => void,
): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const at = choices.findIndex((c) => c.value === value);
  const next = choices[(at + step + choices.length) % choices.length];
  if (!next) return;
  onChange(next.value);
  event.currentTarget.querySelectorAll<HTMLElement>('[role=tab],[role=radio]')[choices.indexOf(next)]?.focus();
}
