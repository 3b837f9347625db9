import { chakra, Flex } from '@chakra-ui/react';
import { devices } from '@headland/contracts/device';
import { faults } from '@headland/contracts/fault';
import { sosAlerts } from '@headland/contracts/sos';
import type { Allow } from '@headland/contracts/access';
import { type RemoteStart, type VehicleDetail, vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { ArrowLeft, Pencil, Stethoscope } from 'lucide-react';
import { useEffect } from 'react';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { useSubscription, useVehicleNow } from '../../lib/live/live';
import { query, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Age } from '../../ui/age';
import { Button, IconButton } from '../../ui/button';
import { HelpButton } from '../../ui/help-button';
import { lowWindow } from '../../ui/low-window';
import { RedatingNote } from '../../ui/redating-note';
import { StateMark } from '../../ui/state-mark';
import { StoredImage } from '../../ui/stored-image';
import { Tabs } from '../../ui/tabs';
import { PageWaits } from '../../ui/with-record';
import { HoursTab } from './hours-tab';
import { NowTab } from './now-tab';
import { RemoteStartButtons, RemoteStartResult, useLastStart } from './remote-start';
import { TrackTab } from './track-tab';
import { withNow } from './use-live-rows';
import { VehicleConsumables } from './vehicle-consumables';
import { VehicleFaults } from './vehicle-faults';
import { VehicleHistory } from './vehicle-history';
import { VehicleInfo } from './vehicle-info';
import { VehicleSosAlerts } from './vehicle-sos';
import { VehicleMissing, VehicleStateLabel } from './vehicle-labels';
import { WatchMenu } from './watch-star';

const remotePage = '/remoteDetail';
const tabs = ['now', 'track', 'hours', 'faults', 'sos', 'consumables', 'history', 'info'] as const;
type Tab = (typeof tabs)[number];
/** Tabs that not everybody has who may read the vehicle. */
const tabEndpoints: Partial<Record<Tab, { allow: Allow }>> = {
  faults: vehicles.faults,
  sos: vehicles.sos,
  consumables: vehicles.consumables,
};

/** One vehicle: present values, track and hours of days, faults and SOS alerts, consumables, history and information. */
export function VehicleDetailPage() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const id = /^\d{1,9}$/u.test(number ?? '') ? Number(number) : null;
  return id === null || id === 0 ? <VehicleMissing /> : <Vehicle key={id} id={id} />;
}

function Vehicle({ id }: { id: number }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { tab?: string };
  const can = useCan();
  const readable = tabs.filter((name) => can(tabEndpoints[name]?.allow ?? vehicles.get.allow));
  const tab: Tab = readable.find((name) => name === search.tab) ?? 'now';
  const { data, error, refetch, dataUpdatedAt } = useQuery(query(vehicles.get, { params: { id } }));
  useSubscription({ vehicles: [id] });
  const last = useLastStart({ id, remoteControl: data?.remoteControl ?? 'none' });
  const pushed = useVehicleNow(id, { at: dataUpdatedAt, lastSeenAt: data?.now.lastSeenAt });
  const vehicle: VehicleDetail | undefined = data && pushed ? { ...data, ...withNow(data, pushed), now: pushed } : data;
  useEffect(() => {
    if (data) document.title = `${data.vin} · Headland`;
  }, [data]);

  if (!vehicle) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return <VehicleMissing />;
    return <PageWaits error={error} refetch={refetch} />;
  }
  const go = (next: Tab): void =>
    void navigate({ to: '.', search: next === 'now' ? {} : { tab: next }, replace: true });
  return (
    <Flex direction="column" flex="1" minH="0" minW="0" bg="surface" css={lowWindow('[role=tabpanel]', '360px')}>
      <Head vehicle={vehicle} last={last} />
      <RemoteStartResult last={last} />
      <Tabs<Tab>
        label={vehicle.vin}
        value={tab}
        choices={readable.map((value) => ({ value, label: t(`vehicle.tab.${value}`), count: openOf(vehicle, value) }))}
        onChange={go}
      />
      <chakra.div
        role="tabpanel"
        aria-label={t(`vehicle.tab.${tab}`)}
        flex="1"
        minH="0"
        display="flex"
        flexDirection="column"
        bg={tab === 'now' ? 'ground' : 'surface'}
      >
        {tab === 'now' && <NowTab vehicle={vehicle} />}
        {tab === 'track' && <TrackTab vehicle={vehicle} />}
        {tab === 'hours' && <HoursTab vehicle={vehicle} />}
        {tab === 'faults' && <VehicleFaults id={id} />}
        {tab === 'sos' && <VehicleSosAlerts id={id} />}
        {tab === 'consumables' && <RedatingNote model={vehicle.model} />}
        {tab === 'consumables' && <VehicleConsumables id={id} />}
        {tab === 'history' && <VehicleHistory id={id} />}
        {tab === 'info' && <VehicleInfo vehicle={vehicle} />}
      </chakra.div>
    </Flex>
  );
}

/** A tab shows the number of its open items. */
function openOf({ openFaults, openSos }: VehicleDetail, tab: Tab): number | undefined {
  const n = tab === 'faults' ? openFaults : tab === 'sos' ? openSos : 0;
  return n > 0 ? n : undefined;
}

