import { chakra, Flex } from '@chakra-ui/react';
import { sosAlerts, type SosRow } from '@headland/contracts/sos';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, Volume2, VolumeX } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { serverNow, useNow } from '../lib/clock';
import { useAction } from '../ui/use-action';
import { useKeys } from '../lib/use-keys';
import { useStill } from '../lib/use-still';
import { useI18n } from '../lib/i18n';
import { useCan } from '../lib/session/session';
import { useStored } from '../lib/session/store';
import { Age } from '../ui/age';
import { Button } from '../ui/button';
import { Kbd } from '../ui/kbd';
import { StateMark } from '../ui/state-mark';
import { mostUrgent, useNewestSos, useRaisedSos } from './raised-sos';
import { useRinging } from './ringing';
import { SosBarList } from './sos-bar-list';
import { soundState } from '../lib/sound';

export const muteMs = 10 * 60_000;

/**
 * The red bar above everything while an SOS is raised, for holders of U on `sos`: names the newest, then the most
 * urgent; sounds until a person acknowledges.
 */
export function SosBar() {
  const mayAct = useCan()('sos:U');
  const { t } = useI18n();
  const { alerts, total, loaded, unreachable } = useRaisedSos(mayAct);
  const newest = useNewestSos(alerts, loaded);
  const [mutedUntil, setMutedUntil] = useStored('mutedUntil');
  const now = useNow();
  // The stored value may be invalid; muting never lasts longer than this.
  const muted = mutedUntil > now && mutedUntil - now <= muteMs;
  const sos = newest ?? alerts[0];
  useRinging(alerts.length > 0 && !muted);
  useAlarm(sos, muted);
  useDesktopNotices(alerts);
  const box = useRef<HTMLDivElement>(null);
  useHeightProperty(box);
  return (
    // Above any dialog's backdrop, so that it stays usable: an SOS does not wait for a form.
    <chakra.div ref={box} id="sos-bar" pos="relative" zIndex="toast">
      <Announcer alerts={alerts} />
      {unreachable && (
        <Flex role="alert" align="center" gap="2.5" px="4" minH="9" bg="watch.fill" color="watch.on" textStyle="strong">
          <StateMark state="watch" color="currentColor" />
          {t('sosBar.unreachable')}
        </Flex>
      )}
      {sos && (
        <Bar
          sos={sos}
          alerts={alerts}
          total={total}
          fresh={sos === newest}
          muted={muted}
          onMute={() => setMutedUntil(muted ? 0 : serverNow() + muteMs)}
        />
      )}
    </chakra.div>
  );
}

/** What covers the page begins below the bar: at `--sos-bar`. */
function useHeightProperty(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bar = box.current;
    if (bar === null) return;
    const { style } = document.documentElement;
    const size = new ResizeObserver(() => style.setProperty('--sos-bar', `${bar.offsetHeight}px`));
    size.observe(bar);
    return () => {
      size.disconnect();
      style.removeProperty('--sos-bar');
    };
  }, [box]);
}

