import type { ListColumn } from '@headland/i18n/columns/list-column';
import { Columns3 } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { type I18n, useI18n, useT } from '../lib/i18n';
import { type TableTaste, useTableTaste } from '../lib/session/store';
import { momentText } from '../lib/time';
import { IconButton } from './button';
import { Figure } from './figure';
import { useMeasure } from './measures';
import { Menu, MenuCheck, MenuItem, MenuLine } from './menu';
import { type Column, identityOf, type Widths } from './table-props';

/**
 * The columns that a list shares with its workbook, by their keys, as columns of its table: title, sort name, cell by kind.
 * `const c = useListColumns(userListColumns)`, then `[c.loginId, { ...c.name, identity: true }]` in the screen's order, or
 * `Object.values({ ...c, name: { ...c.name, identity: true } })` where that is the order of the workbook.
 */
export function useListColumns<R, K extends string>(shared: readonly ListColumn<R, K>[]): Record<K, Column<R>> {
  const i18n = useI18n();
  const measure = useMeasure();
  return useMemo(() => {
    // of several with one key the first is the one of the screen
    const firsts = shared.filter(({ key }, i) => shared.findIndex((other) => other.key === key) === i);
    const columns = firsts.map((column) => [column.key, columnOf(column, i18n, measure)]);
    return Object.fromEntries(columns) as Record<K, Column<R>>;
  }, [shared, i18n, measure]);
}

function columnOf<R>(column: ListColumn<R>, { t, language }: I18n, measure: ReturnType<typeof useMeasure>): Column<R> {
  const { key, title, kind, sort, unit, decimals, grouped } = column;
  const context = { language, t };
  const cell = (row: R): ReactNode => {
    const value = column.value(row, context) ?? null;
    if (typeof value === 'string') return value === '' ? '–' : kind === 'moment' ? momentText(value) : value;
    if (kind !== 'number' || grouped === false) return value ?? '–';
    return <Figure {...(unit === 'distance' ? measure('odometer', value) : { value, unit })} digits={decimals} />;
  };
  return { key, title: t(title), sort, align: kind === 'number' ? 'right' : undefined, cell };
}

export interface Layout<R> {
  /** the columns that are shown, in the screen's order */
  shown: Column<R>[];
  /** what can be shown or not: all but the one that names the row */
  choices: readonly { key: string; title: string; on: boolean }[];
  choose: (key: string, on: boolean) => void;
  widths: Widths;
  /** null: its own width again */
  setWidth: (key: string, px: number | null) => void;
  /** somebody has chosen anything */
  own: boolean;
  reset: () => void;
}

/** How the member at this browser likes the columns of a list: which of them, how wide. Kept by member and list, over a logout, too. */
export function useLayout<R>(name: string, columns: readonly Column<R>[]): Layout<R> {
  const [taste, change] = useTableTaste(name);
  const choose = useCallback(
    (key: string, on: boolean) => change((was) => ({ ...was, columns: { ...was.columns, [key]: on } })),
    [change],
  );
  const setWidth = useCallback(
    (key: string, px: number | null) => change((was) => ({ ...was, widths: withWidth(was.widths, key, px) })),
    [change],
  );
  const reset = useCallback(() => change(() => ({ columns: {}, widths: {} })), [change]);
  return useMemo(() => {
    const identity = identityOf(columns)?.key;
    const isOn = (c: Column<R>): boolean => c.key === identity || (taste.columns[c.key] ?? c.hidden !== true);
    return {
      shown: columns.filter(isOn),
      choices: columns
        .filter((c) => c.key !== identity && c.title !== '')
        .map((c) => ({ key: c.key, title: c.title, on: isOn(c) })),
      choose,
      widths: taste.widths,
      setWidth,
      own: Object.keys(taste.columns).length > 0 || Object.keys(taste.widths).length > 0,
      reset,
    };
  }, [columns, taste, choose, setWidth, reset]);
}

/** The names that the shown columns have in the workbook. */
export const exportedColumns = <R,>(shown: readonly Column<R>[]): string[] => [
  ...new Set(shown.flatMap((c) => c.exports ?? [c.key])),
];

/** Which columns are shown; the menu stays open while one ticks. */
export function ColumnMenu({ layout }: { layout: Pick<Layout<never>, 'choices' | 'choose' | 'own' | 'reset'> }) {
  const t = useT();
  if (layout.choices.length < 2) return null;
  return (
    <Menu trigger={<IconButton label={t('table.columns')} icon={<Columns3 size={16} />} />}>
      {layout.choices.map(({ key, title, on }) => (
        <MenuCheck key={key} value={key} checked={on} onChange={(next) => layout.choose(key, next)}>
          {title}
        </MenuCheck>
      ))}
      <MenuLine />
      <MenuItem value="usual" disabled={!layout.own} onSelect={layout.reset}>
        {t('table.usual')}
      </MenuItem>
    </Menu>
  );
}

function withWidth(widths: TableTaste['widths'], key: string, px: number | null): TableTaste['widths'] {
  const { [key]: _, ...others } = widths;
  return px === null ? others : { ...others, [key]: px };
}
