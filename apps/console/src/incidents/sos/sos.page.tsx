import { chakra, Flex } from '@chakra-ui/react';
import { sosAlerts } from '@headland/contracts/sos';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { serverTimeOf } from '../../lib/clock';
import { useAction } from '../../ui/use-action';
import { useKeptFocus } from '../../lib/use-kept-focus';
import { useKeys } from '../../lib/use-keys';
import { useStill } from '../../lib/use-still';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { useLiveEvents, useLiveState, useReconnect } from '../../lib/live/live';
import { query, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { HeardTitle } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { StateMark } from '../../ui/state-mark';
import { useList } from '../../ui/use-list';
import { SosDetail } from './sos-detail';
import { SosQueue } from './sos-queue';
import { usePolling } from './use-polling';

/**
 * The SOS queue at the left, the open SOS with its map and actions beside it. Below 1200 px the open one replaces the
 * list.
 */
export function SosPage() {
  const { t, of } = useI18n();
  const list = useList(sosAlerts.list, { refetchInterval: usePolling() });
  const can = useCan();
  const mayAct = can(sosAlerts.acknowledge.allow);
  const acknowledge = useAction(sosAlerts.acknowledge, { success: t('sos.toast.acknowledged') });
  const { openId, open, rows } = list;
  const [announcement, setAnnouncement] = useState('');
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box);

  useLiveEvents((event) => {
    if (event.name !== 'sos.raised' || !('sos' in event.payload)) return;
    const { sos } = event.payload;
    // a new SOS opens its panel only if none is open, so that no work is interrupted
    if (openId === null && !sos.late) open(sos.id);
    // the red bar announces the alerts it sounds for; this announces those it does not show
    if (!mayAct || sos.late)
      setAnnouncement(
        t('sos.newRow', {
          type: t(`sosType.${sos.type}`),
          vin: sos.vehicle.vin,
          place: sos.place ? of(sos.place) : t('sos.noPosition'),
        }),
      );
  });
  const move = useCallback(
    (by: 1 | -1) => {
      const at = rows.findIndex((r) => r.id === openId);
      const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))];
      if (!next) return;
      open(next.id);
      // a screen reader follows the focus; where the SOS covers the queue, its row has none
      document.querySelector<HTMLElement>(`[data-row="${next.id}"]`)?.focus();
    },
    [rows, openId, open],
  );
  const { data: sos } = useQuery({
    ...query(sosAlerts.get, { params: { id: openId ?? 0 } }),
    enabled: openId !== null,
  });
  const top = rows.find((r) => r.status === 'raised');
  // A acts on the visible SOS, and only after it was visible for a moment: not on one that has just moved there
  const still = useStill(
    [openId, sos?.status, openId === null ? top?.id : rows.findIndex((r) => r.id === openId)].join(' '),
  );
  /** two presses may come before the first is rendered */
  const sent = useRef<number | null>(null);
  const acknowledges = mayAct && still && sos?.id === openId && sos?.status === 'raised';
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    a: () => {
      if (openId === null && mayAct && still && top) open(top.id);
      if (openId === null || !acknowledges || sent.current === openId) return;
      sent.current = openId;
      acknowledge.run({ params: { id: openId } }, { onError: () => (sent.current = null) });
    },
    Escape: () => {
      if (openId === null) return;
      open(null);
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${openId}"]`)?.focus());
    },
  });
  useEffect(() => {
    if (openId !== null) document.querySelector(`[data-row="${openId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [openId]);

  const detail = openId !== null;
  // history takes the whole width until one of its rows is opened
  const past = list.filter.tab !== 'queue' && !detail;
  return (
    <Flex direction="column" flex="1" minH="0">
      <LostBar />
      {detail && <HeardTitle>SOS</HeardTitle>}
      <div className="sr" role="status" aria-live="polite">
        {announcement}
      </div>
      <chakra.div
        flex="1"
        minH="0"
        display="grid"
        gridTemplateColumns={{
          base: 'minmax(0,1fr)',
          xl: past ? 'minmax(0,1fr)' : 'clamp(372px, 30vw, 436px) minmax(0,1fr)',
        }}
        gridTemplateRows="minmax(0,1fr)"
        bg="surface"
      >
        <chakra.div
          display={{ base: detail ? 'none' : 'flex', xl: 'flex' }}
          minH="0"
          minW="0"
          borderRight={{ xl: '1px solid' }}
          borderColor={{ xl: 'lineStrong' }}
        >
          <SosQueue list={list} mayAct={mayAct} alone={!detail} />
        </chakra.div>
        <chakra.div
          ref={box}
          tabIndex={-1}
          outline="0"
          display={{ base: detail ? 'flex' : 'none', xl: past ? 'none' : 'flex' }}
          minH="0"
          minW="0"
        >
          {openId === null ? (
            <EmptyState title={t('sos.pick')} text={t('sos.pickText')} />
          ) : (
            <SosDetail key={openId} id={openId} isKeyDisabled={acknowledges} onClose={() => open(null)} />
          )}
        </chakra.div>
      </chakra.div>
    </Flex>
  );
}

/** Without the stream an SOS may be missed: this page shows it in red, and polls every five seconds. */
function LostBar() {
  const { t } = useI18n();
  const { state, lastAt } = useLiveState();
  const reconnect = useReconnect();
  if (state !== 'stopped') return null;
  return (
    <Flex
      role="alert"
      align="center"
      gap="2.5"
      px="4"
      minH="12"
      py="1"
      bg="now.fill"
      color="now.on"
      textStyle="strong"
      flexShrink={0}
    >
      <StateMark state="now" size={16} color="currentColor" />
      <chakra.span flex="1">
        <chakra.b fontWeight="700">{t('sos.liveStopped')}</chakra.b>{' '}
        <chakra.span fontWeight="400">
          {t('sos.liveStoppedText', { time: lastAt === null ? '–' : timeText(serverTimeOf(lastAt)) })}
        </chakra.span>
      </chakra.span>
      <Button
        onClick={reconnect}
        bg="transparent"
        color="now.on"
        borderColor="now.on"
        _hover={{ bg: 'rgb(255 255 255 / .14)' }}
      >
        {t('live.reconnectNow')}
      </Button>
    </Flex>
  );
}
