import { chakra } from '@chakra-ui/react';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { unitLabel } from '@headland/i18n/diagnosis-labels';
import { useCallback, useRef } from 'react';
import { type I18n, useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import type { Window } from '../../ui/plot/stream-plot';
import { type Changing, useDrawn } from '../../ui/plot/use-drawn';
import type { MeasuredRows } from './measured-rows';

/** The position of the charts' shared cursor, in seconds of the device clock; null: none. */
export class ChartCursor implements Changing {
  at: number | null = null;
  private readonly listeners = new Set<() => void>();

  set(at: number | null): void {
    if (at === this.at) return;
    this.at = at;
    for (const listener of this.listeners) listener();
  }
  onChange = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
}

export const digitsOf = (item: string): number => monitorItems.get(item)?.digits ?? 1;
/** Whether it is on or off, and no quantity. */
export const isFlag = (item: string): boolean => monitorItems.get(item)?.unit === '0/1';
/** A value as one reads it: a flag in a word. */
export const valueText = ({ t, number }: Pick<I18n, 't' | 'number'>, item: string, value?: number | null): string =>
  isFlag(item) && value != null ? t(value >= 0.5 ? 'remote.on' : 'remote.off') : number(value, digitsOf(item));
export const unitOf = (item: string): string => unitLabel(monitorItems.get(item)?.unit ?? '');

/** The newest value of a column, updated with each row, or the one at a moment of the device clock (s); – without a value. */
export function NowValue({
  rows,
  column,
  unit = '',
  at = null,
}: {
  rows: MeasuredRows;
  column: number;
  unit?: string;
  at?: number | null;
}) {
  const { number, t } = useI18n();
  const place = useRef<HTMLSpanElement>(null);
  const item = rows.items[column] ?? '';
  const draw = useCallback(() => {
    const value = at === null ? rows.newest(column) : (rows.nearest(at)?.value(column) ?? null);
    const sign = place.current;
    if (sign === null) return;
    write(sign.firstElementChild, valueText({ t, number }, item, value));
    sign.title = value === null ? t('common.missing') : '';
    sign.lastElementChild?.toggleAttribute('hidden', value === null);
  }, [rows, column, item, at, number, t]);
  useDrawn(draw, rows);
  return (
    <chakra.span ref={place} className="num" whiteSpace="nowrap">
      <span />
      <span className="unit">{unit}</span>
    </chakra.span>
  );
}

/**
 * Values beside the charts of a recording: current, at the cursor, and minimum, maximum and mean of the visible range.
 * Updated outside React.
 */
export function RecordedValues({
  rows,
  windowNow,
  cursor,
  pin,
}: {
  rows: MeasuredRows;
  windowNow: () => Window;
  cursor: ChartCursor;
  /** the moment that the cursor is compared with, as the cursor's */
  pin: number | null;
}) {
  const { t, of, number } = useI18n();
  const head = useRef<HTMLTableCellElement>(null);
  const difference = useRef<HTMLTableCellElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const draw = useCallback(() => {
    const [from, to] = windowNow();
    const under = cursor.at === null ? null : rows.nearest(cursor.at);
    write(head.current, under === null ? t('remote.atCursor') : t('remote.atTime', { time: timeText(under.at) }));
    const pinned = pin === null ? null : rows.nearest(pin);
    const apart = under === null || pinned === null ? null : (under.at - pinned.at) / 1000;
    write(
      difference.current,
      apart === null ? t('remote.difference') : t('remote.differenceOver', { s: number(apart, 1) }),
    );
    for (const [c, item] of rows.items.entries()) {
      const cells = body.current?.rows[c]?.cells;
      const stats = rows.stats(c, from, to);
      const texts = [under?.value(c), stats?.min, stats?.max, stats?.mean];
      for (const [i, value] of texts.entries())
        write(cells?.[i + 2], i < 3 ? valueText({ t, number }, item, value) : number(value, digitsOf(item)));
      if (pin === null) continue;
      const [a, b] = [pinned?.value(c) ?? null, under?.value(c) ?? null];
      write(cells?.[6], a === null || b === null ? '–' : `${b >= a ? '+' : ''}${number(b - a, digitsOf(item))}`);
    }
  }, [rows, windowNow, cursor, pin, t, number]);
  useDrawn(draw, rows, cursor);
  return (
    <chakra.table
      w="full"
      textStyle="dense"
      css={{
        '& th, & td': { padding: '6px 10px', textAlign: 'right', borderBottom: '1px solid var(--line)' },
        '& :first-of-type:is(th)': { textAlign: 'left' },
        '& thead th': { color: 'var(--ink-3)', fontWeight: 500 },
      }}
    >
      <thead>
        <tr>
          <th scope="col">{t('remote.item')}</th>
          <th scope="col">{t('remote.now')}</th>
          <th scope="col" ref={head} />
          <th scope="col">{t('remote.min')}</th>
          <th scope="col">{t('remote.max')}</th>
          <th scope="col">{t('remote.mean')}</th>
          {pin !== null && <th scope="col" ref={difference} />}
        </tr>
      </thead>
      <tbody className="num" ref={body}>
        {rows.items.map((item, c) => {
          const known = monitorItems.get(item);
          return (
            <tr key={item}>
              <th scope="row">{known === undefined ? item : of(known)}</th>
              <td>
                <b>
                  <NowValue rows={rows} column={c} unit={unitOf(item)} />
                </b>
              </td>
              <td />
              <td />
              <td />
              <td />
              {pin !== null && <td />}
            </tr>
          );
        })}
      </tbody>
    </chakra.table>
  );
}

/** Unchanged text is not written again, which would cause a layout. */
function write(place: Element | null | undefined, text: string): void {
  if (place && place.textContent !== text) place.textContent = text;
}