interface BarProps {
  sos: SosRow;
  alerts: readonly SosRow[];
  /** of all that wait, also those that are not among `alerts` */
  total: number;
  /** it has just arrived */
  fresh: boolean;
  muted: boolean;
  onMute: () => void;
}
function Bar({ sos, alerts, total, fresh, muted, onMute }: BarProps) {
  const { t, of } = useI18n();
  const navigate = useNavigate();
  const acknowledge = useAction(sosAlerts.acknowledge, {
    success: ({ vehicle }) => t('sosBar.acknowledged', { vin: vehicle.vin }),
  });
  const still = useStill(String(sos.id));
  const run = () => still && !acknowledge.busy && acknowledge.run({ params: { id: sos.id } });
  const [listed, setListed] = useState(false);
  const listId = useId();
  const more = total - 1;
  useKeys({ 'shift+a': run }, { everywhere: true });
  return (
    <Flex
      role="region"
      aria-label={t('sosBar.label')}
      pos="relative"
      minH="sosbar"
      align="center"
      gap={{ base: '2', md: '3.5' }}
      pl="4"
      pr="3"
      py="1"
      bg="now.fill"
      color="now.on"
      fontSize="15px"
      wrap={{ base: 'wrap', md: 'nowrap' }}
      css={{ '& > :focus-visible': { outlineColor: 'var(--on-now)' } }}
      onKeyDown={(e) => {
        if (e.key !== 'Escape' || !listed) return;
        e.preventDefault();
        setListed(false);
      }}
    >
      {/* once for each new SOS; no animation if reduced motion is set */}
      <chakra.span
        key={sos.id}
        aria-hidden
        pos="absolute"
        inset="0"
        bg="now.on"
        opacity="0"
        pointerEvents="none"
        animation={fresh ? 'sos-flash 600ms ease-out' : undefined}
      />
      <StateMark state="now" size={18} color="currentColor" />
      <chakra.b fontWeight="700" whiteSpace="nowrap">
        SOS{fresh && more > 0 && ` · ${t('sosBar.new')}`}
      </chakra.b>
      <chakra.b fontWeight="700">{t(`sosType.${sos.type}`)}</chakra.b>
      <chakra.span className="num" flex={{ base: '1 1 96px', md: 'none' }} minW="0" truncate>
        {sos.vehicle.vin}
      </chakra.span>
      <chakra.span
        order={{ base: 1, md: 0 }}
        minW="0"
        flex={{ base: '1 0 100%', md: '0 1 auto' }}
        overflow="hidden"
        textOverflow="ellipsis"
        whiteSpace="nowrap"
      >
        {/* on a narrow screen both have a line of their own, and the place is hidden first */}
        <chakra.span display={{ base: 'inline', md: 'none' }}>{sos.agency.name} · </chakra.span>
        {sos.place ? of(sos.place) : t('sosBar.noPlace')}
      </chakra.span>
      <chakra.span display={{ base: 'none', md: 'inline' }} whiteSpace="nowrap">
        {sos.agency.name}
      </chakra.span>
      {more > 0 && (
        <Button
          {...ghost}
          px="2"
          gap="1"
          order={{ base: 1, sm: 0 }}
          aria-expanded={listed}
          aria-controls={listId}
          onClick={() => setListed(!listed)}
        >
          {t('sosBar.more', { n: more })}
          {listed ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
        </Button>
      )}
      <chakra.span flex="1" order={{ base: 1, sm: 0 }} />
      <chakra.span order={{ base: 1, sm: 0 }} font="700 20px/24px var(--font)" className="num">
        <Age since={sos.raisedAt} style="clock" />
      </chakra.span>
      <Button
        order={{ base: 1, sm: 0 }}
        onClick={run}
        busy={acknowledge.busy}
        disabled={!still}
        {...white}
        aria-keyshortcuts="Shift+A"
      >
        {t('sosBar.acknowledge')}
        <Kbd display={{ base: 'none', md: 'inline' }}>⇧A</Kbd>
      </Button>
      <Button
        order={{ base: 1, sm: 0 }}
        {...ghost}
        onClick={() => void navigate({ to: '/sos', search: { id: String(sos.id) } })}
      >
        {t('sosBar.open')}
      </Button>
      <Button
        {...ghost}
        px="0"
        w="8"
        aria-pressed={muted}
        aria-label={muted ? t('sosBar.unmute') : t('sosBar.mute')}
        title={muted ? t('sosBar.unmute') : t('sosBar.mute')}
        onClick={onMute}
      >
        {muted ? <VolumeX size={16} /> : <Volume2 size={16} />}
      </Button>
      {/* a phone's second line begins here: what has order 1 is below */}
      <chakra.span display={{ base: 'block', md: 'none' }} flexBasis="100%" h="0" />
      {listed && more > 0 && <SosBarList id={listId} alerts={alerts} onClose={() => setListed(false)} />}
    </Flex>
  );
}

// White and red of the bar are the same in both themes.
const white = {
  bg: 'now.on',
  color: 'now.onInk',
  borderColor: 'now.on',
  fontWeight: '700',
  _hover: { bg: 'now.onHover' },
  _disabled: { bg: 'now.on', color: 'now.onInk', opacity: 0.7 },
} as const;
const ghost = {
  bg: 'transparent',
  color: 'now.on',
  borderColor: 'rgb(255 255 255 / .6)',
  _hover: { bg: 'rgb(255 255 255 / .14)' },
} as const;

/** Announces each new SOS once, at once; no repeat when another closes. */
function Announcer({ alerts }: { alerts: readonly SosRow[] }) {
  const { t, of } = useI18n();
  const announced = useRef(new Set<number>());
  const [text, setText] = useState('');
  useEffect(() => {
    const fresh = alerts.filter((c) => !announced.current.has(c.id));
    if (fresh.length === 0) return;
    for (const c of fresh) announced.current.add(c.id);
    setText(
      fresh
        .map((c) =>
          t('sosBar.announce', {
            type: t(`sosType.${c.type}`),
            vin: c.vehicle.vin,
            place: c.place ? of(c.place) : t('sosBar.noPlace'),
            agency: c.agency.name,
          }),
        )
        .join(' '),
    );
  }, [alerts, t, of]);
  return (
    <div className="sr" aria-live="assertive" role="alert">
      {text}
    </div>
  );
}

/** A hidden, muted or blocked tab alternates its title with the page's own. */
function useAlarm(sos: SosRow | undefined, muted: boolean): void {
  const { t } = useI18n();
  const title = sos && t('sosBar.docTitle', { type: t(`sosType.${sos.type}`), vin: sos.vehicle.vin });
  useEffect(() => {
    if (title === undefined) return;
    let own = document.title;
    let shown = false;
    const timer = setInterval(() => {
      // Another screen has set its own title since.
      if (document.title !== title) own = document.title;
      const notify = document.visibilityState === 'hidden' || muted || soundState() === 'blocked';
      shown = notify && !shown;
      document.title = shown ? title : own;
    }, 1_000);
    return () => {
      clearInterval(timer);
      document.title = own;
    };
  }, [title, muted]);
}

/** A desktop notification for each new SOS, while this tab is not visible. */
function useDesktopNotices(alerts: readonly SosRow[]): void {
  const { t, of } = useI18n();
  const navigate = useNavigate();
  const shown = useRef(new Map<number, Notification>());
  useEffect(() => {
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    for (const c of mostUrgent(alerts)) {
      if (shown.current.has(c.id) || document.visibilityState === 'visible') continue;
      const notice = new Notification(`SOS ${t(`sosType.${c.type}`)} · ${c.vehicle.vin}`, {
        body: `${c.place ? of(c.place) : t('sosBar.noPlace')} · ${c.agency.name}`,
        tag: `sos-${c.id}`,
        requireInteraction: true,
      });
      notice.onclick = () => {
        window.focus();
        void navigate({ to: '/sos', search: { id: String(c.id) } });
      };
      shown.current.set(c.id, notice);
    }
    for (const [id, notice] of shown.current) {
      if (alerts.some((c) => c.id === id)) continue;
      notice.close();
      shown.current.delete(id);
    }
  }, [alerts, t, of, navigate]);
}
