import { chakra } from '@chakra-ui/react';
import { courses, type CourseSubject, courseValues, defaultCourse, maxCharts } from '@headland/contracts/course';
import type { Answer } from '@headland/contracts/endpoint';
import { vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Columns3, ImageDown, Rows3 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { z } from 'zod';
import { Problem } from '../../lib/call';
import { serverNow } from '../../lib/clock';
import { shiftDay } from '../../lib/calendar';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { type Search, stringifySearch } from '../../lib/search';
import { query, useCan } from '../../lib/session/session';
import { useRemembered } from '../../lib/session/store';
import { dayText } from '../../lib/time';
import { useMedia } from '../../lib/use-media';
import { Button } from '../../ui/button';
import { DetailPage, TextLink } from '../../ui/detail-page';
import { FilterBar } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { Segmented } from '../../ui/tabs';
import { RecordMissing, type RecordList, useRecordId, PageWaits } from '../../ui/with-record';
import { ChartPicker } from './chart-picker';
import { CourseExport } from './course-export';
import { addressOf, type CourseChoice, courseLayouts, readChoice } from './course-address';
import { CourseCharts } from './course-charts';
import { useCourse } from './use-course';
import { VehiclePicker } from './vehicle-picker';

export const ModelCoursePage = () => <CoursePage subject="models" />;
export const CustomerCoursePage = () => <CoursePage subject="customers" />;

const Values = z.array(z.enum(courseValues)).min(1).max(maxCharts);
const Layout = z.enum(courseLayouts);

/** How the measured values of a model's or a customer's vehicles went over some days. */
function CoursePage({ subject }: { subject: CourseSubject }) {
  const { t } = useI18n();
  const id = useRecordId();
  const { from, to } = useSearch({ strict: false }) as Search;
  const list: RecordList = {
    to: '/operationData',
    search: { tab: subject, ...(typeof from === 'string' && { from }), ...(typeof to === 'string' && { to }) },
    label: t('course.toList'),
    missing: t(subject === 'models' ? 'course.missingModel' : 'course.missingCustomer'),
  };
  return id === null ? (
    <RecordMissing list={list} />
  ) : (
    <OfSubject key={`${subject} ${id}`} subject={subject} id={id} list={list} />
  );
}

interface Props {
  subject: CourseSubject;
  id: number;
  list: RecordList;
}
function OfSubject({ subject, id, list }: Props) {
  const { data, error, refetch } = useQuery(query(courses.vehicles, { params: { subject, id }, query: {} }));
  if (error instanceof Problem && error.code === 'NOT_FOUND') return <RecordMissing list={list} />;
  if (data === undefined) return <PageWaits error={error} refetch={refetch} />;
  return <Shown subject={subject} id={id} list={list} known={data} />;
}

/** The choice as the address has it; missing values are written into it, so that it can be shared. */
function useChoice({ subject, known }: Pick<ShownProps, 'subject' | 'known'>) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const [values, setValues] = useRemembered('course.values', Values, [...defaultCourse]);
  const [layout, setLayout] = useRemembered('course.layout', Layout, 'grid');
  const today = dayText(serverNow());
  const read = readChoice(search, { today, values, layout });
  const first = known.vehicles[0]?.id;
  const choice: CourseChoice = { ...read, vehicle: read.vehicle ?? (subject === 'models' ? 'all' : first) };
  const address = addressOf(choice);
  const set = (patch: Partial<CourseChoice>): void => {
    const next = { ...choice, ...patch };
    if (patch.values) setValues([...patch.values]);
    if (patch.layout) setLayout(patch.layout);
    void navigate({ to: '.', search: addressOf(next) as never, replace: true });
  };
  const complete = useEffectEvent(() => {
    if (stringifySearch(address) !== stringifySearch(search))
      void navigate({ to: '.', search: address as never, replace: true });
  });
  const text = stringifySearch(address);
  useEffect(() => complete(), [text]);
  return { choice, today, set };
}

