import { chakra, Flex } from '@chakra-ui/react';
import { driveData, type DriveDay, type DriveVehicle } from '@headland/contracts/drive-data';
import { vehicles } from '@headland/contracts/vehicle';
import { driveDayColumns } from '@headland/i18n/columns/drive-data';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { TrackDay } from '../../fleet/vehicles/track-tab';
import { Problem } from '../../lib/call';
import { useFromNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import type { Search } from '../../lib/search';
import { query, useCan } from '../../lib/session/session';
import { dayText, timeText } from '../../lib/time';
import { DetailCard, DetailPage, TextLink } from '../../ui/detail-page';
import { ExportButton } from '../../ui/export-button';
import { FilterBar } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { useListColumns } from '../../ui/list-columns';
import { Facts } from '../../ui/panel';
import { ErrorState, Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { readFilter } from '../../ui/use-list';
import { RecordMissing, type RecordList, useRecordId, PageWaits } from '../../ui/with-record';
import { DayCharts } from './day-charts';
import { HoursCalendar } from './hours-calendar';
import { PeriodNote } from './period-note';

/** What one vehicle did over a period: hours of its days, and the trips of the chosen one. */
export function DriveDataDetailPage() {
  const { t } = useI18n();
  const id = useRecordId();
  const list: RecordList = { to: '/driveData', label: t('driveData.toList'), missing: t('driveData.missing') };
  return id === null ? <RecordMissing list={list} /> : <OfVehicle key={id} id={id} list={list} />;
}

function OfVehicle({ id, list }: { id: number; list: RecordList }) {
  const search = useSearch({ strict: false }) as Search;
  const { input } = readFilter(driveData.days.query, search);
  const { data, error, refetch } = useQuery({
    ...query(driveData.days, { params: { id }, query: input }),
    placeholderData: keepPreviousData,
  });
  if (error instanceof Problem && error.code === 'NOT_FOUND') return <RecordMissing list={list} />;
  if (data === undefined) return <PageWaits error={error} refetch={refetch} />;
  return (
    <Shown
      data={data}
      input={input}
      list={{ ...list, search: { from: data.from, to: data.to } }}
      problem={error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null}
    />
  );
}

interface ShownProps {
  data: DriveVehicle;
  input: Record<string, unknown>;
  list: RecordList;
  problem: React.ReactNode;
}
function Shown({ data, input, list, problem }: ShownProps) {
  const { t, number } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const today = useFromNow(dayText);
  const { id, vin, from, to, days, soFar } = data;
  const asked = typeof search.day === 'string' && search.day >= from && search.day <= to ? search.day : null;
  const day = asked ?? days.at(-1)?.day ?? (to < today ? to : today);
  const go = (patch: Record<string, string | undefined>): void =>
    void navigate({ to: '.', search: (old: Search) => ({ ...old, ...patch }) as Search, replace: true });
  const pick = (next: string): void => go({ day: next });
  const filter = { id, from, to };
  return (
    <DetailPage
      title={vin}
      beside={
        <>
          {data.model}
          <PeriodNote period={data} />
        </>
      }
      list={list}
      actions={
        <FilterBar onReset={() => go({ from: undefined, to: undefined, day: undefined })}>
          <FilterDates
            label={t('driveData.period')}
            of={driveData.days.query}
            filter={input}
            onApply={(dates) => go({ ...dates, day: undefined })}
          />
        </FilterBar>
      }
    >
      {problem}
      <DetailCard title={t('screen.driveDataDetail')}>
        <Facts
          rows={[
            [t('driveData.customer'), data.customer?.name ?? '–'],
            [t('driveData.dealer'), data.dealer?.name ?? '–'],
            [t('driveData.operatingDays'), number(days.length)],
            [t('driveData.run'), `${number(data.total.runMs / 3_600_000, 1)} h`],
            [
              t('driveData.fuelPerHour'),
              data.total.fuelPerHour === null ? '–' : `${number(data.total.fuelPerHour, 1)} L/h`,
            ],
            [t('driveData.starts'), number(data.total.starts)],
            [
              t('driveData.vin'),
              <TextLink key="vin" to={can(vehicles.get.allow) ? toRecord('/statusDetail', id) : null}>
                {vin}
              </TextLink>,
            ],
          ]}
        />
      </DetailCard>
      <DetailCard title={t('driveData.calendar')}>
        <HoursCalendar from={from} to={to} days={days} day={day} today={today} onPick={pick} />
      </DetailCard>
      <DayCharts data={data} />
      <DetailCard
        title={t('driveData.days')}
        count={days.length}
        wide
        flush
        actions={<ExportButton list="driveDays" filter={filter} total={days.length} />}
      >
        <DayTable data={data} day={day} today={soFar ? today : null} onPick={pick} />
      </DetailCard>
      {can(vehicles.track.allow) && <TripsOf id={id} day={day} today={today} filter={filter} total={days.length} />}
    </DetailPage>
  );
}

interface DayRow extends DriveDay {
  index: number;
}
const indexOf = (row: DayRow): number => row.index;
function DayTable({
  data: { days, total },
  day,
  today,
  onPick,
}: {
  data: DriveVehicle;
  day: string;
  today: string | null;
  onPick: (day: string) => void;
}) {
  const { t } = useI18n();
  const c = useListColumns<DriveDay, (typeof driveDayColumns)[number]['key']>(driveDayColumns);
  const columns = useMemo<Column<DayRow>[]>(
    () => [
      {
        ...c.day,
        identity: true,
        cell: (r) => (
          <span className="num">
            {r.day || t('driveData.total')}
            {r.day !== '' && r.day === today && <span className="unit"> {t('driveData.today')}</span>}
          </span>
        ),
      },
      // the day comes first
      { ...c.firstStart, cell: (r) => (r.day === '' ? null : clock(r.firstStart)) },
      { ...c.lastStop, cell: (r) => (r.day === '' ? null : clock(r.lastStop)) },
      c.run,
      c.km,
      c.fuel,
      c.idle,
      c.work,
      c.drive,
    ],
    [c, t, today],
  );
  const rows = useMemo(() => days.map((d, i): DayRow => ({ ...d, index: i + 1 })).reverse(), [days]);
  if (days.length === 0)
    return (
      <chakra.p px="4" pb="4" color="ink3">
        {t('driveData.empty')}
      </chakra.p>
    );
  return (
    <Table
      label={t('driveData.days')}
      columns={columns}
      rows={rows}
      idOf={indexOf}
      selectedId={rows.find((r) => r.day === day)?.index ?? null}
      onOpen={(r) => onPick(r.day)}
      totals={{ index: 0, day: '', firstStart: null, lastStop: null, ...total }}
    />
  );
}
const clock = (at: string | null): React.ReactNode => <span className="num">{at === null ? '–' : timeText(at)}</span>;

interface TripsProps {
  id: number;
  day: string;
  today: string;
  filter: Record<string, unknown>;
  total: number;
}
function TripsOf({ id, day, today, filter, total }: TripsProps) {
  const { t } = useI18n();
  const { data: vehicle } = useQuery(query(vehicles.get, { params: { id } }));
  return (
    <DetailCard
      title={t('driveData.tripsOf', { day })}
      wide
      flush
      actions={<ExportButton list="driveTrips" filter={filter} total={total} />}
    >
      <Flex
        direction="column"
        minH={{ base: '480px', lg: '0' }}
        h={{ lg: '600px' }}
        borderTop="1px solid"
        borderColor="line"
      >
        {vehicle ? (
          <TrackDay key={day} vehicle={vehicle} day={day} isToday={day === today} />
        ) : (
          <Skeleton rows={6} height={72} />
        )}
      </Flex>
    </DetailCard>
  );
}
