import { chakra, Menu as Chakra, Portal } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';

/** A drop-down of acts or choices under its trigger button. */
export function Menu({
  trigger,
  children,
  placement = 'bottom-end',
  onKey,
}: {
  trigger: ReactElement;
  children: ReactNode;
  placement?: 'bottom-end' | 'bottom-start' | 'right-start';
  /** before the menu has the key; `[data-highlighted]` is the item it is for */
  onKey?: (event: KeyboardEvent<HTMLElement>) => void;
}) {
  return (
    <Chakra.Root positioning={{ placement, gutter: 4 }} lazyMount unmountOnExit>
      <Chakra.Trigger asChild>{trigger}</Chakra.Trigger>
      <Portal>
        <Chakra.Positioner zIndex="popover">
          <Content onKey={onKey}>{children}</Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}

/** The same at a point of the page, opened by what happened there. */
export function MenuAt({
  label,
  at,
  onClose,
  children,
}: {
  label: string;
  at: { x: number; y: number };
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Chakra.Root
      open
      aria-label={label}
      onOpenChange={({ open }) => !open && onClose()}
      positioning={{ placement: 'bottom-start', gutter: 2, getAnchorRect: () => ({ ...at, width: 1, height: 1 }) }}
    >
      <Portal>
        <Chakra.Positioner zIndex="popover">
          <Content>{children}</Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}

interface ContentProps {
  onKey?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined;
  children: ReactNode;
}
const Content = ({ onKey, children }: ContentProps) => (
  <Chakra.Content
    onKeyDownCapture={onKey}
    bg="raised"
    borderRadius="card"
    boxShadow="high"
    py="1"
    minW="44"
    maxH="min(420px, 70vh)"
    overflowY="auto"
    outline="0"
    zIndex="popover"
  >
    {children}
  </Chakra.Content>
);

export function MenuItem({
  value,
  onSelect,
  icon,
  disabled = false,
  checked,
  children,
}: {
  value: string;
  onSelect: () => void;
  icon?: ReactNode;
  disabled?: boolean;
  checked?: boolean;
  children: ReactNode;
}) {
  return (
    <Chakra.Item value={value} onSelect={onSelect} disabled={disabled} css={itemCss}>
      {icon}
      <chakra.span flex="1">{children}</chakra.span>
      {checked === true && <Check size={14} aria-hidden />}
    </Chakra.Item>
  );
}

/** A choice of several: the menu stays open while one ticks. */
export function MenuCheck({
  value,
  checked,
  onChange,
  end,
  children,
}: {
  value: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** behind the words */
  end?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Chakra.CheckboxItem value={value} checked={checked} onCheckedChange={onChange} closeOnSelect={false} css={itemCss}>
      <chakra.span
        w="4"
        h="4"
        display="grid"
        placeItems="center"
        borderRadius="3px"
        border="1px solid"
        borderColor={checked ? 'accent' : 'lineControl'}
        bg={checked ? 'accent' : 'surface'}
        color="onAccent"
      >
        {checked && <Check size={12} aria-hidden />}
      </chakra.span>
      <chakra.span flex="1">{children}</chakra.span>
      {end}
    </Chakra.CheckboxItem>
  );
}

/** One of several, under a heading; the menu stays open, so that one sees what it does. */
export function MenuChoice({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <Chakra.RadioItemGroup value={value} onValueChange={(chosen) => onChange(chosen.value)}>
      <Chakra.ItemGroupLabel px="3" py="1.5" textStyle="small" color="ink3" fontWeight="text">
        {label}
      </Chakra.ItemGroupLabel>
      {choices.map((choice) => (
        <Chakra.RadioItem key={choice.value} value={choice.value} closeOnSelect={false} css={itemCss}>
          <chakra.span
            w="4"
            h="4"
            display="grid"
            placeItems="center"
            borderRadius="round"
            border="1px solid"
            borderColor={choice.value === value ? 'accent' : 'lineControl'}
            bg="surface"
          >
            {choice.value === value && <chakra.span w="2" h="2" borderRadius="round" bg="accent" />}
          </chakra.span>
          <chakra.span flex="1">{choice.label}</chakra.span>
        </Chakra.RadioItem>
      ))}
    </Chakra.RadioItemGroup>
  );
}

export const MenuLine = () => <chakra.hr border="0" borderTop="1px solid" borderColor="line" my="1" />;
export const MenuNote = chakra('div', { base: { px: '3', py: '1.5', textStyle: 'small', color: 'ink3' } });

const itemCss = {
  display: 'flex',
  alignItems: 'center',
  gap: '8px',
  minHeight: '32px',
  px: '12px',
  cursor: 'pointer',
  font: '400 13px/18px var(--font)',
  color: 'var(--ink)',
  outline: 0,
  '&[data-highlighted]': { background: 'var(--hover)' },
  '&[data-disabled]': { color: 'var(--ink-3)', cursor: 'not-allowed' },
} as const;
