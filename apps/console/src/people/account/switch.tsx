import { chakra } from '@chakra-ui/react';

interface SwitchProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean;
  /** id of the text that explains why it is fixed */
  describedBy?: string;
}

/** On or off, at once. The side of the knob shows it besides the colour. */
export function Switch({ label, on, onChange, disabled = false, describedBy }: SwitchProps) {
  return (
    <Base
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={on}
      aria-describedby={describedBy}
      disabled={disabled}
      title={label}
      onClick={() => onChange(!on)}
    >
      <i />
    </Base>
  );
}

const Base = chakra('button', {
  base: {
    w: '36px',
    h: '24px',
    p: '0',
    display: 'inline-grid',
    alignItems: 'center',
    verticalAlign: 'middle',
    borderRadius: 'round',
    pos: 'relative',
    '&::before': {
      content: '""',
      pos: 'absolute',
      inset: '2px 0',
      borderRadius: '10px',
      border: '1px solid var(--line-control)',
      bg: 'surface',
    },
    '& i': {
      pos: 'relative',
      w: '14px',
      h: '14px',
      ml: '3px',
      borderRadius: '50%',
      bg: 'lineControl',
      transition: 'margin var(--m-fast) var(--m-ease)',
    },
    '&[aria-checked=true]::before': { bg: 'accent', borderColor: 'accent' },
    '&[aria-checked=true] i': { ml: '19px', bg: 'onAccent' },
    '&:disabled::before': { opacity: 0.55 },
  },
});
