import { chakra, Flex } from '@chakra-ui/react';
import { wall, type WallPicture } from '@headland/contracts/wall';
import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { clockOf } from '../lib/age';
import { createCaller } from '../lib/call';
import { serverNow, useNow } from '../lib/clock';
import { useWords } from '../lib/text';
import { dayText, timeText } from '../lib/time';
import { LiveProvider, useLiveCounts, useLiveEvents, useLiveState } from '../live/live';
import { BrandMark } from '../shell/brand';
import { chime } from '../shell/sound';
import { StateMark } from '../ui/state-mark';
import { kioskHolder, kioskName, takeKioskToken } from './kiosk';
import { afterEvent } from './picture';
import { useUpkeep } from './use-upkeep';
import { WallMap } from './wall-map';
import { WallQueues } from './wall-queues';

const width = 1920;

/** The wall: a kiosk token of its own, full screen, dark, without a pointer. It comes back by itself, and says when what it shows is old. */
export function WallPage() {
  const [token] = useState(takeKioskToken);
  const [ended, setEnded] = useState(token === null);
  const cache = useMemo(() => new QueryClient({ defaultOptions: { queries: { retry: true, retryDelay: 3_000 } } }), []);
  const holder = useMemo(() => (token === null ? null : kioskHolder(token, () => setEnded(true))), [token]);
  useDark();
  if (holder === null || ended) return <Denied />;
  return (
    <QueryClientProvider client={cache}>
      <LiveProvider holder={holder}><Wall holder={holder} /></LiveProvider>
    </QueryClientProvider>
  );
}

function Wall({ holder }: { holder: ReturnType<typeof kioskHolder> }) {
  const { t, number } = useWords();
  const cache = useQueryClient();
  const { query } = useMemo(() => createCaller(holder), [holder]);
  const picture = query(wall.picture);
  const key = picture.queryKey;
  const [opened, setOpened] = useState(holder.access() !== null);
  useEffect(() => {
    if (opened) return;
    const open = (): void => void holder.renew('').then(() => setOpened(true), () => undefined);
    open();
    const timer = setInterval(open, 5_000);
    return () => clearInterval(timer);
  }, [holder, opened]);
  const { data } = useQuery({ ...picture, enabled: opened, refetchInterval: 30_000, refetchIntervalInBackground: true });
  const [newest, setNewest] = useState<WallPicture['sos'][number] | null>(null);
  const status = useLiveState();
  const live = useLiveCounts();
  const shift = useUpkeep();
  useLiveEvents((event) => {
    cache.setQueryData<WallPicture>(key, (old) => old && afterEvent(old, event));
    if (event.name === 'sos.raised' && 'sos' in event.payload && !event.payload.sos.late) {
      setNewest(event.payload.sos);
      if (data?.sound) chime(3);
    } else if (event.name === 'fault.completed' || event.name === 'fault.accepted' || event.name.startsWith('sos.')) void cache.invalidateQueries({ queryKey: key });
  });
  const scale = useScale();
  const stopped = status.state === 'stopped' || (status.state === 'reconnecting' && status.lastAt !== null && serverNow() - status.lastAt > 5_000);
  if (!data) return <Plain>{t('wall.connecting')}</Plain>;
  const { faultsOpen } = data;
  const counts = live ?? data;
  return (
    <chakra.div css={stageCss} style={{ zoom: scale, height: `${window.innerHeight / scale}px`, transform: `translate(${shift.x}px, ${shift.y}px)` }}>
      {stopped && <Flex css={stoppedCss} role="alert"><StateMark state="watch" size={34} color="currentColor" />{t('wall.stopped', { time: status.lastAt === null ? '' : timeText(status.lastAt) })}</Flex>}
      <Flex h="64px" px="28px" align="center" gap="20px" bg="surface" borderBottom="1px solid" borderColor="line" fontSize="28px" flexShrink={0}>
        <BrandMark size={36} /><b>Headland</b>
        <chakra.span color="ink2" borderLeft="1px solid" borderColor="lineStrong" pl="20px">{data.organization} · {data.name}</chakra.span>
        <chakra.span flex="1" />
        <Flex gap="12px" align="center" color="ink2"><StateMark state={status.state === 'live' ? 'normal' : 'watch'} size={20} />{t(status.state === 'live' ? 'live.live' : 'live.reconnecting')}</Flex>
        <Clock />
      </Flex>
      <chakra.div flex="1" minH="0" display="grid" gridTemplateColumns="minmax(0,1fr) 640px" opacity={stopped ? 0.55 : 1}>
        <WallMap calls={data.sos} newest={newest} />
        <WallQueues sos={data.sos} sosOpen={data.sosOpen} faults={data.faults} faultsOpen={faultsOpen.critical + faultsOpen.major + faultsOpen.minor} />
      </chakra.div>
      <Flex h="184px" flexShrink={0} bg="surface" borderTop="1px solid" borderColor="line" opacity={stopped ? 0.45 : 1}>
        <Cell label={t('wall.vehicles')} value={number(counts.vehicles)} />
        <Cell label={t('wall.online')} value={number(counts.online)} />
        <Cell label={t('wall.engineOn')} value={number(counts.engineOn)} />
        <Cell label={t('wall.sos')} value={number(data.sosOpen)} colour={data.sosOpen > 0 ? 'now.ink' : undefined} />
        <Cell label={t('severity.critical')} mark="now" value={number(faultsOpen.critical)} colour={faultsOpen.critical > 0 ? 'now.ink' : undefined} />
        <Cell label={t('severity.major')} mark="today" value={number(faultsOpen.major)} colour={faultsOpen.major > 0 ? 'today.ink' : undefined} />
        <Cell label={t('severity.minor')} mark="watch" value={number(faultsOpen.minor)} />
        <Cell label={t('wall.accepted')} value={number(data.acceptedToday)} />
        <Cell label={t('wall.completed')} value={number(data.completedToday)} />
        <Cell label={t('wall.median')} value={data.medianAcknowledgeSeconds === null ? '–' : clockOf(Math.round(data.medianAcknowledgeSeconds))} last />
      </Flex>
    </chakra.div>
  );
}

