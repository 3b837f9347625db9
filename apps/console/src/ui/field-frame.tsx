import { chakra, Flex } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { type TextValues, useI18n } from '../lib/i18n';
import { StateMark } from './state-mark';

/** What `useForm().field(name)` hands to a field; a field also works with these given by hand. */
export interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** key of the message of the error text, e.g. `field.phone` */
  error?: string | undefined;
  /** what that message names besides the label */
  errorValues?: TextValues | undefined;
  help?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  name?: string;
  /** at the end, inside the control: a unit, a button */
  end?: ReactNode;
  large?: boolean;
  autoFocus?: boolean;
}

type A11y = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
  'aria-required': boolean | undefined;
  'aria-labelledby': string;
};
/** Label above, help or error below; the control between gets the ids that link them. For fields of another kind. */
export function Frame({
  label,
  error,
  errorValues,
  help,
  required = true,
  children,
  large = false,
  group = false,
  choice = group,
}: FieldProps & {
  group?: boolean;
  /** it is chosen, not typed: the message of a missing value says so */
  choice?: boolean;
  children: (a11y: A11y) => ReactNode;
}) {
  const { t, field } = useI18n();
  const id = useId();
  const noteId = `${id}-note`;
  const described = error !== undefined || help !== undefined ? noteId : undefined;
  return (
    <Flex direction="column" gap="1" minW="0">
      <chakra.label
        id={`${id}-label`}
        htmlFor={group ? undefined : id}
        textStyle={large ? 'dense' : 'label'}
        fontWeight="500"
        color="ink2"
      >
        {label}
        {!required && (
          <chakra.span color="ink3" fontWeight="400">
            {' '}
            {t('common.optional')}
          </chakra.span>
        )}
      </chakra.label>
      {children({
        id,
        'aria-describedby': described,
        'aria-invalid': error !== undefined || undefined,
        'aria-required': required || undefined,
        'aria-labelledby': `${id}-label`,
      })}
      {error !== undefined ? (
        <Flex id={noteId} role="alert" gap="5px" align="center" textStyle="small" color="now.ink">
          <StateMark state="now" size={9} />
          {field(choice && error === 'field.req' ? 'field.choose' : error, label, errorValues)}
        </Flex>
      ) : (
        help !== undefined && (
          <chakra.span id={noteId} textStyle="small" color="ink3">
            {help}
          </chakra.span>
        )
      )}
    </Flex>
  );
}

/** The box of a one-line field. */
export function Control({
  large = false,
  bad,
  disabled = false,
  children,
}: {
  large?: boolean | undefined;
  bad: boolean;
  disabled?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <Flex
      align="center"
      gap="1.5"
      h={large ? '44px' : 'control'}
      pr="1.5"
      css={boxCss(bad)}
      {...(disabled ? { bg: 'ground', color: 'ink3' } : {})}
      fontSize={large ? '16px' : '14px'}
    >
      {children}
    </Flex>
  );
}

export const boxCss = (bad: boolean) => ({
  border: '1px solid',
  borderColor: bad ? 'var(--now-ink)' : 'var(--line-control)',
  boxShadow: bad ? '0 0 0 1px var(--now-ink)' : 'none',
  borderRadius: 'var(--r-control)',
  background: 'var(--surface)',
  minWidth: 0,
  width: '100%',
  '&:focus-within, &:focus': {
    borderColor: 'var(--accent)',
    boxShadow: '0 0 0 3px var(--accent-soft)',
    outline: 'none',
  },
});
/** What one types into, inside a `Control`. */
export const insideCss = {
  flex: '1',
  minW: '0',
  w: 'full',
  h: 'full',
  border: '0',
  bgColor: 'transparent',
  outline: '0',
  pl: '2.5',
  borderRadius: 'control',
  color: 'inherit',
} as const;
