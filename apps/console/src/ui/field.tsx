import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useId } from 'react';
import { useI18n } from '../lib/i18n';
import { boxCss, Control, type FieldProps, Frame, insideCss } from './field-frame';

interface TextProps extends FieldProps {
  type?: 'text' | 'password' | 'search' | 'tel';
  inputMode?: 'text' | 'numeric' | 'tel' | 'decimal';
  placeholder?: string;
  autoComplete?: string;
  maxLength?: number;
  onKey?: (event: React.KeyboardEvent<HTMLInputElement>) => void;
}

export function TextField({
  type = 'text',
  inputMode,
  placeholder,
  autoComplete = 'off',
  maxLength,
  onKey,
  ...field
}: TextProps) {
  return (
    <Frame {...field}>
      {(a11y) => (
        <Control large={field.large} bad={field.error !== undefined} disabled={field.disabled}>
          <chakra.input
            {...a11y}
            {...insideCss}
            type={type}
            inputMode={inputMode}
            placeholder={placeholder}
            autoComplete={autoComplete}
            maxLength={maxLength}
            value={field.value}
            disabled={field.disabled}
            autoFocus={field.autoFocus}
            name={field.name}
            onChange={(e: ChangeEvent<HTMLInputElement>) => field.onChange(e.target.value)}
            onBlur={field.onBlur}
            onKeyDown={onKey}
            onKeyUp={onKey}
          />
          {field.end && (
            <chakra.span color="ink3" textStyle="small" flexShrink={0}>
              {field.end}
            </chakra.span>
          )}
        </Control>
      )}
    </Frame>
  );
}

export function TextArea({
  rows = 3,
  placeholder,
  maxLength,
  ...field
}: FieldProps & { rows?: number; placeholder?: string; maxLength?: number }) {
  const { t, number } = useI18n();
  // the browser cuts what is pasted without a word
  const full = maxLength !== undefined && field.value.length >= maxLength;
  return (
    <Frame {...field} {...(full && { help: t('field.full', { n: number(maxLength) }) })}>
      {(a11y) => (
        <chakra.textarea
          {...a11y}
          rows={rows}
          placeholder={placeholder}
          maxLength={maxLength}
          value={field.value}
          disabled={field.disabled}
          name={field.name}
          autoFocus={field.autoFocus}
          onChange={(e: ChangeEvent<HTMLTextAreaElement>) => field.onChange(e.target.value)}
          onBlur={field.onBlur}
          css={boxCss(field.error !== undefined)}
          py="1.5"
          px="2.5"
          resize="vertical"
          textStyle="body"
        />
      )}
    </Frame>
  );
}

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}
export function SelectField({
  options,
  placeholder,
  ...field
}: FieldProps & { options: readonly Option[]; placeholder?: string }) {
  const { t } = useI18n();
  return (
    <Frame {...field} choice>
      {(a11y) => (
        <Control large={field.large} bad={field.error !== undefined} disabled={field.disabled}>
          <chakra.select
            {...a11y}
            {...insideCss}
            appearance="none"
            css={chevron}
            value={field.value}
            disabled={field.disabled}
            name={field.name}
            onChange={(e: ChangeEvent<HTMLSelectElement>) => field.onChange(e.target.value)}
            onBlur={field.onBlur}
          >
            {!options.some((o) => o.value === '') && (
              <option value="" disabled>
                {placeholder ?? t('common.choose')}
              </option>
            )}
            {options.map((o) => (
              <option key={o.value} value={o.value} disabled={o.disabled}>
                {o.label}
              </option>
            ))}
          </chakra.select>
        </Control>
      )}
    </Frame>
  );
}

export interface RadioOption extends Option {
  note?: ReactNode;
}
/** Exclusive choices as a list of rows, each with a note at its right (the distance of an agency). */
export function RadioGroup({ options, ...field }: FieldProps & { options: readonly RadioOption[] }) {
  const name = useId();
  return (
    <Frame {...field} group>
      {(a11y) => (
        <chakra.div
          {...a11y}
          role="radiogroup"
          data-field={field.name}
          border="1px solid"
          borderColor={field.error === undefined ? 'lineControl' : 'now.ink'}
          borderRadius="control"
          overflow="hidden"
          bg="surface"
        >
          {options.map((o) => (
            <chakra.label key={o.value} css={radioCss}>
              <input
                type="radio"
                name={name}
                value={o.value}
                checked={o.value === field.value}
                disabled={field.disabled === true || o.disabled === true}
                onChange={() => field.onChange(o.value)}
                onBlur={field.onBlur}
              />
              <chakra.span flex="1">{o.label}</chakra.span>
              {o.note !== undefined && (
                <chakra.span color="ink3" textStyle="small" className="num">
                  {o.note}
                </chakra.span>
              )}
            </chakra.label>
          ))}
        </chakra.div>
      )}
    </Frame>
  );
}

export function Checkbox({
  checked,
  onChange,
  children,
  disabled = false,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  disabled?: boolean;
}) {
  return (
    <chakra.label
      display="inline-flex"
      gap="2"
      alignItems="center"
      minH={{ base: 'control', md: '6' }}
      cursor={disabled ? 'not-allowed' : 'pointer'}
      css={checkCss}
    >
      <input
        type="checkbox"
        className="sr"
        checked={checked}
        disabled={disabled}
        onChange={(e) => onChange(e.target.checked)}
      />
      <chakra.span className="box" aria-hidden>
        {checked && <Check size={13} strokeWidth={2.2} />}
      </chakra.span>
      {children}
    </chakra.label>
  );
}

const chevron = {
  '& option': { background: 'var(--raised)', color: 'var(--ink)' },
  paddingRight: '18px',
  backgroundRepeat: 'no-repeat',
  backgroundPosition: 'right 4px center',
  backgroundImage: `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='12' height='12' viewBox='0 0 16 16' fill='none' stroke='%237d868f' stroke-width='1.6'%3E%3Cpath d='M4 6.5 8 10l4-3.500'/%3E%3C/svg%3E")`,
} as const;
const radioCss = {
  display: 'flex',
  alignItems: 'center',
  gap: '10px',
  minHeight: 'max(33px, var(--h-control))',
  padding: '0 10px',
  cursor: 'pointer',
  borderBottom: '1px solid var(--line)',
  '&:last-child': { borderBottom: 0 },
  '&:has(:checked)': { background: 'var(--selected)', fontWeight: 600 },
  '&:has(:focus-visible)': { boxShadow: 'inset 0 0 0 2px var(--focus)' },
  '&:hover': { background: 'var(--hover)' },
  '& input': { accentColor: 'var(--accent)', margin: 0, width: '15px', height: '15px' },
} as const;
const checkCss = {
  '& .box': {
    width: '18px',
    height: '18px',
    borderRadius: '4px',
    border: '1px solid var(--line-control)',
    display: 'grid',
    placeItems: 'center',
    background: 'var(--surface)',
  },
  '& input:checked + .box': { background: 'var(--accent)', borderColor: 'var(--accent)', color: 'var(--on-accent)' },
  '& input:focus-visible + .box': { outline: '2px solid var(--focus)', outlineOffset: '2px' },
} as const;
