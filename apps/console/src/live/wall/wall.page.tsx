import { chakra, Flex } from '@chakra-ui/react';
import type { WallSettings } from '@headland/contracts/kiosk';
import type { WallPicture } from '@headland/contracts/wall';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { TokenHolder } from '../../lib/call';
import { serverTimeOf, useNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { dayText, timeText } from '../../lib/time';
import { LiveProvider, useLiveCounts, useLiveEvents, useLiveState } from '../../lib/live/live';
import { useFixedLook } from '../../lib/use-theme';
import { BrandMark } from '../../ui/brand';
import { chime } from '../../lib/sound';
import { StateMark } from '../../ui/state-mark';
import { isWaiting } from './attention';
import { keepLook, kioskHolder, type KioskLook, kioskLook, kioskName, readKioskToken } from './kiosk';
import { MapGuard } from './map-guard';
import { usePicture } from './use-picture';
import { stageWidthPx, useStage } from './use-stage';
import { usePlaylist } from './use-playlist';
import { ConsumableBoard, FaultBoard, FigureBoard, SosBoard } from './wall-boards';
import { becomesCurrent, soundsAt } from './wall-sound';
import { useSosSound } from './use-sos-sound';
import { useKioskMaintenance } from './use-kiosk-maintenance';
import { WallMap } from './wall-map';
import { WallQueues } from './wall-queues';
import { WallStrip } from './wall-strip';

const retryMs = 3_000;
/** After this long without a message the whole width shows it. */
const stoppedMs = 5_000;
const topPx = 64;
const stripPx = 184;
const barPx = 88;

/**
 * The wall display: its own kiosk token, full screen, without a pointer; what it shows is configured with the token. It
 * recovers by itself, and shows when its data is old.
 */
export function WallPage() {
  const { t } = useI18n();
  const [token] = useState(readKioskToken);
  const [look, setLook] = useState(kioskLook);
  const [ended, setEnded] = useState(false);
  const [stream, setStream] = useState(0);
  const cache = useMemo(
    () => new QueryClient({ defaultOptions: { queries: { retry: true, retryDelay: retryMs } } }),
    [],
  );
  const holder = useMemo(
    () =>
      token === null
        ? null
        : kioskHolder(token, { onEnd: () => setEnded(true), onFresh: () => setStream((n) => n + 1) }),
    [token],
  );
  useFixedLook(look);
  if (holder === null) return <Ended title={t('wall.denied')} text={t('wall.deniedText')} />;
  if (ended) return <Ended title={t('wall.signedOut')} text={t('wall.signedOutText')} />;
  return (
    <QueryClientProvider client={cache}>
      <Opened holder={holder}>
        <LiveProvider key={stream} holder={holder}>
          <Wall holder={holder} onLook={setLook} />
        </LiveProvider>
      </Opened>
    </QueryClientProvider>
  );
}

/**
 * The stream needs the access token that the display's own is exchanged for; while the server is away this is retried.
 */
function Opened({ holder, children }: { holder: TokenHolder; children: ReactNode }) {
  const { t } = useI18n();
  const [opened, setOpened] = useState(holder.access() !== null);
  useEffect(() => {
    if (opened) return;
    const open = (): void =>
      void holder.renew('').then(
        () => setOpened(true),
        () => undefined,
      );
    open();
    const timer = setInterval(open, retryMs);
    return () => clearInterval(timer);
  }, [holder, opened]);
  return opened ? children : <Plain>{t('wall.connecting')}</Plain>;
}

function Wall({ holder, onLook }: { holder: TokenHolder; onLook: (look: KioskLook) => void }) {
  const { t } = useI18n();
  const data = usePicture(holder);
  const [newest, setNewest] = useState<WallPicture['sos'][number] | null>(null);
  const live = useLiveCounts();
  const shift = useKioskMaintenance();
  const stage = useStage();
  const stopped = useStopped();
  const settings = data?.settings ?? null;
  const isSilent = useSosSound(data?.sos ?? none, settings);
  useLiveEvents((event) => {
    if (settings !== null) chime(soundsAt(event, settings), settings.volume / 100);
    const current = becomesCurrent(event, data?.sos ?? none);
    if (current !== null) setNewest(current);
  });
  const { language, theme } = settings ?? {};
  useEffect(() => {
    if (language !== undefined && theme !== undefined) onLook(keepLook({ language, theme }));
  }, [language, theme, onLook]);
  // an SOS that nobody has acknowledged holds the playlist and the map
  const isHeld = data?.sos.some(isWaiting) ?? false;
  const step = usePlaylist(settings?.playlist ?? tour, isHeld);
  if (!data) return <Plain>{t('wall.connecting')}</Plain>;
  const { faultsOpen } = data;
  const counts = live ?? data;
  const view = isHeld || step === undefined ? 'tour' : step.view;
  const isFigures = view === 'figures';
  const heightPx = stage.heightPx - topPx - (isFigures ? 0 : stripPx) - (stopped ? barPx : 0);
  const area = step?.view === 'map' ? data.areas.find((a) => a.organizationId === step.organizationId) : undefined;
  const Board = view === 'tour' || view === 'map' || isFigures ? null : boards[view];
  return (
    <chakra.main
      data-view={view}
      css={stageCss}
      style={{ zoom: stage.scale, height: `${stage.heightPx}px`, transform: `translate(${shift.x}px, ${shift.y}px)` }}
    >
      {stopped && (
        <Flex css={stoppedCss} role="alert">
          <StateMark state="watch" size={34} color="currentColor" />
          {t('wall.stopped', { time: stopped.at === null ? '' : timeText(stopped.at) })}
        </Flex>
      )}
      <Top
        title={[data.organization, area?.name, data.name].filter((part) => part !== undefined).join(' · ')}
        isSilent={isSilent}
      />
      <chakra.div pos="relative" flex="1" minH="0" opacity={stopped ? 0.55 : 1}>
        <chakra.div css={mapCss}>
          <MapGuard
            instead={
              <Flex align="center" justify="center" fontSize="28px" color="ink3">
                {t('wall.noMap')}
              </Flex>
            }
          >
            <WallMap
              alerts={data.sos}
              newest={newest}
              plan={Board !== null || isFigures ? 'still' : view === 'map' ? (area ?? 'tour') : 'tour'}
            />
          </MapGuard>
          <WallQueues
            heightPx={heightPx}
            sos={data.sos}
            sosOpen={data.sosOpen}
            faults={data.faults}
            faultsOpen={faultsOpen.critical + faultsOpen.major + faultsOpen.minor}
          />
        </chakra.div>
        {/* over the map, which stays: an SOS shows at once, and nothing is built anew at each turn */}
        {(Board !== null || isFigures) && (
          <chakra.div pos="absolute" inset="0" zIndex={700} bg="ground">
            {Board === null ? (
              <FigureBoard snapshot={data} counts={counts} />
            ) : (
              <Board snapshot={data} heightPx={heightPx} />
            )}
          </chakra.div>
        )}
      </chakra.div>
      {!isFigures && <WallStrip snapshot={data} counts={counts} dimmed={stopped !== null} />}
    </chakra.main>
  );
}

const none: readonly never[] = [];
const tour: WallSettings['playlist'] = [{ view: 'tour', seconds: 300 }];
const boards = { sos: SosBoard, faults: FaultBoard, consumables: ConsumableBoard };

/** Since when nothing arrives, once that is worth the bar; null while connected, or lost for a moment only. */
function useStopped(): { at: number | null } | null {
  const { state, lastAt } = useLiveState();
  const now = useNow();
  const at = lastAt === null ? null : serverTimeOf(lastAt);
  return state === 'stopped' || (at !== null && now - at > stoppedMs) ? { at } : null;
}

/** `isSilent`: the browser blocks a sound that is wanted. */
function Top({ title, isSilent }: { title: string; isSilent: boolean }) {
  const { t } = useI18n();
  const { state } = useLiveState();
  return (
    <Flex
      h={`${topPx}px`}
      px="28px"
      align="center"
      gap="20px"
      bg="surface"
      borderBottom="1px solid"
      borderColor="line"
      fontSize="28px"
      flexShrink={0}
      whiteSpace="nowrap"
    >
      <BrandMark size={36} />
      <b>Headland</b>
      <chakra.h1
        color="ink2"
        fontWeight="400"
        borderLeft="1px solid"
        borderColor="lineStrong"
        pl="20px"
        minW="0"
        flex="1"
        truncate
        lineHeight="40px"
      >
        {title}
      </chakra.h1>
      {isSilent && (
        <Flex
          role="status"
          gap="12px"
          align="center"
          px="16px"
          py="4px"
          lineHeight="38px"
          borderRadius="card"
          bg="watch.fill"
          color="watch.on"
        >
          <StateMark state="watch" size={20} color="currentColor" />
          {t('wall.soundBlocked')}
        </Flex>
      )}
      <Flex gap="12px" align="center" color={state === 'live' ? 'ink2' : 'watch.ink'}>
        <StateMark state={state === 'live' ? 'normal' : 'watch'} size={20} />
        {t(`live.${state}`)}
      </Flex>
      <Clock />
    </Flex>
  );
}

function Clock() {
  const { language } = useI18n();
  const now = useNow();
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short' }).format(now);
  return (
    <>
      <chakra.span color="ink2" className="num">
        {dayText(now)} {weekday}
      </chakra.span>
      <chakra.b className="num" fontSize="48px" lineHeight="56px">
        {timeText(now)}
      </chakra.b>
    </>
  );
}

/** Without a token, or with one that counts no longer. */
const Ended = ({ title, text }: { title: string; text: string }) => (
  <Plain>
    <chakra.h1 fontSize="48px" lineHeight="60px" fontWeight="700">
      {title}
    </chakra.h1>
    {kioskName() !== '' && <div>{kioskName()}</div>}
    <chakra.div color="ink2" fontSize="28px" maxW="26em" textAlign="center" wordBreak="keep-all">
      {text}
    </chakra.div>
  </Plain>
);

const Plain = ({ children }: { children: ReactNode }) => (
  <chakra.main>
    <Flex
      role="status"
      direction="column"
      gap="5"
      h="100vh"
      px="8"
      align="center"
      justify="center"
      bg="ground"
      color="ink"
      fontSize="32px"
      lineHeight="44px"
      cursor="none"
    >
      {children}
    </Flex>
  </chakra.main>
);

const stageCss = {
  width: `${stageWidthPx}px`,
  display: 'flex',
  flexDirection: 'column',
  background: 'var(--ground)',
  color: 'var(--ink)',
  cursor: 'none',
  overflow: 'hidden',
  userSelect: 'none',
  '& *': { cursor: 'none !important' },
} as const;
const mapCss = {
  height: '100%',
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) 640px',
  gridTemplateRows: 'minmax(0,1fr)',
} as const;
const stoppedCss = {
  gap: '20px',
  alignItems: 'center',
  justifyContent: 'center',
  height: `${barPx}px`,
  flexShrink: 0,
  background: 'var(--watch-fill)',
  color: 'var(--on-watch)',
  fontSize: '48px',
  fontWeight: 700,
} as const;
