import { chakra } from '@chakra-ui/react';
import type { CourseSubject, CourseValue } from '@headland/contracts/course';
import { type RefObject, useCallback, useEffect, useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { saveFile } from '../../lib/save-file';
import { timeZone } from '../../lib/time';
import { useMedia } from '../../lib/use-media';
import { toast } from '../../ui/toast';
import type { CourseChoice } from './course-address';
import { CourseChart } from './course-chart';
import { courseImage, imageName } from './course-image';
import { useValueLabel } from './course-labels';
import { marksOf } from './course-marks';
import { CourseMarksList } from './course-marks-list';
import { type Course, CourseRows } from './course-rows';
import { CourseToolbar } from './course-toolbar';
import { CourseView } from './course-view';

interface Props {
  course: Course;
  choice: CourseChoice;
  subject: CourseSubject;
  name: string;
  /** what is shown is of another choice, the next is on its way */
  isOther: boolean;
  /** what the button in the head of the page does */
  saveAll: RefObject<(() => void) | null>;
}

/** Up to nine charts of a period with one cursor and one window. */
export function CourseCharts({ course, choice, subject, name, isOther, saveAll }: Props) {
  const { t, number } = useI18n();
  const labelOf = useValueLabel();
  const { from, to, bucketMs, states } = course;
  const view = useMemo(() => new CourseView([from, to], bucketMs), [from, to, bucketMs]);
  const rows = useMemo(() => new CourseRows(course, (value) => labelOf(value).factor), [course, labelOf]);
  const marks = useMemo(() => marksOf(course), [course]);
  const of = course.vehicle === null ? 'all' : 'one';
  const wide = useMedia('(min-width: 1024px)');
  const values = useMemo(() => course.charts.map((c) => c.value), [course]);
  const columns = choice.layout === 'column' || !wide ? 1 : Math.min(3, values.length);
  const lines = Math.ceil(values.length / columns);
  const period = choice.from === choice.to ? choice.from : `${choice.from} – ${choice.to}`;
  const save = useCallback(
    (value?: CourseValue) => {
      const vin = course.vehicle?.vin;
      courseImage({
        values: value === undefined ? values : [value],
        rows,
        states,
        marks,
        title: value === undefined ? name : `${name} · ${labelOf(value).name}`,
        under: [vin ?? t('course.withData', { n: course.vehicles }), period, timeZone].join(' · '),
        window: view.window,
        columns,
        labelOf,
        number,
        legend: {
          mean: t(of === 'one' ? 'course.mean' : 'course.vehiclesMean'),
          band: t(`course.band.${of}`),
          states: { work: t('course.state.work'), drive: t('course.state.drive'), idle: t('course.state.idle') },
          marks: t('course.marks'),
        },
      })
        .then((canvas) => blobOf(canvas))
        .then((blob) => blob.arrayBuffer())
        .then((bytes) => {
          const file = imageName(subject, vin === undefined ? name : `${name} ${vin}`, { ...choice, value });
          saveFile({ bytes, name: file }, file, 'image/png');
        })
        .catch(() => toast(t('course.imageFailed'), 'now'));
    },
    [course, values, rows, states, marks, name, labelOf, t, period, view, columns, number, of, subject, choice],
  );
  useEffect(() => {
    saveAll.current = () => save();
    return () => void (saveAll.current = null);
  }, [saveAll, save]);
  const readingAt = useCallback(
    (row: number) =>
      values
        .map((value) => {
          const at = rows.of(value);
          const v = at ? rows.read(at.mean, row) : null;
          const { name: label, unit, digits } = labelOf(value);
          return `${label} ${v === null ? t('common.missing') : `${number(v, digits)} ${unit}`}`;
        })
        .join(', '),
    [values, rows, labelOf, number, t],
  );
  // all lines fit the screen where they can
  const height =
    columns === 1
      ? 'clamp(150px, 26vh, 260px)'
      : `clamp(130px, calc((100dvh - 300px) / ${lines} - 56px), ${lines === 1 ? 420 : 340}px)`;
  return (
    <>
      <CourseToolbar rows={rows} view={view} of={of} states={states} marks={marks} readingAt={readingAt} />
      <chakra.div
        gridColumn="1 / -1"
        display="grid"
        gap="2"
        aria-busy={isOther}
        opacity={isOther ? 0.6 : undefined}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {values.map((value) => (
          <CourseChart
            key={value}
            value={value}
            rows={rows}
            states={states}
            marks={marks}
            view={view}
            of={of}
            layout={choice.layout}
            height={height}
            period={period}
            onImage={save}
          />
        ))}
      </chakra.div>
      <chakra.p gridColumn="1 / -1" textStyle="small" color="ink3">
        {t('course.help')}
      </chakra.p>
      <CourseMarksList marks={marks} />
    </>
  );
}

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('the canvas is too large'))), 'image/png'),
  );
