import { chakra, Flex } from '@chakra-ui/react';
import { useRouterState } from '@tanstack/react-router';
import { useLiveState, useReconnect } from '../lib/live/live';
import { serverTimeOf, useBriefText, useNow } from '../lib/clock';
import { useI18n } from '../lib/i18n';
import { useAsOf } from '../lib/kept';
import { timeText } from '../lib/time';
import { Button } from '../ui/button';
import { StateMark } from '../ui/state-mark';

/** Some vehicle of a working fleet sends telemetry at least every 30 s; nothing for a minute is suspicious. */
const staleMs = 60_000;

/** The stream's state, and the age of the newest data: at the server's last beat plus the time since then. */
export function Freshness() {
  const { t, age } = useI18n();
  const live = useLiveState();
  const now = useNow();
  const ageMs =
    live.newestAgeMs === null || live.lastAt === null
      ? null
      : live.newestAgeMs + Math.max(0, now - serverTimeOf(live.lastAt));
  const text = ageMs === null ? null : age(ageMs, 'short');
  const late = live.state !== 'live' || (ageMs !== null && ageMs > staleMs);
  const title = text === null ? t('live.noData') : t('live.dataAge', { age: text });
  return (
    <Flex
      role="status"
      align="center"
      gap="1.5"
      px={{ base: '1', md: '2' }}
      textStyle="small"
      color={late ? 'watch.ink' : 'ink2'}
      whiteSpace="nowrap"
      title={title}
      className="num"
    >
      <StateMark state={late ? 'watch' : 'normal'} size={8} />
      <chakra.span display={{ base: late ? 'inline' : 'none', md: 'inline' }}>{t(`live.${live.state}`)}</chakra.span>
      {text !== null && (
        <chakra.span display={{ base: 'none', md: 'inline' }} color={late ? 'watch.ink' : 'ink3'}>
          {t('age.ago', { age: text })}
        </chakra.span>
      )}
    </Flex>
  );
}

/** A stopped stream is shown as a whole bar: the screen shows the past, not the present. */
export function StoppedBar() {
  const brief = useBriefText();
  const { t } = useI18n();
  const { state, lastAt } = useLiveState();
  const reconnect = useReconnect();
  // the SOS queue shows it itself, in red
  const onQueue = useRouterState({ select: (s) => s.location.pathname === '/sos' });
  const asOf = useAsOf();
  if (asOf === null && (state !== 'stopped' || onQueue)) return null;
  return (
    <Flex
      role="alert"
      align="center"
      gap="2.5"
      px="4"
      minH="10"
      py="1"
      bg="watch.fill"
      color="watch.on"
      textStyle="strong"
      flexShrink={0}
    >
      <StateMark state="watch" color="currentColor" />
      <chakra.span flex="1">
        {asOf !== null
          ? t('live.asOf', { time: brief(asOf) })
          : lastAt === null
            ? t('live.none')
            : t('live.stoppedAt', { time: timeText(serverTimeOf(lastAt)) })}
      </chakra.span>
      <Button
        onClick={reconnect}
        bg="transparent"
        color="watch.on"
        borderColor="watch.on"
        _hover={{ bg: 'rgb(0 0 0 / .08)' }}
      >
        {t('live.reconnectNow')}
      </Button>
    </Flex>
  );
}
