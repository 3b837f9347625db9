import { chakra } from '@chakra-ui/react';
import type { ListEndpoint } from '@headland/contracts/endpoint';
import type { ListColumn } from '@headland/i18n/columns/list-column';
import { ChevronDown, ChevronUp, Columns3 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useCallback, useMemo, useState } from 'react';
import { type I18n, useI18n, useT } from '../lib/i18n';
import { forgetTableTaste, type TableTaste, useTableTaste } from '../lib/session/store';
import { momentText } from '../lib/time';
import { IconButton } from './button';
import { inOrder, moved, stepOf, tasteOf } from './column-order';
import { Figure } from './figure';
import { useMeasure } from './measures';
import { Menu, MenuCheck, MenuItem, MenuLine, MenuNote } from './menu';
import { layoutOf, unsavedName, useOpenView } from './saved-views/use-saved-views';
import { type Column, identityOf, type Widths } from './table-props';
import type { List, ListView } from './use-list';

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
  /** the columns that are shown, in their order */
  shown: Column<R>[];
  /** what can be shown or not, in the order of the columns: all but the one that names the row */
  choices: readonly { key: string; title: string; on: boolean }[];
  choose: (key: string, on: boolean) => void;
  /** a step to the left (-1) or to the right (1) among the choices */
  move: (key: string, by: -1 | 1) => void;
  widths: Widths;
  /** null: its own width again */
  setWidth: (key: string, px: number | null) => void;
  /** somebody has chosen anything */
  own: boolean;
  reset: () => void;
}

type LaidOut = Pick<List<ListEndpoint>, 'name'> & { view: Pick<ListView, 'id'> };

/**
 * How the member at this browser likes the columns of a list: which of them, in which order, how wide. Kept by member and
 * list, over a logout, too. While a saved view is open its columns are shown, and what is changed on them is kept beside
 * it until it is saved; widths are the browser's in any case.
 */
export function useLayout<R>({ name, view }: LaidOut, columns: readonly Column<R>[]): Layout<R> {
  const saved = useOpenView(name, view.id)?.state.columns[layoutOf(name)];
  const [plain, changePlain] = useTableTaste(name);
  const [unsaved, changeUnsaved] = useTableTaste(unsavedName(name, view.id));
  const setWidth = useCallback(
    (key: string, px: number | null) => changePlain((was) => ({ ...was, widths: withWidth(was.widths, key, px) })),
    [changePlain],
  );
  return useMemo(() => {
    const touched = Object.keys(unsaved.columns).length > 0;
    const taste = saved === undefined ? plain : touched ? unsaved : tasteOf(columns, saved);
    const identity = identityOf(columns)?.key;
    const isOn = (c: Column<R>): boolean => c.key === identity || (taste.columns[c.key] ?? c.hidden !== true);
    const ordered = inOrder(columns, taste.order, identity);
    const choices = ordered
      .filter((c) => c.key !== identity && c.title !== '')
      .map((c) => ({ key: c.key, title: c.title, on: isOn(c) }));
    const change = (next: Pick<TableTaste, 'columns' | 'order'>): void => {
      if (saved === undefined) changePlain((was) => ({ ...was, ...next }));
      // all of them, since the view may be another by the next time
      else changeUnsaved((was) => ({ ...was, ...next, columns: { ...taste.columns, ...next.columns } }));
    };
    return {
      shown: ordered.filter(isOn),
      choices,
      choose: (key, on) => change({ columns: { ...taste.columns, [key]: on }, order: taste.order }),
      move: (key, by) => change({ columns: taste.columns, order: moved(choices, key, by) }),
      widths: plain.widths,
      setWidth,
      own: saved !== undefined ? touched : [plain.columns, plain.widths, plain.order].some(isAny),
      reset: () => forgetTableTaste(saved === undefined ? name : unsavedName(name, view.id)),
    };
  }, [name, view.id, columns, plain, unsaved, saved, changePlain, changeUnsaved, setWidth]);
}

const isAny = (part: object): boolean => Object.keys(part).length > 0;

/** The names that the shown columns have in the workbook. */
export const exportedColumns = <R,>(shown: readonly Column<R>[]): string[] => [
  ...new Set(shown.flatMap((c) => c.exports ?? [c.key])),
];

type Choices = Pick<Layout<never>, 'choices' | 'choose' | 'move' | 'own' | 'reset'>;
/** Which columns are shown, in which order; the menu stays open while one ticks and moves. */
export function ColumnMenu({ layout }: { layout: Choices }) {
  const t = useT();
  const [last, setLast] = useState('');
  const { choices } = layout;
  if (choices.length < 2) return null;
  const move = (key: string, by: -1 | 1): void => {
    const place = stepOf(choices, key, by);
    const choice = choices.find((c) => c.key === key);
    if (place === null || choice === undefined) return;
    layout.move(key, by);
    // a shown one is counted among those that are shown
    const counted = choices.map((c) => !choice.on || c.on);
    const n = counted.slice(0, place + 1).filter(Boolean).length;
    setLast(t('table.moved', { column: choice.title, n, of: counted.filter(Boolean).length }));
  };
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    const key = event.currentTarget.querySelector<HTMLElement>('[data-highlighted]')?.dataset.value;
    event.preventDefault();
    event.stopPropagation();
    if (key !== undefined) move(key, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <Menu trigger={<IconButton label={t('table.columns')} icon={<Columns3 size={16} />} />} onKey={onKey}>
      {choices.map(({ key, title, on }) => (
        <MenuCheck
          key={key}
          value={key}
          checked={on}
          onChange={(next) => layout.choose(key, next)}
          end={
            <>
              <MoveButton
                icon={<ChevronUp size={14} />}
                off={stepOf(choices, key, -1) === null}
                onMove={() => move(key, -1)}
              />
              <MoveButton
                icon={<ChevronDown size={14} />}
                off={stepOf(choices, key, 1) === null}
                onMove={() => move(key, 1)}
              />
            </>
          }
        >
          {title}
        </MenuCheck>
      ))}
      <MenuLine />
      <MenuNote role="status">{last || t('table.moveHelp')}</MenuNote>
      <MenuItem value="usual" disabled={!layout.own} onSelect={layout.reset}>
        {t('table.usual')}
      </MenuItem>
    </Menu>
  );
}

/** For a pointer; keys move the highlighted column with Alt. No button, since it lies in an item of the menu; it neither ticks that nor closes the menu. */
function MoveButton({ icon, off, onMove }: { icon: ReactNode; off: boolean; onMove: () => void }) {
  const keep = (event: SyntheticEvent): void => event.stopPropagation();
  return (
    <chakra.span
      aria-hidden
      w="6"
      h="7"
      display="grid"
      placeItems="center"
      color="ink3"
      borderRadius="control"
      cursor="pointer"
      visibility={off ? 'hidden' : 'visible'}
      _hover={{ color: 'ink', bg: 'sunken' }}
      onPointerDown={keep}
      onPointerUp={keep}
      onClick={(event) => {
        event.stopPropagation();
        onMove();
      }}
    >
      {icon}
    </chakra.span>
  );
}

function withWidth(widths: TableTaste['widths'], key: string, px: number | null): TableTaste['widths'] {
  const { [key]: _, ...others } = widths;
  return px === null ? others : { ...others, [key]: px };
}
