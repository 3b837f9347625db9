import { chakra, Flex } from '@chakra-ui/react';
import { sosAlerts, type SosRow } from '@headland/contracts/sos';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
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
 * The red bar above everything while a call is raised, for holders of U on `sos`: names what has just come, then the most urgent; sounds until
 * a person acknowledges.
 */
export function SosBar() {
  const mayAct = useCan()('sos:U');
  const { t } = useI18n();
  const { calls, loaded, unreachable } = useRaisedSos(mayAct);
  const newest = useNewestSos(calls, loaded);
  const [mutedUntil, setMutedUntil] = useStored('mutedUntil');
  const now = useNow();
  // The store may say anything; nobody is deaf for longer than this.
  const muted = mutedUntil > now && mutedUntil - now <= muteMs;
  const call = newest ?? calls[0];
  useRinging(calls.length > 0 && !muted);
  useAlarm(call, muted);
  useDesktopNotices(calls);
  return (
    // Above the ground of any dialog, which leaves it within reach: a call does not wait for a form.
    <chakra.div id="sos-bar" pos="relative" zIndex="toast">
      <Announcer calls={calls} />
      {unreachable && (
        <Flex role="alert" align="center" gap="2.5" px="4" minH="9" bg="watch.fill" color="watch.on" textStyle="strong">
          <StateMark state="watch" color="currentColor" />
          {t('sosBar.unreachable')}
        </Flex>
      )}
      {call && (
        <Bar
          call={call}
          calls={calls}
          fresh={call === newest}
          muted={muted}
          onMute={() => setMutedUntil(muted ? 0 : serverNow() + muteMs)}
        />
      )}
    </chakra.div>
  );
}

interface BarProps {
  call: SosRow;
  calls: readonly SosRow[];
  /** it has just come */
  fresh: boolean;
  muted: boolean;
  onMute: () => void;
}
function Bar({ call, calls, fresh, muted, onMute }: BarProps) {
  const { t, of } = useI18n();
  const navigate = useNavigate();
  const acknowledge = useAction(sosAlerts.acknowledge, {
    said: ({ vehicle }) => t('sosBar.acknowledged', { vin: vehicle.vin }),
  });
  const still = useStill(String(call.id));
  const run = () => still && !acknowledge.busy && acknowledge.run({ params: { id: call.id } });
  const [listed, setListed] = useState(false);
  const listId = useId();
  const more = calls.length - 1;
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
      {/* once for each call that comes; still where motion is not wanted */}
      <chakra.span
        key={call.id}
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
      <chakra.b fontWeight="700">{t(`sosType.${call.type}`)}</chakra.b>
      <chakra.span className="num" flex={{ base: '1 1 96px', md: 'none' }} minW="0" truncate>
        {call.vehicle.vin}
      </chakra.span>
      <chakra.span
        order={{ base: 1, md: 0 }}
        minW="0"
        flex={{ base: '1 0 100%', md: '0 1 auto' }}
        overflow="hidden"
        textOverflow="ellipsis"
        whiteSpace="nowrap"
      >
        {/* on a phone both have a line of their own, and the place gives way */}
        <chakra.span display={{ base: 'inline', md: 'none' }}>{call.agency.name} · </chakra.span>
        {call.place ? of(call.place) : t('sosBar.noPlace')}
      </chakra.span>
      <chakra.span display={{ base: 'none', md: 'inline' }} whiteSpace="nowrap">
        {call.agency.name}
      </chakra.span>
      {more > 0 && (
        <Button
          {...ghost}
          px="2"
          gap="1"
          order={{ base: 1, md: 0 }}
          aria-expanded={listed}
          aria-controls={listId}
          onClick={() => setListed(!listed)}
        >
          {t('sosBar.more', { n: more })}
          {listed ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
        </Button>
      )}
      <chakra.span flex="1" order={{ base: 1, md: 0 }} />
      <chakra.span order={{ base: 1, md: 0 }} font="700 20px/24px var(--font)" className="num">
        <Age since={call.raisedAt} style="clock" />
      </chakra.span>
      <Button
        order={{ base: 1, md: 0 }}
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
        order={{ base: 1, md: 0 }}
        {...ghost}
        onClick={() => void navigate({ to: '/sos', search: { id: String(call.id) } })}
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
      {/* a phone's second line begins here: what has order 1 stands below */}
      <chakra.span display={{ base: 'block', md: 'none' }} flexBasis="100%" h="0" />
      {listed && more > 0 && <SosBarList id={listId} calls={calls} onClose={() => setListed(false)} />}
    </Flex>
  );
}

// White and red of the bar are the same in both themes: its ground does not follow them.
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

/** Each new call is said once, at once; what was said before is not repeated when another closes. */
function Announcer({ calls }: { calls: readonly SosRow[] }) {
  const { t, of } = useI18n();
  const said = useRef(new Set<number>());
  const [text, setText] = useState('');
  useEffect(() => {
    const fresh = calls.filter((c) => !said.current.has(c.id));
    if (fresh.length === 0) return;
    for (const c of fresh) said.current.add(c.id);
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
  }, [calls, t, of]);
  return (
    <div className="sr" aria-live="assertive" role="alert">
      {text}
    </div>
  );
}

/** A tab that is hidden, muted or may not sound says it in its title, turn by turn with the page's own. */
function useAlarm(call: SosRow | undefined, muted: boolean): void {
  const { t } = useI18n();
  const title = call && t('sosBar.docTitle', { type: t(`sosType.${call.type}`), vin: call.vehicle.vin });
  useEffect(() => {
    if (title === undefined) return;
    let own = document.title;
    let shown = false;
    const timer = setInterval(() => {
      // Another screen has put its own title there meanwhile.
      if (document.title !== title) own = document.title;
      const tell = document.visibilityState === 'hidden' || muted || soundState() === 'blocked';
      shown = tell && !shown;
      document.title = shown ? title : own;
    }, 1_000);
    return () => {
      clearInterval(timer);
      document.title = own;
    };
  }, [title, muted]);
}

/** A notice of the desktop for each new call, while this tab is not the one being looked at. */
function useDesktopNotices(calls: readonly SosRow[]): void {
  const { t, of } = useI18n();
  const navigate = useNavigate();
  const shown = useRef(new Map<number, Notification>());
  useEffect(() => {
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    for (const c of mostUrgent(calls)) {
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
      if (calls.some((c) => c.id === id)) continue;
      notice.close();
      shown.current.delete(id);
    }
  }, [calls, t, of, navigate]);
}
