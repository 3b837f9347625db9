import { chakra, Flex } from '@chakra-ui/react';
import { diagnosis, type ServiceDetail } from '@headland/contracts/diagnosis';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import type { Search } from '../lib/search';
import { useWords } from '../lib/text';
import { useLiveEvents, useLook, useVehicleNow } from '../live/live';
import { useCan } from '../session/session';
import { IconButton } from '../ui/button';
import { Page } from '../ui/panel';
import { Tabs } from '../ui/tabs';
import { WithRecord } from '../ui/with-record';
import { ConnectCard, SessionFigures, SessionMessages, StateLine } from './connection';
import { DataMonitor } from './data-monitor';
import { EngineInfoTab } from './engine-info';
import { FaultInfo } from './fault-info';
import { TestsTab } from './tests-tab';
import { HistoryTab } from './history-tab';
import { useSession } from './use-session';
import { withNow } from './use-live-service';

export const remoteTabs = ['engine', 'faults', 'monitor', 'tests', 'history'] as const;
type RemoteTab = (typeof remoteTabs)[number];

/** How often what must hold to connect is read again while nobody here is connected: no event tells of a key or of a battery. */
const lookMs = 5_000;

/** One machine that is served from afar: connect, look at its engine, its faults and its values, test it. */
export function RemoteDetailPage() {
  const { t } = useWords();
  const list = { to: '/remote', label: t('remote.toList'), missing: t('remote.missing') };
  return (
    <WithRecord endpoint={diagnosis.get} list={list} every={({ vehicle }) => (vehicle.holder?.mine === true ? false : lookMs)}>
      {(detail, look) => <Remote key={detail.vehicle.id} detail={detail} look={look} />}
    </WithRecord>
  );
}

function Remote({ detail: read, look }: { detail: ServiceDetail; look: () => Promise<unknown> }) {
  const { t } = useWords();
  const can = useCan();
  const navigate = useNavigate();
  const { tab: asked } = useSearch({ strict: false }) as Search;
  const tab: RemoteTab = remoteTabs.find((name) => name === asked) ?? 'engine';
  const { id } = read.vehicle;
  useLook({ vehicles: [id] });
  const now = useVehicleNow(id);
  const detail = { ...read, vehicle: withNow(read.vehicle, now ?? undefined) };
  const session = useSession(detail);
  useLiveEvents(({ payload }) => {
    if (!session.open && (payload as { vehicleId?: unknown }).vehicleId === id) void look();
  });
  const { vin, model, dealer } = detail.vehicle;
  useEffect(() => {
    document.title = `${vin} · Headland`;
  }, [vin]);
  const goTo = (next: RemoteTab): void => void navigate({ to: '.', search: { tab: next } as never, replace: true });
  const faults = session.view?.faults ?? null;
  return (
    <Page
      head={
        <>
          <Flex as="header" px="4" py="2" minH="14" gap="3" align="center" wrap="wrap" flexShrink={0}>
            <IconButton label={t('remote.toList')} icon={<ArrowLeft size={18} />} onClick={() => void navigate({ to: '/remote' })} ml="-2" />
            <chakra.h1 textStyle="title" className="num" overflowWrap="anywhere">
              {vin}
            </chakra.h1>
            <chakra.span color="ink2">
              {model} · {dealer.name}
            </chakra.span>
            <chakra.span flex="1" />
            <SessionFigures session={session} detail={detail} />
          </Flex>
          <StateLine session={session} />
          <SessionMessages session={session} />
          <Tabs
            label={t('screen.remoteDetail')}
            value={tab}
            onChange={goTo}
            choices={[
              { value: 'engine', label: t('remote.tab.engine') },
              { value: 'faults', label: t('remote.tab.faults'), count: faults === null ? undefined : faults.stored.length + faults.pending.length },
              { value: 'monitor', label: t('remote.tab.monitor') },
              { value: 'tests', label: t('remote.tab.tests') },
              { value: 'history', label: t('remote.tab.history') },
            ]}
          />
        </>
      }
    >
      <chakra.div
        pos="relative"
        flex="1"
        minH="0"
        overflowY="auto"
        px={{ base: '3', md: '4' }}
        py="3"
        display="grid"
        gap="3"
        alignContent="start"
        gridAutoRows="max-content"
      >
        {!session.open && can(diagnosis.get.allow) && <ConnectCard session={session} detail={detail} kind="remote" />}
        {tab === 'engine' && <EngineInfoTab session={session} detail={detail} />}
        {tab === 'faults' && <FaultInfo session={session} />}
        {tab === 'monitor' && <DataMonitor session={session} />}
        {tab === 'tests' && <TestsTab session={session} />}
        {tab === 'history' && <HistoryTab vehicleId={id} />}
      </chakra.div>
    </Page>
  );
}
