import { chakra, Flex } from '@chakra-ui/react';
import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../lib/text';
import { Button } from './button';
import { Menu, MenuCheck } from './menu';
import { type Option } from './field';

/** The filters of a list on one line. Texts apply on Enter or Search, choices at once; Reset restores the defaults. */
export function FilterBar({ children, onReset, onSearch, end }: { children: ReactNode; onReset: () => void; onSearch?: () => void; end?: ReactNode }) {
  const t = useT();
  return (
    <chakra.form
      role="search"
      display="flex"
      gap="2"
      alignItems="center"
      px="4"
      py="2.5"
      flexWrap={{ base: 'nowrap', md: 'wrap' }}
      overflowX={{ base: 'auto', md: 'visible' }}
      flexShrink={0}
      onSubmit={(e) => {
        e.preventDefault();
        (document.activeElement as HTMLElement | null)?.blur();
        onSearch?.();
      }}
    >
      {children}
      <chakra.span flex="1" />
      {end}
      <Button kind="quiet" onClick={onReset}>
        {t('common.reset')}
      </Button>
      <Button type="submit">{t('common.search')}</Button>
    </chakra.form>
  );
}

/** A text filter; `/` anywhere on the page focuses the first one. Applied on Enter and on leaving the field. */
export function FilterText({
  label,
  value,
  onApply,
  width = '150px',
  placeholder,
}: {
  label: string;
  value: string | undefined;
  onApply: (value: string | undefined) => void;
  width?: string;
  placeholder?: string;
}) {
  const t = useT();
  const [typed, setTyped] = useState(value ?? '');
  useEffect(() => setTyped(value ?? ''), [value]);
  const apply = () => typed.trim() !== (value ?? '') && onApply(typed.trim() || undefined);
  return (
    <FilterChip as="label" data-on={value !== undefined || undefined}>
      <em>{label}</em>
      <input
        data-filter-text
        style={{ width: `calc(${width} - 60px)` }}
        value={typed}
        placeholder={placeholder ?? t('common.any')}
        maxLength={40}
        onChange={(e) => setTyped(e.target.value)}
        onBlur={apply}
        onKeyDown={(e) => e.key === 'Enter' && apply()}
      />
      {value !== undefined && (
        <button
          type="button"
          aria-label={t('common.reset')}
          onClick={() => {
            setTyped('');
            onApply(undefined);
          }}
        >
          <X size={13} />
        </button>
      )}
    </FilterChip>
  );
}

export function FilterSelect({
  label,
  value,
  options,
  onApply,
}: {
  label: string;
  value: string | undefined;
  options: readonly Option[];
  onApply: (value: string | undefined) => void;
}) {
  const t = useT();
  return (
    <FilterChip as="label" data-on={value !== undefined || undefined}>
      <em>{label}</em>
      <select value={value ?? ''} onChange={(e) => onApply(e.target.value || undefined)}>
        <option value="">{t('common.all')}</option>
        {options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
          </option>
        ))}
      </select>
      <ChevronDown size={13} aria-hidden />
    </FilterChip>
  );
}

/** Several of a set. */
export function FilterMany<V extends string>({
  label,
  values,
  options,
  onApply,
}: {
  label: string;
  values: readonly V[];
  options: readonly { value: V; label: string }[];
  onApply: (values: V[]) => void;
}) {
  const t = useT();
  const said =
    values.length === 0 ? t('common.all') : values.length === 1 ? options.find((o) => o.value === values[0])?.label : t('common.selectedCount', { n: values.length });
  return (
    <Menu
      placement="bottom-start"
      trigger={
        <FilterChip as="button" type="button" data-on={values.length > 0 || undefined}>
          <em>{label}</em>
          <span>{said}</span>
          <ChevronDown size={13} aria-hidden />
        </FilterChip>
      }
    >
      {options.map((o) => (
        <MenuCheck
          key={o.value}
          value={o.value}
          checked={values.includes(o.value)}
          onChange={(on) => onApply(on ? [...values, o.value] : values.filter((v) => v !== o.value))}
        >
          {o.label}
        </MenuCheck>
      ))}
    </Menu>
  );
}

/** A filter that is on or off: open fault, overdue. */
export function FilterToggle({ on, onApply, icon, children }: { on: boolean; onApply: (on: boolean) => void; icon?: ReactNode; children: ReactNode }) {
  return (
    <FilterChip as="button" type="button" aria-pressed={on} data-on={on || undefined} onClick={() => onApply(!on)}>
      {icon}
      <span>{children}</span>
    </FilterChip>
  );
}

/** "3 new": rows that wait above the list until asked for. */
export function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  const t = useT();
  if (count === 0) return null;
  return (
    <chakra.button
      type="button"
      aria-live="polite"
      display="inline-flex"
      gap="5px"
      alignItems="center"
      h="26px"
      px="2.5"
      borderRadius="13px"
      bg="accentSoft"
      color="accent"
      textStyle="small"
      fontWeight="600"
      onClick={onShow}
    >
      ↑ {t('live.new', { n: count })}
    </chakra.button>
  );
}

/** The frame of one filter. */
export const FilterChip = chakra(Flex, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    h: 'control',
    px: '10px',
    border: '1px solid',
    borderColor: 'lineStrong',
    borderRadius: 'control',
    bg: 'surface',
    textStyle: 'dense',
    color: 'ink',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    flexShrink: 0,
    '& em': { fontStyle: 'normal', fontSize: '12px', color: 'var(--ink-3)' },
    '& input, & select': { border: 0, background: 'transparent', outline: 0, padding: 0, height: '30px', minWidth: '32px' },
    '& select': { appearance: 'none', cursor: 'pointer' },
    '& option': { background: 'var(--raised)', color: 'var(--ink)' },
    '& svg': { color: 'var(--ink-3)' },
    '&:focus-within': { borderColor: 'accent', boxShadow: '0 0 0 3px var(--accent-soft)' },
    '&[data-on]': { borderColor: 'accent', bg: 'accentSoft' },
    '&[aria-pressed=true]': { color: 'accent', fontWeight: 500 },
  },
});
