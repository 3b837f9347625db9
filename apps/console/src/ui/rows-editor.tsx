import { chakra, Flex } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useI18n } from '../lib/i18n';
import { Button, IconButton } from './button';
import { Kbd } from './kbd';
import { StateMark } from './state-mark';

export interface RowColumn {
  key: string;
  title: string;
  width?: string;
  /** a field with the column's title as its label: seen on a phone, elsewhere read aloud only */
  cell: (row: string) => ReactNode;
}
interface Props {
  label: string;
  /** the keys of the rows in their order; a row keeps its key when it moves */
  rows: readonly string[];
  /** how a row is called by its buttons and when it has moved */
  nameOf: (row: string) => string;
  columns: readonly RowColumn[];
  /** all that a row shows, as one text: of fifty rows only those whose text has changed are drawn again at a keystroke */
  stampOf: (row: string) => string;
  /** after a row moved or went */
  onChange: (rows: string[]) => void;
  onAdd: () => void;
  most: number;
  add: string;
  empty: string;
  /** about the rows as a whole, in words */
  error?: string | undefined;
}

/**
 * A table that is typed into: rows are added, removed, and moved by their buttons or with Alt and the arrow keys from anywhere inside. What has
 * the focus keeps it. On a phone each row is a card.
 */
export function RowsEditor({ label, rows, nameOf, columns, stampOf, onChange, onAdd, most, add, empty, error }: Props) {
  const { t, number } = useI18n();
  const body = useRef<HTMLTableSectionElement>(null);
  const focus = useRef<(() => void) | null>(null);
  const [announcement, setAnnouncement] = useState('');
  // React moves the elements of a row that goes down, and moved elements lose the focus
  useLayoutEffect(() => {
    focus.current?.();
    focus.current = null;
  });
  const known = useRef(rows.length);
  useEffect(() => {
    if (rows.length > known.current) fieldOf(body.current?.lastElementChild)?.focus();
    known.current = rows.length;
  }, [rows.length]);

  // a row that was not drawn again moves from its present position
  const latest = useRef({ rows, nameOf, onChange });
  useLayoutEffect(() => {
    latest.current = { rows, nameOf, onChange };
  });
  const move = useCallback(
    (row: string, by: 1 | -1): void => {
      const now = latest.current;
      const from = now.rows.indexOf(row);
      const to = from + by;
      const other = now.rows[to];
      if (other === undefined) return;
      const held = document.activeElement;
      focus.current = () => {
        const element =
          held instanceof HTMLButtonElement && held.disabled
            ? held.closest('tr')?.querySelector<HTMLElement>('[data-move]:not(:disabled)')
            : held;
        if (element instanceof HTMLElement && element !== document.activeElement) element.focus();
      };
      now.onChange(now.rows.map((r, i) => (i === from ? other : i === to ? row : r)));
      setAnnouncement(t('rows.moved', { name: now.nameOf(row), place: to + 1, total: now.rows.length }));
    },
    [t],
  );
  const remove = useCallback(
    (row: string): void => {
      const now = latest.current;
      const at = now.rows.indexOf(row);
      const next = now.rows[at + 1] ?? now.rows[at - 1];
      focus.current = () => {
        const near = [...(body.current?.rows ?? [])]
          .find((r) => r.dataset.key === next)
          ?.querySelector<HTMLElement>('[data-remove]');
        (near ?? document.querySelector<HTMLElement>('[data-add-row]'))?.focus();
      };
      now.onChange(now.rows.filter((r) => r !== row));
      setAnnouncement(t('rows.removed', { name: now.nameOf(row) }));
    },
    [t],
  );
  return (
    <Flex direction="column" minW="0">
      <div className="sr" role="status">
        {announcement}
      </div>
      {rows.length === 0 ? (
        <chakra.p px="4" py="6" textAlign="center" color="ink2" textStyle="dense">
          {empty}
        </chakra.p>
      ) : (
        <chakra.table css={tableCss} aria-label={label}>
          <thead>
            <tr>
              <th scope="col" style={{ width: '56px' }}>
                {t('rows.order')}
              </th>
              {columns.map((c) => (
                <th key={c.key} scope="col" style={c.width === undefined ? undefined : { width: c.width }}>
                  {c.title}
                </th>
              ))}
              <th scope="col" style={{ width: '120px' }}>
                <span className="sr">{t('rows.acts')}</span>
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, i) => (
              <Row
                key={row}
                row={row}
                index={i}
                last={i === rows.length - 1}
                name={nameOf(row)}
                stamp={stampOf(row)}
                columns={columns}
                onMove={move}
                onRemove={remove}
              />
            ))}
          </tbody>
        </chakra.table>
      )}
      <Flex px="4" py="3" gap="3" align="center" wrap="wrap">
        <Button
          data-add-row
          icon={<Plus size={15} />}
          disabled={rows.length >= most}
          reason={t('rows.most', { n: most })}
          onClick={onAdd}
        >
          {add}
        </Button>
        <chakra.span textStyle="small" color="ink3" className="num">
          {number(rows.length)} / {number(most)}
        </chakra.span>
        {error !== undefined && (
          <Flex role="alert" gap="5px" align="center" textStyle="small" color="now.ink">
            <StateMark state="now" size={9} />
            {error}
          </Flex>
        )}
        <chakra.span flex="1" />
        {rows.length > 1 && (
          <Flex gap="1.5" align="center" textStyle="small" color="ink3" display={{ base: 'none', md: 'flex' }}>
            <Kbd>Alt</Kbd>
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd>
            {t('rows.keys')}
          </Flex>
        )}
      </Flex>
    </Flex>
  );
}