interface ShownProps extends Props {
  known: Answer<typeof courses.vehicles>;
}
function Shown({ subject, id, list, known }: ShownProps) {
  const { t } = useI18n();
  const can = useCan();
  const { choice, today, set } = useChoice({ subject, known });
  const { course, error, refetch, isOther } = useCourse(subject, id, choice);
  const saveAll = useRef<(() => void) | null>(null);
  // where there is no room the charts are stacked anyway
  const wide = useMedia('(min-width: 1024px)');
  const { from, to, vehicle } = choice;
  const missing = error instanceof Problem && error.code === 'NOT_FOUND';
  const chosen = typeof vehicle === 'number' ? vehicle : null;
  const vin =
    known.vehicles.find((v) => v.id === chosen)?.vin ??
    (course?.vehicle?.id === chosen ? course?.vehicle?.vin : undefined);
  return (
    <DetailPage
      title={known.name}
      beside={
        <chakra.span textStyle="dense" className="num">
          {from === to ? t('course.dayOf', { day: from }) : t('course.periodOf', { from, to })}
          {course && chosen === null && ` · ${t('course.withData', { n: course.vehicles })}`}
        </chakra.span>
      }
      list={list}
      actions={
        <>
          {chosen !== null && vin !== undefined && can(vehicles.get.allow) && (
            <TextLink to={toRecord('/statusDetail', chosen)}>{t('course.toVehicle')}</TextLink>
          )}
          {course && course.at.length > 0 && (
            <Button icon={<ImageDown size={15} aria-hidden />} onClick={() => saveAll.current?.()}>
              {t('course.imageOfAll')}
            </Button>
          )}
          <CourseExport subject={subject} id={id} vehicleId={chosen ?? undefined} from={from} to={to} />
        </>
      }
    >
      <chakra.div gridColumn="1 / -1" mx={{ base: '-3', md: '-4' }}>
        <FilterBar
          onReset={() =>
            set({ from: yesterdayOf(today), to: yesterdayOf(today), vehicle: undefined, values: defaultCourse })
          }
          end={
            wide && (
              <Segmented
                label={t('course.layout')}
                value={choice.layout}
                choices={courseLayouts.map((value) => ({
                  value,
                  name: t(`course.layout.${value}`),
                  label: t(`course.layout.${value}`),
                  icon: value === 'grid' ? <Columns3 size={14} aria-hidden /> : <Rows3 size={14} aria-hidden />,
                }))}
                onChange={(layout) => set({ layout })}
              />
            )
          }
        >
          <FilterDates
            label={t('course.period')}
            of={courses.read.query}
            filter={{ from, to: isOpen(choice, today) ? undefined : to }}
            onApply={(dates) => set({ from: dates.from ?? yesterdayOf(today), to: dates.to ?? today })}
          />
          <VehiclePicker
            subject={subject}
            id={id}
            total={known.total}
            vehicle={vehicle}
            vin={vin}
            onApply={(next) => set({ vehicle: next })}
          />
          <ChartPicker values={choice.values} onApply={(values) => set({ values })} />
        </FilterBar>
      </chakra.div>
      {error && course && !missing && (
        <chakra.div gridColumn="1 / -1">
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        </chakra.div>
      )}
      {course?.counting === true && !missing && (
        <chakra.p role="status" gridColumn="1 / -1" textStyle="small" color="ink2">
          {t('course.counting')}
        </chakra.p>
      )}
      {missing ? (
        <chakra.div gridColumn="1 / -1">
          <EmptyState
            title={t('course.missingVehicle')}
            text={t('common.notFoundText')}
            action={<Button onClick={() => set({ vehicle: undefined })}>{t('course.toDefaultVehicle')}</Button>}
          />
        </chakra.div>
      ) : course === undefined ? (
        <chakra.div gridColumn="1 / -1">
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} height={96} />}
        </chakra.div>
      ) : course.at.length === 0 ? (
        <chakra.div gridColumn="1 / -1">
          <EmptyState
            title={t('course.empty')}
            text={t(to >= today && from <= today ? 'course.emptyToday' : 'course.emptyText')}
          />
        </chakra.div>
      ) : (
        <CourseCharts
          course={course}
          choice={choice}
          subject={subject}
          name={known.name}
          isOther={isOther}
          saveAll={saveAll}
        />
      )}
    </DetailPage>
  );
}

/** Presets that go on to the present have no end. */
const isOpen = ({ from, to }: CourseChoice, today: string): boolean =>
  to === today && (from === today || from === `${today.slice(0, 8)}01`);
const yesterdayOf = (today: string): string => shiftDay(today, -1);
