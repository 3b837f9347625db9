import { chakra, Flex } from '@chakra-ui/react';
import { diagnosis, type ServiceDetail, type SessionView } from '@headland/contracts/diagnosis';
import { sessionTimes } from '@headland/domain/diagnosis/session';
import { isMessageKey } from '@headland/i18n/catalogue';
import { reasonLabel } from '@headland/i18n/diagnosis-labels';
import { Check, PlugZap, Unplug } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNow } from '../../lib/clock';
import { useI18n, type I18n } from '../../lib/i18n';
import { momentText, timeText } from '../../lib/time';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Age } from '../../ui/age';
import { Button } from '../../ui/button';
import { DetailCard, TextLink } from '../../ui/detail-page';
import { Figure } from '../../ui/figure';
import { StateMark } from '../../ui/state-mark';
import { lineStates, type Session } from './use-session';

/** Always visible during a session: duration, battery, engine, movement, and disconnect. */
export function SessionFigures({ session, detail }: { session: Session; detail: ServiceDetail }) {
  const { t } = useI18n();
  const { view, live, open, frozen, liveAt } = session;
  const known = view?.connectedAt !== undefined && view.connectedAt !== null;
  const of = (item: string): number | null => (typeof live[item] === 'number' ? live[item] : null);
  return (
    <Flex gap={{ base: '3', md: '5' }} align="center" wrap="wrap" opacity={frozen ? 0.75 : 1}>
      <Pair label={t('remote.sessionTime')}>
        {known ? <Age since={view.connectedAt} until={view.endedAt} style="clock" /> : '–'}
      </Pair>
      <Pair label={t('remote.battery')}>
        <Figure value={known ? of('battery') : detail.vehicle.battery} unit="V" digits={1} />
      </Pair>
      <Pair label={t('remote.rpm')}>
        <Figure value={known ? of('engine.rpm') : null} unit="rpm" digits={0} />
      </Pair>
      <Pair label={t('remote.speed')}>
        <Figure value={known ? of('speed') : null} unit="km/h" digits={1} />
      </Pair>
      {frozen && liveAt !== null && (
        <chakra.span
          role="status"
          textStyle="small"
          color="watch.ink"
          display="inline-flex"
          gap="1.5"
          alignItems="center"
        >
          <StateMark state="watch" size={9} />
          {t('remote.frozenAt', { time: timeText(liveAt) })}
        </chakra.span>
      )}
      {open && view?.state !== 'disconnecting' && (
        <Button kind="danger" icon={<Unplug size={15} />} onClick={() => void session.ask({ op: 'disconnect' })}>
          {t('remote.disconnect')}
        </Button>
      )}
    </Flex>
  );
}

function Pair({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <chakra.span display="inline-flex" flexDirection="column" alignItems="flex-end">
      <chakra.span textStyle="small" color="ink3">
        {label}
      </chakra.span>
      <chakra.b className="num" textStyle="head">
        {children}
      </chakra.b>
    </chakra.span>
  );
}

/** The progress of the session. */
export function StateLine({ session: { line } }: { session: Session }) {
  const { t } = useI18n();
  const shown = lineStates.filter((s) => s !== (line === 'fail' ? 'complete' : 'fail'));
  const list = useRef<HTMLDivElement>(null);
  // on a phone the line is longer than the screen: the current step must be visible
  useEffect(() => {
    const step = list.current?.querySelector<HTMLElement>('[aria-current=step]');
    if (list.current && step)
      list.current.scrollLeft = step.offsetLeft + step.offsetWidth / 2 - list.current.clientWidth / 2;
  }, [line]);
  return (
    <Flex
      as="ol"
      ref={list}
      pos="relative"
      aria-label={t('remote.state')}
      px="4"
      py="1.5"
      gap="2"
      align="center"
      overflowX="auto"
      // it is wider than a phone
      tabIndex={0}
      flexShrink={0}
      textStyle="dense"
      css={{ listStyle: 'none' }}
    >
      {shown.map((s, i) => (
        <chakra.li
          key={s}
          aria-current={s === line ? 'step' : undefined}
          display="inline-flex"
          alignItems="center"
          gap="2"
          whiteSpace="nowrap"
          color="ink3"
        >
          {i > 0 && <chakra.span w="5" h="1px" bg="lineControl" aria-hidden />}
          <chakra.span
            {...(s === line
              ? {
                  bg: s === 'fail' ? 'now.soft' : 'accentSoft',
                  color: s === 'fail' ? 'now.ink' : 'accent',
                  fontWeight: '600',
                }
              : {})}
            px="2"
            py="0.5"
            borderRadius="chip"
          >
            {t(`remote.line.${s}`)}
          </chakra.span>
        </chakra.li>
      ))}
    </Flex>
  );
}

