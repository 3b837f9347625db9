import { chakra, Flex } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useI18n } from '../../lib/i18n';
import { dayText, timeText } from '../../lib/time';
import { useKeys } from '../../lib/use-keys';
import { Button, IconButton } from '../../ui/button';
import { useDrawn } from '../../ui/plot/use-drawn';
import { StateMark } from '../../ui/state-mark';
import { workStates } from './course-drawing';
import { useMarkText } from './course-mark-text';
import { type Mark, markNear } from './course-marks';
import type { Course, CourseRows } from './course-rows';
import { courseKeys, type CourseView } from './course-view';

interface Props {
  rows: CourseRows;
  view: CourseView;
  of: 'one' | 'all';
  states: Course['states'];
  marks: readonly Mark[];
  /** values at the cursor for a screen reader */
  readingAt: (row: number) => string;
}
/** What all charts share: the time under the cursor, the zoomed range, and the legend. */
export function CourseToolbar({ rows, view, of, states, marks, readingAt }: Props) {
  const { t } = useI18n();
  const isWhole = useSyncExternalStore(view.windows.onChange, view.isWhole);
  const [spoken, setSpoken] = useState('');
  useKeys(
    useMemo(() => {
      const step = (by: number) => () => {
        view.step(by);
        const row = view.cursor === null ? null : rows.rowAt(view.cursor);
        if (row !== null) setSpoken(`${shortMoment(rows.at(row))} ${readingAt(row)}`);
      };
      return { ...courseKeys(view), ',': step(-1), '.': step(1) };
    }, [view, rows, readingAt]),
    { repeats: true },
  );
  return (
    <Flex
      gridColumn="1 / -1"
      pos={{ md: 'sticky' }}
      top="0"
      zIndex="sticky"
      bg="ground"
      align="center"
      gap="3"
      rowGap="1"
      wrap="wrap"
      mt="-3"
      py="1.5"
      textStyle="small"
      color="ink2"
    >
      <Flex role="group" aria-label={t('course.view')} align="center">
        <IconButton
          label={t('course.earlier')}
          icon={<ChevronLeft size={16} />}
          disabled={isWhole}
          onClick={view.earlier}
        />
        <IconButton
          label={t('course.zoomOut')}
          icon={<ZoomOut size={16} />}
          disabled={isWhole}
          onClick={view.zoomOut}
        />
        <IconButton label={t('course.zoomIn')} icon={<ZoomIn size={16} />} onClick={view.zoomIn} />
        <IconButton
          label={t('course.later')}
          icon={<ChevronRight size={16} />}
          disabled={isWhole}
          onClick={view.later}
        />
        <Button kind="quiet" icon={<Maximize2 size={14} aria-hidden />} disabled={isWhole} onClick={view.reset}>
          {t('course.whole')}
        </Button>
      </Flex>
      <Shown view={view} />
      <Pointed view={view} rows={rows} states={states} marks={marks} />
      <chakra.span role="status" className="sr">
        {spoken}
      </chakra.span>
      <chakra.span flex="1" />
      <Legend of={of} states={states.length > 0} marks={marks} />
    </Flex>
  );
}

const shortMoment = (ms: number): string => `${dayText(ms).slice(5)} ${timeText(ms, false)}`;

/** From when to when the charts go, as one zooms. */
function Shown({ view }: { view: CourseView }) {
  const place = useRef<HTMLSpanElement>(null);
  const draw = useCallback(() => {
    const [from, to] = view.window;
    if (place.current) place.current.textContent = `${shortMoment(from)} – ${shortMoment(to)}`;
  }, [view]);
  useDrawn(draw, view.windows);
  return <chakra.span ref={place} className="num" data-window whiteSpace="nowrap" />;
}

/** The moment under the cursor: what the vehicle did, and a report that is near. */
function Pointed({ view, rows, states, marks }: Pick<Props, 'view' | 'rows' | 'states' | 'marks'>) {
  const { t } = useI18n();
  const textOf = useMarkText();
  const place = useRef<HTMLSpanElement>(null);
  const draw = useCallback(() => {
    if (!place.current) return;
    const at = view.cursor;
    const row = at === null ? null : rows.rowAt(at);
    if (at === null || row === null) {
      place.current.textContent = '';
      return;
    }
    const state = states.find((s) => s.from <= at && at < s.to);
    // of charts beside each other a pixel is about this long
    const mark = markNear(marks, at, (view.window[1] - view.window[0]) / 400);
    place.current.textContent = [
      shortMoment(rows.at(row)),
      ...(state ? [t(`course.state.${state.state}`)] : []),
      ...(mark ? [textOf(mark)] : []),
    ].join(' · ');
  }, [view, rows, states, marks, t, textOf]);
  useDrawn(draw, view.cursors);
  return <chakra.b ref={place} className="num" data-pointed color="ink" whiteSpace="nowrap" aria-hidden />;
}

const strip = { work: '6px', drive: '4px', idle: '2px' } as const;
const stripColours = { work: 'var(--normal-fill)', drive: 'var(--trace-3)', idle: 'var(--off-line)' } as const;
function Legend({ of, states, marks }: { of: 'one' | 'all'; states: boolean; marks: readonly Mark[] }) {
  const { t } = useI18n();
  const item = (key: string, swatch: React.ReactNode, text: string) => (
    <Flex key={key} as="li" gap="1.5" align="center" whiteSpace="nowrap">
      {swatch}
      {text}
    </Flex>
  );
  const bar = (background: string, height: string) => <chakra.span w="4" style={{ height, background }} aria-hidden />;
  return (
    <chakra.ul display="flex" flexWrap="wrap" columnGap="3" m="0" p="0" listStyleType="none" textStyle="small">
      {item('mean', bar('var(--trace-1)', '2px'), t(of === 'one' ? 'course.mean' : 'course.vehiclesMean'))}
      {item('band', bar('var(--band)', '10px'), t(`course.band.${of}`))}
      {states && workStates.map((s) => item(s, bar(stripColours[s], strip[s]), t(`course.state.${s}`)))}
      {marks.some((m) => m.kind === 'fault') && item('fault', <StateMark state="today" />, t('course.fault'))}
      {marks.some((m) => m.kind === 'sos') &&
        item('sos', <StateMark state="off" color="var(--now-mark)" />, t('course.sos'))}
    </chakra.ul>
  );
}