function Cell({ label, value, mark, colour, last = false }: { label: string; value: string; mark?: 'now' | 'today' | 'watch'; colour?: string | undefined; last?: boolean }) {
  return (
    <chakra.div flex="1 1 auto" px="16px" pt="20px" borderRight={last ? '0' : '1px solid'} borderColor="line" whiteSpace="nowrap">
      <Flex fontSize="28px" lineHeight="36px" color={colour ?? 'ink2'} gap="10px" align="center">{mark && <StateMark state={mark} size={22} />}{label}</Flex>
      <chakra.div className="num" fontSize="96px" lineHeight="104px" fontWeight="700" letterSpacing="-.03em" color={colour ?? 'ink'}>{value}</chakra.div>
    </chakra.div>
  );
}

function Clock() {
  const { language } = useWords();
  const now = useNow();
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short' }).format(now);
  return <><chakra.span color="ink2" className="num">{dayText(now)} {weekday}</chakra.span><chakra.b className="num" fontSize="48px" lineHeight="56px">{timeText(now)}</chakra.b></>;
}

function Denied() {
  const { t } = useWords();
  return <Plain><b>{t('wall.denied')}</b>{kioskName() !== '' && <div>{kioskName()}</div>}<chakra.div color="ink2" maxW="24em" textAlign="center">{t('wall.deniedText')}</chakra.div></Plain>;
}

const Plain = ({ children }: { children: ReactNode }) => <Flex direction="column" gap="5" h="100vh" align="center" justify="center" bg="ground" color="ink" fontSize="32px">{children}</Flex>;

/** The stage is drawn for 1920 px and scaled to the screen, so that what is readable at 5 m stays so on any wall. */
function useScale(): number {
  const [scale, setScale] = useState(() => window.innerWidth / width);
  useEffect(() => {
    const fit = (): void => setScale(window.innerWidth / width);
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, []);
  return scale;
}

/** The wall is always dark, whatever this browser's console is set to. */
function useDark(): void {
  useEffect(() => {
    const root = document.documentElement;
    const before = root.dataset.theme;
    root.dataset.theme = 'dark';
    return () => {
      if (before !== undefined) root.dataset.theme = before;
    };
  }, []);
}

const stageCss = { width: `${width}px`, display: 'flex', flexDirection: 'column', background: 'var(--ground)', color: 'var(--ink)', cursor: 'none', overflow: 'hidden', userSelect: 'none', '& *': { cursor: 'none !important' } } as const;
const stoppedCss = { gap: '20px', alignItems: 'center', justifyContent: 'center', height: '88px', flexShrink: 0, background: 'var(--watch-fill)', color: 'var(--on-watch)', fontSize: '48px', fontWeight: 700 } as const;
