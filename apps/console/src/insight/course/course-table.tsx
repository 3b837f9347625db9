import { chakra } from '@chakra-ui/react';
import { courseDigits, type CourseValue } from '@headland/contracts/course';
import { useMemo, useRef, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { dayText, timeText } from '../../lib/time';
import type { CourseRows } from './course-rows';

const rowHeight = 26;
/** Rows over and under those that are seen, so that scrolling shows no hole. */
const spare = 12;
/** For the first paint, before the box is measured. */
const someRows = 40;

interface Props {
  rows: CourseRows;
  value: CourseValue;
  of: 'one' | 'all';
  height: string;
  label: string;
}
/** The values of a chart, an interval in each row. Of a month there are 8,928: only those in sight are elements. */
export function CourseTable({ rows, value, of, height, label }: Props) {
  const { t, number } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState(0);
  const columns = rows.of(value);
  const known = useMemo(() => {
    if (!columns) return [];
    return Array.from({ length: rows.end }, (_, row) => row).filter((row) => rows.read(columns.mean, row) !== null);
  }, [rows, columns]);
  if (!columns) return null;
  const seen = Math.ceil((box.current?.clientHeight ?? someRows * rowHeight) / rowHeight) + 2 * spare;
  const from = Math.max(0, Math.min(start - spare, known.length - seen));
  const shown = known.slice(from, from + seen);
  const digits = courseDigits[value];
  const bands = columns.hasBand ? ([columns.low, columns.high] as const) : [];
  const space = (n: number) => n > 0 && <chakra.tr aria-hidden style={{ height: n * rowHeight }} />;
  return (
    <chakra.div
      ref={box}
      role="group"
      aria-label={label}
      tabIndex={0}
      overflowY="auto"
      data-own-keys
      css={{ overflowAnchor: 'none' }}
      style={{ height }}
      onScroll={(e) => setStart(Math.floor(e.currentTarget.scrollTop / rowHeight))}
    >
      <chakra.table w="full" textStyle="dense" className="num" css={tableCss} aria-rowcount={known.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t('course.time')}</th>
            <th scope="col">{t(of === 'one' ? 'course.mean' : 'course.vehiclesMean')}</th>
            {bands.length > 0 && (
              <>
                <th scope="col">{t(`course.low.${of}`)}</th>
                <th scope="col">{t(`course.high.${of}`)}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {space(from)}
          {shown.map((row, i) => (
            <tr key={row} aria-rowindex={from + i + 2}>
              <th scope="row">{`${dayText(rows.at(row)).slice(5)} ${timeText(rows.at(row), false)}`}</th>
              {[columns.mean, ...bands].map((column) => (
                <td key={column}>{text(number, rows.read(column, row), digits)}</td>
              ))}
            </tr>
          ))}
          {space(known.length - from - shown.length)}
        </tbody>
      </chakra.table>
    </chakra.div>
  );
}

const text = (number: (n: number, digits?: number) => string, v: number | null, digits: number): string =>
  v === null ? '–' : number(v, digits);

const tableCss = {
  borderCollapse: 'collapse',
  '& th, & td': {
    height: `${rowHeight}px`,
    padding: '0 8px',
    textAlign: 'right',
    fontWeight: 400,
    borderBottom: '1px solid var(--line)',
    whiteSpace: 'nowrap',
  },
  '& th:first-of-type': { textAlign: 'left' },
  '& thead th': {
    position: 'sticky',
    top: 0,
    background: 'var(--surface)',
    color: 'var(--ink-3)',
    zIndex: 1,
  },
} as const;
