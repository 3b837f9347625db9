import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import type { ReactNode, Ref } from 'react';
import { useCutOff } from '../lib/kept';
import { Tooltip } from './tooltip';

/** `plain` for most, `primary` once per view, `quiet` for secondary actions, `danger` for what cannot be undone. */
export type ButtonKind = 'plain' | 'primary' | 'quiet' | 'danger' | 'link';
export interface ButtonProps extends Omit<HTMLChakraProps<'button'>, 'ref'> {
  kind?: ButtonKind;
  icon?: ReactNode;
  /** pending: disabled and announced, the label stays */
  busy?: boolean;
  /** 32 px, or 44 on public pages and on the phone */
  large?: boolean;
  /** why it is disabled, when a state forbids it */
  reason?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  kind = 'plain',
  icon,
  busy,
  large = false,
  reason,
  disabled,
  children,
  title,
  ...rest
}: ButtonProps) {
  // what acts on the server cannot do so
  const acts = busy !== undefined || kind === 'primary' || kind === 'danger';
  const whyNot = useCutOff();
  const cutOff = acts ? whyNot : null;
  const off = disabled === true || busy === true || cutOff !== null;
  return (
    <Base
      type="button"
      {...styles[kind]}
      {...(large ? { h: '46px', fontSize: '16px' } : {})}
      // beside the look of the kind, or that would win over it
      _disabled={kind === 'quiet' || kind === 'link' ? faint : faded}
      aria-disabled={off}
      aria-busy={busy === true}
      disabled={off}
      title={cutOff ?? (off ? (reason ?? title) : title)}
      {...rest}
    >
      {icon}
      {children}
    </Base>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  label: string;
  icon: ReactNode;
  /** inside the button, beside the icon */
  badge?: ReactNode;
}
/** A square button; its label is its name for a screen reader and its tooltip. */
export function IconButton({ label, icon, badge, kind = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button kind={kind} aria-label={label} w="control" px="0" pos="relative" {...rest}>
        {icon}
        {badge}
      </Button>
    </Tooltip>
  );
}

const Base = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    h: 'control',
    px: '3',
    borderRadius: 'control',
    border: '1px solid',
    font: '500 13px/18px var(--font)',
    whiteSpace: 'nowrap',
    flexShrink: 0,
    transition: 'background var(--m-fast), border-color var(--m-fast), color var(--m-fast)',
  },
});

const faint = {
  color: 'ink3',
  bg: 'transparent',
  borderColor: 'transparent',
  cursor: 'not-allowed',
  textDecoration: 'none',
} as const;
const faded = { color: 'ink3', bg: 'ground', borderColor: 'line', cursor: 'not-allowed' } as const;
const styles: Record<ButtonKind, HTMLChakraProps<'button'>> = {
  plain: { borderColor: 'lineStrong', bg: 'surface', color: 'ink', _hover: { bg: 'hover' } },
  primary: {
    borderColor: 'accent',
    bg: 'accent',
    color: 'onAccent',
    fontWeight: '600',
    _hover: { bg: 'accentHover', borderColor: 'accentHover' },
  },
  quiet: { borderColor: 'transparent', bg: 'transparent', color: 'ink2', _hover: { bg: 'hover', color: 'ink' } },
  danger: { borderColor: 'now.line', bg: 'surface', color: 'now.ink', _hover: { bg: 'now.soft' } },
  link: {
    borderColor: 'transparent',
    bg: 'transparent',
    color: 'accent',
    px: '1',
    h: 'auto',
    minH: '6',
    _hover: { color: 'accentHover', textDecoration: 'underline' },
  },
};
