import { chakra, Flex } from '@chakra-ui/react';
import type { CycleState } from '@headland/contracts/consumable';
import { useI18n } from '../lib/i18n';
import type { State } from './state-mark';
import { StateLabel } from './status-chip';

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
        // a figure of four digits does not move the bar, and keeps its unit
        minW="56px"
        textAlign="right"
        whiteSpace="nowrap"
        className="num"
        color={percent >= twice ? 'now.ink' : undefined}
        fontWeight={state === 'exceeded' ? '600' : undefined}
      >
        {number(percent, 0)}
        <span className="unit">%</span>
      </chakra.span>
    </Flex>
  );
}
