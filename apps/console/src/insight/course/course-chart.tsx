import { chakra, Flex } from '@chakra-ui/react';
import type { CourseValue } from '@headland/contracts/course';
import { useNavigate } from '@tanstack/react-router';
import { ImageDown, List } from 'lucide-react';
import { memo, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { useTheme } from '../../lib/use-theme';
import { IconButton } from '../../ui/button';
import { Card } from '../../ui/panel';
import { notWithNextFrame, withNextFrame } from '../../ui/plot/frame';
import { useDrawn } from '../../ui/plot/use-drawn';
import type { CourseLayout } from './course-address';
import { useValueLabel } from './course-labels';
import { pathOfMark } from './course-marks';
import { type CoursePlot, makeCoursePlot, type PlotInput, wheelOn } from './course-plot';
import type { CourseRows } from './course-rows';
import { CourseTable } from './course-table';
import type { CourseView } from './course-view';

interface Props extends Omit<PlotInput, 'value'> {
  value: CourseValue;
  view: CourseView;
  /** of one vehicle, or of all */
  of: 'one' | 'all';
  layout: CourseLayout;
  /** of the plot, as CSS */
  height: string;
  period: string;
  onImage: (value: CourseValue) => void;
}

/** One value over the period: its chart with what the cursor reads, or the same as a table. */
export const CourseChart = memo(function CourseChart(props: Props) {
  const { value, view, rows, of, height, period, onImage } = props;
  const { t } = useI18n();
  const [asTable, setAsTable] = useState(false);
  const { name, unit, digits } = useValueLabel()(value);
  const heading = useId();
  const columns = rows.of(value);
  const isEmpty = columns === undefined || columns.range === null;
  return (
    <Card
      as="section"
      aria-labelledby={heading}
      px="2"
      pt="1"
      pb="1.5"
      display="flex"
      flexDirection="column"
      css={{ contain: 'layout paint' }}
    >
      <Flex align="center" gap="2" pl="2" minH="8">
        <chakra.h2 id={heading} textStyle="label" truncate>
          {name}
        </chakra.h2>
        <chakra.span textStyle="micro" color="ink3" whiteSpace="nowrap">
          {unit}
        </chakra.span>
        <chakra.span flex="1" />
        {!asTable && !isEmpty && <Reading rows={rows} view={view} value={value} digits={digits} />}
        <Flex flexShrink={0}>
          <IconButton
            label={t(asTable ? 'course.asChart' : 'course.asTable', { title: name })}
            icon={<List size={15} aria-hidden />}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          />
          <IconButton
            label={t('course.image', { title: name })}
            icon={<ImageDown size={15} aria-hidden />}
            onClick={() => onImage(value)}
          />
        </Flex>
      </Flex>
      {isEmpty ? (
        <Flex align="center" justify="center" color="ink3" textStyle="dense" style={{ height }}>
          {t('course.noValues')}
        </Flex>
      ) : asTable ? (
        <CourseTable rows={rows} value={value} of={of} height={height} label={name} />
      ) : (
        <chakra.figure role="img" aria-label={t('course.chartOf', { title: name, period })} minW="0" m="0">
          <Drawing {...props} />
        </chakra.figure>
      )}
    </Card>
  );
});

function Drawing({ rows, value, states, marks, view, layout, height }: Props) {
  const { number } = useI18n();
  const navigate = useNavigate();
  const theme = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<CoursePlot>(null);
  const latest = useRef({ rows, value, states, marks, layout });
  useEffect(() => {
    latest.current = { rows, value, states, marks, layout };
  });

  useEffect(() => {
    const parent = place.current;
    if (!parent) return;
    const made = makeCoursePlot(parent, {
      width: parent.clientWidth,
      height: parent.clientHeight,
      number,
      input: () => latest.current,
      view,
      onMark: (mark) => void navigate(pathOfMark(mark)),
    });
    plot.current = made;
    const draw = (): void => made.draw(view.window);
    const point = (): void => made.point();
    const stops = [
      view.windows.onChange(() => withNextFrame(draw)),
      view.cursors.onChange(() => withNextFrame(point)),
      wheelOn(made.u, view, () => latest.current.layout === 'grid'),
    ];
    const resize = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: high } = parent;
      if (width > 0 && (width !== made.u.width || high !== made.u.height)) made.u.setSize({ width, height: high });
    });
    resize.observe(parent);
    return () => {
      for (const stop of stops) stop();
      notWithNextFrame(draw);
      notWithNextFrame(point);
      resize.disconnect();
      made.u.destroy();
      plot.current = null;
    };
  }, [view, theme, number, navigate]);
  useEffect(() => plot.current?.renew(view.window), [view, rows, states, marks]);

  return <div ref={place} style={{ height }} />;
}

/** The value under the cursor with its band, written outside React. */
function Reading({
  rows,
  view,
  value,
  digits,
}: {
  rows: CourseRows;
  view: CourseView;
  value: CourseValue;
  digits: number;
}) {
  const { number } = useI18n();
  const mean = useRef<HTMLElement>(null);
  const band = useRef<HTMLSpanElement>(null);
  const draw = useCallback(() => {
    const columns = rows.of(value);
    const row = view.cursor === null ? null : rows.rowAt(view.cursor);
    if (!mean.current || !band.current || !columns) return;
    const read = (column: number): number | null => (row === null ? null : rows.read(column, row));
    const [v, low, high] = [read(columns.mean), read(columns.low), read(columns.high)];
    mean.current.textContent = row === null ? '' : v === null ? '–' : number(v, digits);
    band.current.textContent = low === null || high === null ? '' : `${number(low, digits)}–${number(high, digits)}`;
  }, [rows, view, value, digits, number]);
  useDrawn(draw, view.cursors);
  return (
    <Flex className="num" gap="2" align="baseline" textStyle="dense" whiteSpace="nowrap" aria-hidden>
      <chakra.b ref={mean} data-reading={value} />
      <chakra.span ref={band} textStyle="micro" color="ink3" />
    </Flex>
  );
}
