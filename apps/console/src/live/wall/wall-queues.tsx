import { chakra, Flex } from '@chakra-ui/react';
import type { FaultSummary } from '@headland/contracts/fault';
import type { SosSummary } from '@headland/contracts/sos';
import { isOverdue } from '@headland/domain/fault';
import type { ReactNode } from 'react';
import { useFromNow, useNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { Age } from '../../ui/age';
import { StateMark, stateOfSeverity, type State } from '../../ui/state-mark';
import { inverted, isFresh, isUrgent } from './attention';
import { placeNameOf } from './place-name';

const maxSos = 6;
const maxFaults = 8;
/** Heights of the parts, on the stage of 1920 px. */
const headPx = 52;
const sosPx = 112;
const faultPx = 46;
const spacePx = 8;
const edge: Record<SosSummary['status'], string> = {
  raised: 'var(--now-mark)',
  acknowledged: 'var(--today-fill)',
  dispatched: 'var(--normal-fill)',
  resolved: 'var(--off-line)',
  falseAlarm: 'var(--off-line)',
};

/** SOS above, faults below, both truncated to the screen, with the number of hidden rows. */
export function WallQueues({
  sos,
  sosOpen,
  faults,
  faultsOpen,
  heightPx,
}: {
  heightPx: number;
  sos: SosSummary[];
  sosOpen: number;
  faults: FaultSummary[];
  faultsOpen: number;
}) {
  const { t, number } = useI18n();
  const now = useNow();
  const loud = inverted(sos, now);
  const alerts = sos.slice(0, Math.min(maxSos, Math.floor((heightPx - 2 * headPx - faultPx) / sosPx)));
  // the queues share the height: the more SOS, the fewer faults
  const space = Math.min(
    maxFaults,
    Math.floor((heightPx - 2 * headPx - Math.max(1, alerts.length) * sosPx - spacePx) / faultPx),
  );
  return (
    <Flex direction="column" minH="0" minW="0" borderLeft="1px solid" borderColor="line" bg="surface">
      <Head
        state="now"
        title={t('wall.sos')}
        count={number(sosOpen)}
        more={sosOpen > alerts.length ? t('wall.more', { n: sosOpen - alerts.length }) : null}
        isMuted={sosOpen === 0}
      />
      {alerts.length === 0 ? (
        <Nothing>{t('wall.noSos')}</Nothing>
      ) : (
        alerts.map((c) => <SosRow key={c.id} sos={c} inverted={loud.has(c.id)} />)
      )}
      <Head
        state="today"
        title={t('wall.faults')}
        count={number(faultsOpen)}
        more={
          faultsOpen > Math.min(space, faults.length)
            ? t('wall.more', { n: faultsOpen - Math.min(space, faults.length) })
            : null
        }
        isMuted={faultsOpen === 0}
      />
      <chakra.div flex="1" minH="0" overflow="hidden">
        {faults.length === 0 ? (
          <Nothing>{t('wall.noFaults')}</Nothing>
        ) : (
          faults.slice(0, space).map((f) => <FaultRow key={f.id} fault={f} />)
        )}
      </chakra.div>
    </Flex>
  );
}

function Head({
  state,
  title,
  count,
  more,
  isMuted,
}: {
  state: State;
  title: string;
  count: string;
  more: string | null;
  isMuted: boolean;
}) {
  return (
    <Flex
      h={`${headPx}px`}
      flexShrink={0}
      px="24px"
      align="center"
      gap="14px"
      fontSize="28px"
      borderTop="1px solid"
      borderBottom="1px solid"
      borderColor="line"
      bg="sunken"
    >
      <StateMark state={isMuted ? 'off' : state} size={24} />
      <chakra.h2 fontWeight="700">{title}</chakra.h2> <b className="num">{count}</b>
      <chakra.span flex="1" />
      {more && <chakra.span color="ink2">{more}</chakra.span>}
    </Flex>
  );
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <chakra.p px="24px" py="20px" fontSize="28px" color="ink3">
    {children}
  </chakra.p>
);

function SosRow({ sos, inverted }: { sos: SosSummary; inverted: boolean }) {
  const { t, of } = useI18n();
  const now = useNow();
  const fresh = isFresh(sos, now);
  const urgent = isUrgent(sos, now);
  return (
    <chakra.div
      css={{
        ...rowCss,
        ...(inverted ? invertedCss : urgent ? urgentCss : {}),
        ...(fresh ? { animation: 'wall-flash 1s steps(2) infinite' } : {}),
      }}
      style={{ borderLeftColor: inverted ? 'var(--on-now)' : edge[sos.status] }}
    >
      <chakra.div minW="0">
        <chakra.div truncate fontSize="32px" lineHeight="40px">
          <b>{t(`sosType.${sos.type}`)}</b> {sos.vehicle.model}{' '}
          <chakra.span color={inverted ? 'inherit' : 'ink2'} className="num">
            …{sos.vehicle.vin.slice(-6)}
          </chakra.span>
        </chakra.div>
        {/* who must act, in full before where */}
        <chakra.div truncate fontSize="28px" lineHeight="36px" color={inverted ? 'inherit' : 'ink2'}>
          <chakra.b color={inverted ? 'inherit' : 'ink'} fontWeight="600">
            {sos.agency.name}
          </chakra.b>
          {sos.place && ` · ${of(sos.place)}`}
        </chakra.div>
      </chakra.div>
      <chakra.div textAlign="right" flexShrink={0}>
        <chakra.div
          className="num"
          fontSize="40px"
          lineHeight="44px"
          fontWeight="700"
          color={urgent && !inverted ? 'now.ink' : undefined}
        >
          <Age since={sos.raisedAt} style="clock" />
        </chakra.div>
        <chakra.div fontSize="28px" lineHeight="36px" color={inverted ? 'inherit' : 'ink2'}>
          {sos.status === 'raised' && sos.escalationLevel > 0
            ? t('wall.escalated', { n: sos.escalationLevel })
            : t(`sosStatus.${sos.status}`)}
        </chakra.div>
      </chakra.div>
    </chakra.div>
  );
}

function FaultRow({ fault }: { fault: FaultSummary }) {
  // English names of faults are long: the place is then left to the map
  const { of, language } = useI18n();
  const overdue = useFromNow((now) => isOverdue(fault, new Date(now)));
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="24px auto minmax(0,1fr) auto auto"
      gap="16px"
      alignItems="center"
      h={`${faultPx}px`}
      px="24px"
      fontSize="28px"
      lineHeight="40px"
      whiteSpace="nowrap"
    >
      <StateMark state={stateOfSeverity[fault.severity]} size={24} />
      <b className="num">{fault.code}</b>
      <chakra.span truncate>{of(fault.name)}</chakra.span>
      <chakra.span truncate color="ink2" maxW="120px">
        {language === 'ko' ? placeNameOf(fault.place) : ''}
      </chakra.span>
      <chakra.span
        className="num"
        textAlign="right"
        minW="84px"
        color={overdue ? 'now.ink' : 'ink'}
        fontWeight={overdue ? '700' : '400'}
      >
        <Age since={fault.occurredAt} style="short" />
      </chakra.span>
    </chakra.div>
  );
}

const rowCss = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) auto',
  gap: '16px',
  alignItems: 'center',
  height: `${sosPx}px`,
  padding: '0 24px 0 14px',
  borderLeft: '10px solid',
  borderBottom: '1px solid var(--line)',
  flexShrink: 0,
};
const urgentCss = { background: 'var(--now-soft)' };
const invertedCss = { background: 'var(--now-fill)', color: 'var(--on-now)' };