interface RowProps {
  row: string;
  index: number;
  last: boolean;
  name: string;
  stamp: string;
  columns: readonly RowColumn[];
  onMove: (row: string, by: 1 | -1) => void;
  onRemove: (row: string) => void;
}
const Row = memo(
  function Row({ row, index, last, name, columns, onMove, onRemove }: RowProps) {
    const { t, number } = useI18n();
    const key = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown'))
        return;
      event.preventDefault();
      onMove(row, event.key === 'ArrowUp' ? -1 : 1);
    };
    return (
      <tr data-key={row} aria-label={`${index + 1}. ${name}`} onKeyDown={key}>
        <td className="order num">{number(index + 1)}</td>
        {columns.map((c) => (
          <td key={c.key}>{c.cell(row)}</td>
        ))}
        <td className="acts">
          <IconButton
            data-move
            label={t('rows.up', { name })}
            icon={<ArrowUp size={15} />}
            disabled={index === 0}
            aria-keyshortcuts="Alt+ArrowUp"
            onClick={() => onMove(row, -1)}
          />
          <IconButton
            data-move
            label={t('rows.down', { name })}
            icon={<ArrowDown size={15} />}
            disabled={last}
            aria-keyshortcuts="Alt+ArrowDown"
            onClick={() => onMove(row, 1)}
          />
          <IconButton
            data-remove
            label={t('rows.remove', { name })}
            icon={<Trash2 size={15} />}
            onClick={() => onRemove(row)}
          />
        </td>
      </tr>
    );
  },
  // the columns are made anew at each keystroke: what their cells show is in the stamp
  (a, b) =>
    a.stamp === b.stamp && a.name === b.name && a.index === b.index && a.last === b.last && a.onMove === b.onMove,
);

const fieldOf = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('input, select, textarea');

const tableCss = {
  width: '100%',
  tableLayout: 'fixed',
  '& th': {
    font: '500 12px/16px var(--font)',
    color: 'var(--ink-3)',
    textAlign: 'left',
    height: '32px',
    padding: '0 6px',
    background: 'var(--sunken)',
    borderBlock: '1px solid var(--line)',
  },
  '& td': { padding: '6px', borderBottom: '1px solid var(--line)', verticalAlign: 'top' },
  '& .order': { color: 'var(--ink-3)', lineHeight: '32px', textAlign: 'right', paddingRight: '10px' },
  '& .acts': { whiteSpace: 'nowrap', textAlign: 'right' },
  '& .acts button:disabled': { opacity: 0.4 },
  '& tr:focus-within td': { background: 'var(--hover)' },
  // the column heading has it already; for a screen reader the label stays
  '@media (min-width: 768px)': {
    '& td label': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
    '& td:first-of-type, & th:first-of-type': { paddingLeft: '16px' },
    '& td:last-of-type, & th:last-of-type': { paddingRight: '16px' },
  },
  '@media (max-width: 767px)': {
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '&, & tbody': { display: 'block' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr)',
      gap: '8px 12px',
      padding: '10px 16px',
      borderBottom: '1px solid var(--line)',
    },
    '& td': { padding: 0, border: 0 },
    '& .order': { textAlign: 'left', order: -2, color: 'var(--ink)', fontWeight: 600 },
    '& .acts': { order: -1 },
    '& td:nth-of-type(2)': { gridColumn: '1 / -1' },
    '& tr:focus-within td': { background: 'transparent' },
  },
} as const;
