import { chakra } from '@chakra-ui/react';
import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useI18n } from '../lib/i18n';
import { useStored } from '../lib/session/store';
import { useKeys } from '../lib/use-keys';
import { tableCss } from './table-css';
import { ColumnHead, PageBox } from './table-head';
import { identityOf, type TableProps } from './table-props';
import { useChanged } from './use-changed';
import { focusRow, stepRow, useRowKeys } from './use-row-keys';

export type { Column, TableProps } from './table-props';

/**
 * Rows of a list: the header stays, columns scroll sideways, the focused row moves with the arrow keys, opens with Enter and is ticked with Space.
 * Cells are plain elements and the look hangs on the table: a hundred rows of styled components would cost more than their data.
 */
export function Table<R>(props: TableProps<R>) {
  const {
    label,
    columns,
    rows,
    idOf,
    selectedId = null,
    onOpen,
    hrefOf,
    mark,
    signature,
    after,
    totals,
    place,
    selection,
    reorder,
    stale = false,
    busy = false,
  } = props;
  const { t, number } = useI18n();
  const [compact] = useStored('compact');
  const scroll = useRef<HTMLDivElement>(null);
  const changed = useChanged(rows, idOf, signature);
  const { keys, pickOne } = useRowKeys(props);
  useKeys(
    { j: () => stepRow(scroll.current, 1), k: () => stepRow(scroll.current, -1) },
    { enabled: props.jk === 'list', repeats: true },
  );
  // a column edge that is being dragged: saved when it is released
  const [drawn, setDrawn] = useState<{ key: string; px: number } | null>(null);
  const widths = useMemo(
    () => ({ ...props.widths, ...(drawn ? { [drawn.key]: drawn.px } : {}) }),
    [props.widths, drawn],
  );
  useEffect(() => {
    const row = scroll.current?.querySelector(`[data-row="${selectedId}"]`);
    if (scroll.current && row) reveal(scroll.current, row);
  }, [selectedId]);

  const tabStop = rows.some((r) => idOf(r) === selectedId) ? selectedId : rows[0] ? idOf(rows[0]) : null;
  const before = place ? (place.number - 1) * place.size : 0;
  const chosen = columns.some((c) => widths[c.key] !== undefined);
  const numbered = place !== undefined && props.unnumbered !== true;
  const numberOf = (index: number): string => (place?.exact ? number(place.total - before - index) : '–');
  // where there is next to nothing to scroll to, nothing need stay in sight
  const sticks = columns.length > 3 ? identityOf(columns)?.key : undefined;
  const styleOf = (key: string): { maxWidth: number } | undefined =>
    widths[key] === undefined ? undefined : { maxWidth: widths[key] };

  return (
    <chakra.div ref={scroll} flex="1" minH="0" overflow="auto" bg="surface" display="flex" flexDirection="column">
      <chakra.table
        css={tableCss}
        data-compact={compact || undefined}
        data-stale={stale || undefined}
        aria-label={label}
        aria-busy={busy || undefined}
        aria-rowcount={place && (place.exact ? place.total + 1 : -1)}
      >
        <thead onKeyDown={(e) => e.key === 'ArrowDown' && !e.defaultPrevented && focusRow(e, tabStop)}>
          <tr aria-rowindex={place && 1}>
            {selection && (
              <th scope="col" data-box>
                <PageBox rows={rows} idOf={idOf} selection={selection} />
              </th>
            )}
            {numbered && (
              <th scope="col" data-no>
                {t('common.no')}
              </th>
            )}
            {columns.map((c, i) => (
              <ColumnHead
                key={c.key}
                column={c}
                takesRest={chosen && i === columns.length - 1}
                sticks={c.key === sticks}
                sort={props.sort}
                onSort={props.onSort}
                width={widths[c.key]}
                onWidth={props.onWidth}
                onDraw={setDrawn}
              />
            ))}
          </tr>
        </thead>
        <tbody
          onKeyDown={(e) => {
            reorder?.onKeyDown?.(e);
            keys(e);
          }}
        >
          {rows.map((row, index) => {
            const id = idOf(row);
            const ticked = selection?.ids.has(id);
            return (
              <tr
                key={id}
                data-row={id}
                tabIndex={id === tabStop ? 0 : -1}
                aria-rowindex={place && before + index + 2}
                aria-selected={onOpen ? id === selectedId : undefined}
                data-ticked={ticked || undefined}
                data-mark={mark?.(row)}
                data-changed={changed.get(id)}
                data-dragged={reorder?.dragged === id || undefined}
                data-drop={reorder?.dropAt(id)}
                aria-keyshortcuts={reorder?.enabled ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
                onClick={
                  onOpen &&
                  ((e) =>
                    openUnless(e, () => (hrefOf && (e.ctrlKey || e.metaKey) ? openTab(hrefOf(row)) : onOpen(row))))
                }
                onAuxClick={hrefOf && ((e) => e.button === 1 && openUnless(e, () => openTab(hrefOf(row))))}
              >
                {selection && (
                  <td data-box>
                    <label>
                      <input
                        type="checkbox"
                        // the row has the focus and Space
                        tabIndex={-1}
                        aria-label={t('table.selectRow', { n: place?.exact ? numberOf(index) : before + index + 1 })}
                        checked={ticked === true}
                        onChange={(e) =>
                          pickOne(row, (e.nativeEvent as unknown as { shiftKey?: boolean }).shiftKey === true)
                        }
                      />
                    </label>
                  </td>
                )}
                {numbered && (
                  <td data-no className="num">
                    {numberOf(index)}
                  </td>
                )}
                {columns.map((c) => (
                  <td
                    key={c.key}
                    data-align={c.align}
                    data-set={widths[c.key] === undefined ? undefined : true}
                    data-sticks={c.key === sticks || undefined}
                    style={styleOf(c.key)}
                  >
                    {c.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
        {totals !== undefined && (
          <tfoot>
            <tr>
              {selection && <td data-box />}
              {numbered && <td data-no />}
              {columns.map((c) => (
                <td key={c.key} data-align={c.align} data-sticks={c.key === sticks || undefined} style={styleOf(c.key)}>
                  {c.cell(totals)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </chakra.table>
      {after}
      {reorder && (
        <div className="sr" role="status">
          {reorder.status}
        </div>
      )}
    </chakra.div>
  );
}

const openTab = (href: string): void => void window.open(href, '_blank', 'noopener');

/** A click on a button or link in a row, or the end of a text selection, does not open the row. */
function openUnless({ target }: MouseEvent, open: () => void): void {
  if (target instanceof Element && target.closest('a,button,input,label,select')) return;
  if (getSelection()?.toString()) return;
  open();
}

/** Into sight inside its own box, below the header: a table among the cards of a page must not scroll the page. */
function reveal(box: HTMLElement, row: Element): void {
  const view = box.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  const above = view.top + (box.querySelector('thead')?.offsetHeight ?? 0) - top;
  if (above > 0) box.scrollTop -= above;
  else if (bottom > view.bottom) box.scrollTop += bottom - view.bottom;
}