function Head({ vehicle, last }: { vehicle: VehicleDetail; last: RemoteStart | null }) {
  const { t, of, number } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  // a console may be built without it
  const hasRemote = `${remotePage}/$number` in useRouter().routesByPath;
  const { vin, openSos, openFaults } = vehicle;
  return (
    <Flex
      as="header"
      px="4"
      pt="3"
      pb="2"
      gap="3"
      align="flex-start"
      flexShrink={0}
      wrap={{ base: 'wrap', md: 'nowrap' }}
    >
      <IconButton
        label={t('vehicle.toList')}
        icon={<ArrowLeft size={18} />}
        onClick={() => void navigate({ to: '/status' })}
        ml="-2"
      />
      {vehicle.imageId !== null && (
        <chakra.span
          w="66px"
          h="44px"
          flexShrink={0}
          overflow="hidden"
          borderRadius="chip"
          bg="sunken"
          display={{ base: 'none', md: 'block' }}
        >
          <StoredImage id={vehicle.imageId} alt={vehicle.imageAlt || vehicle.model} fallback={null} />
        </chakra.span>
      )}
      <chakra.div flex="1" minW="0">
        <Flex gap="3" align="baseline" wrap="wrap">
          <chakra.h1 textStyle="title" className="num" overflowWrap="anywhere">
            {vin}
          </chakra.h1>
          <chakra.span color="ink2">{vehicle.model}</chakra.span>
          <chakra.span color="ink3" textStyle="dense" className="num">
            {vehicle.deviceId === null ? (
              t('vehicle.noDevice')
            ) : can(devices.get.allow) && vehicle.deviceKey !== null ? (
              <Link to={toRecord('/deviceDetail', vehicle.deviceKey)}>{vehicle.deviceId}</Link>
            ) : (
              vehicle.deviceId
            )}
          </chakra.span>
        </Flex>
        <Flex gap="4" rowGap="1" mt="1" align="center" wrap="wrap" textStyle="dense" color="ink2">
          {vehicle.online && <VehicleStateLabel vehicle={{ ...vehicle, openSos: 0, openFaults: 0 }} />}
          <Flex align="center" gap="1.5">
            <StateMark state={vehicle.online ? 'normal' : 'off'} size={9} />
            {t(vehicle.online ? 'vehicle.online' : 'state.offline')}
            <chakra.span className="num" color={vehicle.state === 'offline' ? 'watch.ink' : 'ink3'}>
              {vehicle.lastSeenAt === null ? t('state.never') : <Age since={vehicle.lastSeenAt} ago />}
            </chakra.span>
          </Flex>
          {vehicle.place && <span>{of(vehicle.place)}</span>}
          <span>{vehicle.dealer.name}</span>
          {openSos > 0 && (
            <Alarm state="now" to={can(sosAlerts.list.allow) ? '/sos' : null} vin={vin}>
              {t('vehicle.openSosCount', { n: number(openSos) })}
            </Alarm>
          )}
          {openFaults > 0 && (
            <Alarm
              state={vehicle.worstFault === 'critical' ? 'now' : vehicle.worstFault === 'minor' ? 'watch' : 'today'}
              to={can(faults.list.allow) ? '/breakdown' : null}
              vin={vin}
            >
              {t('vehicle.openFaultCount', { n: number(openFaults) })}
            </Alarm>
          )}
        </Flex>
      </chakra.div>
      <Flex
        // so near that they fit into two lines of a phone
        gap={{ base: '1.5', md: '2' }}
        wrap="wrap"
        flexBasis={{ base: '100%', md: 'auto' }}
        justify={{ md: 'flex-end' }}
      >
        <WatchMenu vehicle={vehicle} />
        {can('remote:R') && hasRemote && vehicle.deviceId !== null && (
          <Button
            icon={<Stethoscope size={15} />}
            onClick={() => void navigate({ to: toRecord(remotePage, vehicle.id) })}
          >
            {t('vehicle.toRemote')}
          </Button>
        )}
        <RemoteStartButtons vehicle={vehicle} last={last} />
        {can(vehicles.change.allow) && (
          <Button
            icon={<Pencil size={15} />}
            onClick={() => void navigate({ to: toRecord('/statusModi', vehicle.id) })}
          >
            {t('vehicle.edit')}
          </Button>
        )}
        <HelpButton />
      </Flex>
    </Flex>
  );
}

/** What is open on this vehicle; it leads to its queue where the member may read that. */
function Alarm({
  state,
  to,
  vin,
  children,
}: {
  state: 'now' | 'today' | 'watch';
  to: string | null;
  vin: string;
  children: string;
}) {
  const inner = (
    <chakra.span
      display="inline-flex"
      gap="1.5"
      alignItems="center"
      px="2"
      h="22px"
      borderRadius="chip"
      border="1px solid"
      borderColor={`${state}.line`}
      bg={`${state}.soft`}
      color={`${state}.ink`}
      textStyle="label"
    >
      <StateMark state={state} />
      {children}
    </chakra.span>
  );
  return to === null ? (
    inner
  ) : (
    <Link to={to} search={{ vin }}>
      {inner}
    </Link>
  );
}
