import { chakra, Flex } from '@chakra-ui/react';
import type { VehicleDetail } from '@headland/contracts/vehicle';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CalendarDays, MapPinned } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useFromNow } from '../../lib/clock';
import { saveFile } from '../../lib/save-file';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { useMedia } from '../../lib/use-media';
import { Button } from '../../ui/button';
import { ExportButton } from '../../ui/export-button';
import { Player, type Speed } from '../../ui/replay/player';
import { pointAt, segmentsOf } from '../../ui/replay/track-points';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { DayPicker } from './day-picker';
import { gpxOf, spanOf } from './track-day';
import { MomentList, TripList } from './track-lists';
import { type TrackedVehicle, TrackMap } from './track-map';
import { useTrack } from './use-track';

/** A day of a vehicle on the map, with a player. Today follows the live position until the slider is moved. */
export function TrackTab({ vehicle }: { vehicle: VehicleDetail }) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { day?: string };
  const today = useFromNow(dayText);
  const day =
    /^\d{4}-\d{2}-\d{2}$/u.test(search.day ?? '') && (search.day ?? '') <= today ? (search.day ?? today) : today;
  const wide = useMedia('(min-width: 1024px)');
  const [picking, setPicking] = useState(false);
  const pick = (next: string): void => {
    setPicking(false);
    void navigate({
      to: '.',
      search: { tab: 'track', ...(next === today ? {} : { day: next }) },
      replace: true,
    });
  };
  const picker = <DayPicker id={vehicle.id} day={day} today={today} onPick={pick} />;
  return (
    <Flex direction="column" flex="1" minH="0">
      {!wide && (
        <chakra.div borderBottom="1px solid" borderColor="line" px="3" py="2">
          <Button icon={<CalendarDays size={15} />} aria-expanded={picking} onClick={() => setPicking(!picking)}>
            {day}
          </Button>
          {picking && picker}
        </chakra.div>
      )}
      <TrackDay
        key={day}
        vehicle={vehicle}
        day={day}
        isToday={day === today}
        picker={wide ? picker : null}
        toToday={day === today ? null : () => pick(today)}
      />
    </Flex>
  );
}

interface DayProps {
  vehicle: TrackedVehicle;
  day: string;
  isToday: boolean;
  picker?: ReactNode;
  toToday?: (() => void) | null;
}
/** The track of a day with its player, trips and moments. */
export function TrackDay({ vehicle, day, isToday, picker = null, toToday = null }: DayProps) {
  const { t } = useI18n();
  const { points, marks, trips, result } = useTrack(vehicle.id, day, isToday);
  /** null: at the newest point, and staying there */
  const [taken, setTaken] = useState<number | null>(isToday ? null : -1);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>('60');
  const span = useMemo(() => spanOf(points), [points]);
  const segments = useMemo(() => segmentsOf(points), [points]);
  const end = points.at(-1)?.ts ?? 0;
  const cursor =
    span === null ? null : taken === null ? end : taken < 0 ? (points[0]?.ts ?? span.from) : Math.min(taken, end);
  const here = cursor === null ? null : pointAt(points, cursor);
  const go = (ts: number): void => {
    setPlaying(false);
    setTaken(ts);
  };
  const moments = useMemo(
    () =>
      marks.filter((m) => m.kind === 'fault' || m.kind === 'sos').map((m) => ({ ts: m.ts, urgent: m.kind === 'sos' })),
    [marks],
  );
  const save = (): void =>
    saveFile(
      {
        bytes: new TextEncoder().encode(gpxOf(`${vehicle.vin} ${day}`, points)).buffer,
        name: `${vehicle.vin}_${day}.gpx`,
      },
      'track.gpx',
      'application/gpx+xml',
    );
  const body = result.isPending ? (
    <Skeleton rows={6} height={72} />
  ) : result.isError && points.length === 0 ? (
    <ErrorState error={result.error} onRetry={() => void result.refetch()} />
  ) : span === null || cursor === null ? (
    <EmptyState
      title={t('vehicle.track.noData', { day })}
      text={t(isToday ? 'vehicle.track.noDataToday' : 'vehicle.track.noDataText')}
      action={toToday && <Button onClick={toToday}>{t('vehicle.track.today')}</Button>}
    />
  ) : (
    <Flex direction="column" flex="1" minH="0" minW="0">
      <TrackMap
        points={points}
        marks={marks}
        here={here}
        vehicle={vehicle}
        day={day}
        moving={playing || taken === null}
      />
      <Player
        {...span}
        end={end}
        cursor={cursor}
        onCursor={setTaken}
        playing={playing}
        onPlaying={setPlaying}
        speed={speed}
        onSpeed={setSpeed}
        segments={segments}
        marks={moments}
        live={isToday ? taken === null : null}
        onLive={() => {
          setPlaying(false);
          setTaken(null);
        }}
      />
    </Flex>
  );
  return (
    <chakra.div
      flex="1"
      minH="0"
      overflowY={{ base: 'auto', lg: 'hidden' }}
      display="grid"
      gridTemplateRows={{ base: 'auto', lg: 'minmax(0,1fr)' }}
      gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 320px' }}
    >
      <Flex direction="column" minH={{ base: '480px', lg: '0' }} minW="0">
        {body}
      </Flex>
      <chakra.aside
        minH="0"
        overflowY={{ lg: 'auto' }}
        borderLeft={{ lg: '1px solid' }}
        borderColor={{ lg: 'lineStrong' }}
        bg="surface"
        aria-label={t('vehicle.track.day')}
      >
        {picker}
        {points.length > 0 && (
          <>
            <TripList trips={trips} cursor={cursor} onGo={go} />
            <MomentList marks={marks} onGo={go} />
            <Flex px="4" py="3" gap="2" borderTop="1px solid" borderColor="line">
              <ExportButton list="track" filter={{ id: vehicle.id, day }} total={points.length} />
              <Button icon={<MapPinned size={15} />} onClick={save}>
                GPX
              </Button>
            </Flex>
          </>
        )}
      </chakra.aside>
    </chakra.div>
  );
}
