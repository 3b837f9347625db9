import { chakra, Flex } from '@chakra-ui/react';
import type { SosRow } from '@headland/contracts/sos';
import { phoneText } from '@headland/domain/phone-text';
import { useNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { Age } from '../../ui/age';
import { StatusChip } from '../../ui/status-chip';
import { isOpen, secondsLeft, stateOfStatus } from './sos-labels';

/** Seconds from an SOS, or its last escalation, to the next one: the length of the bar. */
const countdownSeconds = 60;

/**
 * One row of the queue. Line 1 type and age; 2 who; 3 place and handler; raised: the countdown and the next
 * organization.
 */
export function SosQueueRow({
  sos,
  selected,
  changed,
  tabStop,
  onOpen,
}: {
  sos: SosRow;
  selected: boolean;
  changed: boolean;
  tabStop: boolean;
  onOpen: () => void;
}) {
  const { t, of } = useI18n();
  const raised = sos.status === 'raised' && !sos.late;
  const where = [
    sos.place ? of(sos.place) : sos.lat === null ? t('sos.noPosition') : null,
    // its position at that time, not the current one
    sos.positionAt !== null && sos.lat !== null ? t('sos.lastKnownShort') : null,
    (sos.dispatch?.agency ?? sos.agency).name,
  ]
    .filter((part) => part !== null)
    .join(' · ');
  return (
    <chakra.button
      type="button"
      role="option"
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      data-row={sos.id}
      onClick={onOpen}
      css={rowCss}
      {...(selected ? { 'data-selected': '' } : {})}
      {...(raised ? { 'data-raised': '' } : {})}
      {...(changed ? { 'data-changed': '' } : {})}
    >
      <Flex align="center" gap="2">
        <StatusChip state={stateOfStatus[sos.status]} solid={raised} done={!isOpen(sos)}>
          {t(`sosStatus.${sos.status}`)}
        </StatusChip>
        <chakra.b textStyle="strong">{t(`sosType.${sos.type}`)}</chakra.b>
        <chakra.span className="num" truncate flex="1" textAlign="left">
          {sos.vehicle.vin}
        </chakra.span>
        <chakra.span
          className="num"
          fontSize="18px"
          lineHeight="22px"
          fontWeight="600"
          flexShrink={0}
          color={raised ? 'now.ink' : 'ink'}
        >
          <Age since={sos.raisedAt} until={isOpen(sos) ? null : sos.closedAt} style="clock" />
        </chakra.span>
      </Flex>
      <Flex gap="3" color="ink2" mt="1.5">
        <chakra.span flexShrink={0}>{sos.vehicle.model}</chakra.span>
        <chakra.span truncate flex="1" minW="0" textAlign="left" color={sos.customer ? 'ink2' : 'ink3'}>
          {sos.customer ? (
            <>
              {sos.customer.name} <span className="num">{sos.customer.phone && phoneText(sos.customer.phone)}</span>
            </>
          ) : (
            t('sos.noCustomer')
          )}
        </chakra.span>
        {sos.presses > 1 && <chakra.span flexShrink={0}>{t('sos.presses', { n: sos.presses })}</chakra.span>}
        {sos.late && (
          <chakra.span flexShrink={0} color="watch.ink" fontWeight="600">
            {t('sos.late')}
          </chakra.span>
        )}
      </Flex>
      <Flex gap="2" color="ink2" mt="1">
        <chakra.span truncate flex="1" minW="0" textAlign="left" title={where}>
          {where}
        </chakra.span>
        {sos.status === 'dispatched' && sos.dispatchedAt !== null && sos.dispatch ? (
          <Arrival dispatchedAt={sos.dispatchedAt} minutes={sos.dispatch.etaMinutes} />
        ) : (
          sos.handler && (
            <chakra.span flexShrink={0} maxW="45%" truncate>
              {t('sos.handledBy', { name: sos.handler.name })}
            </chakra.span>
          )
        )}
      </Flex>
      {sos.status === 'raised' && <Countdown sos={sos} />}
    </chakra.button>
  );
}

/** The expected arrival; after it, the delay. */
export function Arrival({ dispatchedAt, minutes }: { dispatchedAt: string; minutes: number }) {
  const { t, age } = useI18n();
  const leftMs = Date.parse(dispatchedAt) + minutes * 60_000 - useNow();
  return (
    <chakra.span
      flexShrink={0}
      className="num"
      color={leftMs < 0 ? 'today.ink' : undefined}
      fontWeight={leftMs < 0 ? '600' : undefined}
    >
      {leftMs < 0 ? t('sos.etaPast', { age: age(-leftMs) }) : t('sos.eta', { age: age(leftMs) })}
    </chakra.span>
  );
}

function Countdown({ sos }: { sos: SosRow }) {
  const { t, age } = useI18n();
  const left = secondsLeft(sos, useNow());
  // the later ones wait for minutes
  const time = left === null ? '' : age(left * 1000, left > countdownSeconds ? 'clock' : 'words');
  const next = sos.nextEscalationTo?.name;
  return (
    <>
      {left !== null && (
        <chakra.span display="block" h="4px" mt="2.5" borderRadius="2px" bg="now.line" overflow="hidden" aria-hidden>
          <chakra.span
            display="block"
            h="full"
            bg="now.mark"
            style={{ width: `${Math.min(100, (left / countdownSeconds) * 100)}%`, transition: 'width 1s linear' }}
          />
        </chakra.span>
      )}
      <Flex mt="1.5" gap="3" color="now.ink" textStyle="small" fontWeight="600" wrap="wrap">
        {left !== null && next !== undefined && (
          <span className="num" aria-live="off">
            {left > 0 ? t('sos.escalatesIn', { time, to: next }) : t('sos.escalatesNow', { to: next })}
          </span>
        )}
        {sos.escalatedTo && <span>{t('sos.escalated', { level: sos.escalationLevel, to: sos.escalatedTo.name })}</span>}
      </Flex>
    </>
  );
}

const rowCss = {
  display: 'block',
  width: '100%',
  textAlign: 'left',
  padding: '12px 16px',
  borderBottom: '1px solid var(--line)',
  borderLeft: '3px solid transparent',
  cursor: 'pointer',
  font: 'var(--t-dense) var(--font)',
  fontSize: '13px',
  '&:hover': { background: 'var(--hover)' },
  '&[data-raised]': { background: 'var(--now-soft)' },
  '&[data-changed]': { borderLeftColor: 'var(--normal-fill)', transition: 'border-color var(--m-mark)' },
  '&[data-selected]': { borderLeftColor: 'var(--accent)', background: 'var(--selected)' },
  '&[data-raised][data-selected]': { background: 'var(--now-soft)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
};
