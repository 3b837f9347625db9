import { chakra, Flex } from '@chakra-ui/react';
import { ChevronDown, Filter, X } from 'lucide-react';
import { type FormEvent, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../lib/i18n';
import { useKeys } from '../lib/use-keys';
import { useMedia } from '../lib/use-media';
import { Button } from './button';
import { type Option } from './field';
import { FilterChip } from './filter-chip';
import { ManyPicker } from './many-picker';
import { Menu, MenuCheck } from './menu';
import { type Bar, BarContext, useFilterOn, usePending } from './use-filter-bar';
import { useLater } from './use-later';

// what a filter of one's own needs
export { FilterChip } from './filter-chip';
export { useFilterOn, usePending, useResets, useSearchNow } from './use-filter-bar';

/**
 * The filters of a list. Texts apply on Enter or Search, choices at once; Reset restores the defaults; `/` goes to the first one. What does
 * not fit into one line waits behind "More filters", unless it is on; under 1024 px all fold behind a button with the number of active ones.
 */
export function FilterBar({ children, onReset, end }: { children: ReactNode; onReset: () => void; end?: ReactNode }) {
  const t = useT();
  const wide = useMedia('(min-width: 1024px)');
  const [unfolded, setUnfolded] = useState(false);
  const [on, setOn] = useState<ReadonlySet<string>>(new Set());
  const [resets, setResets] = useState(0);
  const [typed] = useState(() => new Set<() => void>());
  const box = useRef<HTMLDivElement>(null);
  const mark = useCallback(
    (id: string, is: boolean) =>
      setOn((was) =>
        was.has(id) === is ? was : new Set(is ? [...was, id] : [...was].filter((other) => other !== id)),
      ),
    [],
  );
  const bar = useMemo<Bar>(
    () => ({
      mark,
      typed,
      resets,
      search: () => {
        for (const apply of typed) apply();
      },
    }),
    [mark, typed, resets],
  );
  const focusFirst = (): void => box.current?.querySelector<HTMLElement>('input,select,button')?.focus();
  useKeys({
    '/': () => {
      if (wide || unfolded) return focusFirst();
      setUnfolded(true);
      requestAnimationFrame(focusFirst);
    },
  });
  const shown = wide || unfolded;
  const later = useLater(box, wide, unfolded);
  return (
    <chakra.form
      role="search"
      display="flex"
      gap="2"
      alignItems={{ base: 'center', lg: 'flex-start' }}
      px="4"
      pt={{ base: '2.5', lg: '1' }}
      pb={{ base: '2.5', lg: '1.5' }}
      // beside an open panel the buttons take a line of their own
      flexWrap="wrap"
      maxH={{ base: '50vh', lg: 'none' }}
      overflowY={{ base: 'auto', lg: 'visible' }}
      flexShrink={0}
      onSubmit={(e: FormEvent) => {
        e.preventDefault();
        bar.search();
      }}
    >
      {!wide && (
        <Button icon={<Filter size={15} />} aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {on.size > 0 ? t('filter.filtersOn', { n: on.size }) : t('filter.filters')}
        </Button>
      )}
      <BarContext value={bar}>
        {/* folded away they stay: what is typed in one, and which are on */}
        <chakra.div
          ref={box}
          // where they take two lines the buttons stay at the end of the first
          display={shown ? { base: 'contents', lg: 'flex' } : 'none'}
          flexWrap="wrap"
          gap="2"
          alignItems="center"
          flex="1"
          minW={{ lg: '200px' }}
        >
          {children}
        </chakra.div>
      </BarContext>
      {/* together, so that they wrap together */}
      <Flex ml="auto" gap="2" align="center">
        {wide && (
          // has its place in any case: filters that find room where it is gone would bring it back
          <Button
            kind="quiet"
            w="124px"
            visibility={later > 0 ? 'visible' : 'hidden'}
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? t('filter.fewer') : t('filter.more', { n: later })}
          </Button>
        )}
        {end}
        {shown && (
          <>
            <Button
              kind="quiet"
              onClick={() => {
                setResets(resets + 1);
                onReset();
              }}
            >
              {t('common.reset')}
            </Button>
            <Button type="submit">{t('common.search')}</Button>
          </>
        )}
      </Flex>
    </chakra.form>
  );
}

interface TextFilterProps {
  label: string;
  value: string | undefined;
  onApply: (value: string | undefined) => void;
  width?: string;
  placeholder?: string;
  inputMode?: 'text' | 'numeric' | 'tel';
}
/** A text filter, applied on Enter and, in a bar, with Search. */
export function FilterText({
  label,
  value,
  onApply,
  width = '150px',
  placeholder,
  inputMode = 'text',
}: TextFilterProps) {
  const t = useT();
  const [typed, setTyped] = useState(value ?? '');
  const bar = use(BarContext);
  useEffect(() => setTyped(value ?? ''), [value, bar?.resets]);
  const apply = (): void => {
    if (typed.trim() !== (value ?? '')) onApply(typed.trim() || undefined);
  };
  usePending(apply);
  useFilterOn(value !== undefined);
  return (
    <FilterChip as="label" data-on={value !== undefined || undefined}>
      <em>{label}</em>
      <input
        // a whole VIN can be read
        style={{ width: typed.length > 10 ? `${Math.min(typed.length + 1, 22)}ch` : `calc(${width} - 60px)` }}
        value={typed}
        placeholder={placeholder ?? t('common.any')}
        maxLength={40}
        inputMode={inputMode}
        onChange={(e) => setTyped(e.target.value)}
        onKeyDown={(e) => {
          if (e.key !== 'Enter' || e.nativeEvent.isComposing) return;
          e.preventDefault();
          if (bar) bar.search();
          else apply();
        }}
      />
      {value !== undefined && (
        <button
          type="button"
          aria-label={t('filter.clear', { filter: label })}
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
  useFilterOn(value !== undefined);
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

/** So many are overseen without a search. */
const fewOptions = 12;

/** Several of a set; a long one can be searched. */
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
  const text =
    values.length === 0
      ? t('common.all')
      : values.length === 1
        ? options.find((o) => o.value === values[0])?.label
        : t('common.selectedCount', { n: values.length });
  useFilterOn(values.length > 0);
  const trigger = (
    <FilterChip as="button" type="button" data-on={values.length > 0 || undefined}>
      <em>{label}</em>
      <span>{text}</span>
      <ChevronDown size={13} aria-hidden />
    </FilterChip>
  );
  if (options.length > fewOptions)
    return <ManyPicker label={label} values={values} options={options} onChange={onApply} trigger={trigger} />;
  return (
    <Menu placement="bottom-start" trigger={trigger}>
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
export function FilterToggle({
  on,
  onApply,
  icon,
  brief,
  children,
}: {
  on: boolean;
  onApply: (on: boolean) => void;
  icon?: ReactNode;
  /** the icon alone where filters share one line; its name is the text then */
  brief?: string | undefined;
  children: ReactNode;
}) {
  useFilterOn(on);
  return (
    <FilterChip
      as="button"
      type="button"
      aria-pressed={on}
      data-on={on || undefined}
      onClick={() => onApply(!on)}
      {...(brief !== undefined && { 'aria-label': brief, title: brief })}
    >
      {icon}
      <chakra.span display={brief !== undefined ? { base: 'inline', lg: 'none' } : undefined}>{children}</chakra.span>
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
      <span aria-hidden>↑</span> {t('live.new', { n: count })}
    </chakra.button>
  );
}
