import { chakra, Flex } from '@chakra-ui/react';
import type { ConsumableRow, CycleState } from '@headland/contracts/consumable';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';
import type { State } from '../../ui/state-mark';
import { StateLabel } from '../../ui/status-chip';

const marks = {
  safe: 'normal',
  imminent: 'watch',
  exceeded: 'today',
  closed: 'off',
  ended: 'off',
} as const satisfies Record<CycleState, State>;

export function CycleStateLabel({ state }: { state: CycleState }) {
  const { t } = useI18n();
  return (
    <StateLabel state={marks[state]}>
      {state === 'closed' || state === 'ended' ? t(`consumable.${state}`) : t(`cycleState.${state}`)}
    </StateLabel>
  );
}

/** Beyond this the bar has no room, and the number says the rest. */
const mostShown = 300;
/** From here on it is not forgotten by days but by whole cycles. */
const twice = 200;

/**
 * Percent as a bar and a number. Beyond a hundred the whole bar is what is used, and a gap in it is the hundred: at 150 % a
 * third lies behind it, at 300 % two thirds.
 */
export function Used({
  state,
  percent,
  width = '72px',
}: {
  state: CycleState;
  percent: number | null;
  width?: string;
}) {
  const { t, number } = useI18n();
  if (percent === null) return <span title={t('common.missing')}>–</span>;
  const shown = Math.min(percent, mostShown);
  const whole = Math.max(100, shown);
  const share = (n: number): { width: string } => ({ width: `${(n * 100) / whole}%` });
  return (
    <Flex as="span" display="inline-flex" align="center" gap="2" maxW="full">
      <chakra.span display="inline-flex" w={width} h="6px" borderRadius="3px" bg="hover" overflow="hidden" aria-hidden>
        <chakra.span
          data-own-colours
          h="full"
          bg={state === 'safe' ? 'ink3' : `${marks[state]}.fill`}
          style={share(Math.min(100, shown))}
        />
        {shown > 100 && (
          <chakra.span
            data-own-colours
            h="full"
            borderLeft="2px solid"
            borderColor="surface"
            bg={percent >= twice ? 'now.fill' : 'today.ink'}
            style={share(shown - 100)}
          />
        )}
      </chakra.span>
      <chakra.span
        minW="44px"
        textAlign="right"
        className="num"
        color={percent >= twice ? 'now.ink' : undefined}
        fontWeight={state === 'exceeded' ? '600' : undefined}
      >
        {number(percent)}
        <span className="unit">%</span>
      </chakra.span>
    </Flex>
  );
}

/** Hours and days in one cell, "12.5 h / 30 d"; unused units are omitted. */
export function HoursAndDays({ hours, days }: { hours: number | null; days: number | null }) {
  const { t, number } = useI18n();
  const parts: ReactNode[] = [];
  if (hours !== null)
    parts.push(
      <span key="h">
        {number(hours, Number.isInteger(hours) ? 0 : 1)}
        <span className="unit">h</span>
      </span>,
    );
  if (days !== null) parts.push(<span key="d">{t('consumable.days', { n: number(days) })}</span>);
  if (parts.length === 0) return <span title={t('common.missing')}>–</span>;
  return (
    <span className="num">
      {parts[0]}
      {parts[1] && <chakra.span color="ink3"> / </chakra.span>}
      {parts[1]}
    </span>
  );
}

/** Remaining until due; beyond that the excess. */
export function Remaining({ row }: { row: Remainder }) {
  const { t } = useI18n();
  const { hours, days } = remainingOf(row);
  const over = (hours !== null && hours <= 0) || (days !== null && days <= 0);
  if (!over) return <HoursAndDays hours={hours} days={days} />;
  return (
    <chakra.span color="today.ink">
      <HoursAndDays
        hours={hours !== null && hours <= 0 ? -hours : null}
        days={days !== null && days <= 0 ? -days : null}
      />{' '}
      {t('consumable.over')}
    </chakra.span>
  );
}

type Remainder = Pick<ConsumableRow, 'hours' | 'dueHours' | 'usedDays' | 'lengthDays'>;
export const remainingOf = ({
  hours,
  dueHours,
  usedDays,
  lengthDays,
}: Remainder): { hours: number | null; days: number | null } => ({
  hours: hours === null ? null : dueHours - hours,
  days: usedDays === null || lengthDays === null ? null : lengthDays - usedDays,
});

export const Num = ({ strong = false, children }: { strong?: boolean; children: ReactNode }) => (
  <chakra.span className="num" fontWeight={strong ? 600 : undefined}>
    {children}
  </chakra.span>
);