/** Messages of the session: an end, a refusal, or an inactivity timeout soon. */
export function SessionMessages({ session }: { session: Session }) {
  const formatter = useI18n();
  const { t } = formatter;
  const now = useNow();
  const { view, open, problem, refused, result } = session;
  const leftMs = open && view !== null && view.state === 'connected' ? Date.parse(view.idleAt) - now : Infinity;
  const ended = view !== null && !open ? endText(formatter, view) : null;
  const text = problem
    ? problemText(formatter, problem)
    : refused && open && result === null && refused.op !== 'disconnect'
      ? reasonText(formatter, refused.reason)
      : null;
  return (
    <>
      {ended !== null && <Line state={view?.end === 'disconnected' ? 'off' : 'watch'}>{ended}</Line>}
      {text !== null && <Line state="now">{text}</Line>}
      {leftMs <= sessionTimes.idleMs - sessionTimes.idleWarningMs && (
        <Line
          state="watch"
          action={
            <Button busy={session.busy} onClick={() => void session.ask({ op: 'faults' })}>
              {t('remote.stay')}
            </Button>
          }
        >
          {t('remote.idleSoon', { left: formatter.age(Math.max(0, leftMs), 'clock') })}
        </Line>
      )}
    </>
  );
}

function Line({
  state,
  children,
  action,
}: {
  state: 'now' | 'watch' | 'off';
  children: string;
  action?: React.ReactNode;
}) {
  return (
    <Flex
      role="alert"
      px="4"
      py="2"
      gap="2"
      align="center"
      bg={state === 'off' ? 'sunken' : `${state}.soft`}
      color={state === 'off' ? 'ink2' : `${state}.ink`}
      textStyle="dense"
    >
      <StateMark state={state} />
      <chakra.span flex="1">{children}</chakra.span>
      {action}
    </Flex>
  );
}

const endText = (formatter: I18n, { end, reason, endedAt }: SessionView): string => {
  const why = reasonText(formatter, end === 'refused' ? (reason ?? end) : (end ?? 'disconnected'));
  return endedAt === null ? why : `${why} (${timeText(endedAt)})`;
};

/** The terminal's reason of a refusal; an unknown one of a newer unit is shown as it is. */
export const reasonText = ({ t }: I18n, reason: string | null): string =>
  reasonLabel({ t, item: () => null }, reason ?? 'unit');

/** The server's error, with the condition that it names. */
export function problemText(formatter: I18n, problem: NonNullable<Session['problem']>): string {
  const { reason } = problem.values;
  const key = `remote.why.${reason ?? ''}`;
  return isMessageKey(key) ? formatter.t(key) : formatter.problemLine(problem);
}

/** Before a session: whether a connect is possible, each condition with its current value, and who blocks it. */
export function ConnectCard({
  session,
  detail,
  kind,
}: {
  session: Session;
  detail: ServiceDetail;
  kind: 'remote' | 'afterService';
}) {
  const { t } = useI18n();
  const can = useCan();
  const { holder } = detail.vehicle;
  const lost = detail.checks.find((c) => !c.ok);
  return (
    <DetailCard
      title={t('remote.connectTitle')}
      actions={
        can(diagnosis.connect.allow) && (
          <Button
            kind="primary"
            icon={<PlugZap size={15} />}
            busy={session.busy}
            disabled={lost !== undefined}
            reason={lost === undefined ? undefined : t(`remote.why.${lost.check}`)}
            onClick={() => session.connect(kind)}
          >
            {t(session.view?.end === 'timeout' ? 'common.retry' : 'remote.connect')}
          </Button>
        )
      }
    >
      {holder !== null && !holder.mine && (
        <Flex role="status" gap="2" mb="3" align="baseline" color="watch.ink" textStyle="dense">
          <StateMark state="watch" size={9} />
          <span>
            {t('remote.heldBy', { by: holder.by, organization: holder.organization, since: momentText(holder.since) })}{' '}
            <TextLink to={toRecord(`/${kind}History`, detail.vehicle.id)}>{t('remote.toHistory')}</TextLink>
          </span>
        </Flex>
      )}
      <Flex
        as="ul"
        aria-label={t('remote.checks')}
        direction="column"
        gap="1"
        textStyle="dense"
        css={{ listStyle: 'none' }}
      >
        {detail.checks.map(({ check, ok }) => (
          <chakra.li key={check} display="flex" gap="2" alignItems="center">
            <chakra.span w="4" display="inline-flex" justifyContent="center" color={ok ? 'ink2' : 'watch.ink'}>
              {ok ? <Check size={14} aria-hidden /> : <StateMark state="watch" />}
            </chakra.span>
            <chakra.span flex="1">{t(`remote.check.${check}`)}</chakra.span>
            <chakra.span color={ok ? 'ink3' : 'watch.ink'} fontWeight={ok ? '400' : '600'}>
              {t(ok ? 'remote.ok' : 'remote.notOk')}
            </chakra.span>
          </chakra.li>
        ))}
      </Flex>
    </DetailCard>
  );
}
