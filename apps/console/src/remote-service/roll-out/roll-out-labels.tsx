import { chakra, Flex } from '@chakra-ui/react';
import {
  type RollOut,
  type RollOutCounts,
  type RollOutState,
  type RollOutVehicleState,
  rollOutVehicleStates,
} from '@headland/contracts/roll-out';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { type State, StateMark } from '../../ui/state-mark';
import { StateLabel } from '../../ui/status-chip';
import type { RecordList } from '../../ui/with-record';

const marks: Record<RollOutState, State> = {
  draft: 'off',
  waitsForApproval: 'today',
  running: 'watch',
  paused: 'now',
  done: 'normal',
  cancelled: 'off',
  expired: 'off',
};
export const markOfRollOut = (state: RollOutState): State => marks[state];
const vehicleMarks: Record<RollOutVehicleState, State> = {
  waiting: 'off',
  underWay: 'watch',
  done: 'normal',
  failed: 'now',
  cancelled: 'off',
  expired: 'off',
  skipped: 'off',
};

export function RollOutStateLabel({ state }: Pick<RollOut, 'state'>) {
  const { t } = useI18n();
  return <StateLabel state={marks[state]}>{t(`rollOutState.${state}`)}</StateLabel>;
}
export function VehicleStateLabel({ state }: { state: RollOutVehicleState }) {
  const { t } = useI18n();
  return <StateLabel state={vehicleMarks[state]}>{t(`rollOutVehicle.${state}`)}</StateLabel>;
}

/** How many vehicles are where: mark, word and number; those that there are none of are left out. */
export function CountsLine({ counts, end = false }: { counts: RollOutCounts; end?: boolean }) {
  const { t, number } = useI18n();
  return (
    <Flex
      as="ul"
      listStyleType="none"
      p="0"
      columnGap="4"
      rowGap="1"
      wrap="wrap"
      justify={end ? 'flex-end' : 'flex-start'}
      textStyle="dense"
    >
      {rollOutVehicleStates
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <Flex as="li" key={state} align="center" gap="1.5">
            <StateMark state={vehicleMarks[state]} size={10} />
            <span>{t(`rollOutVehicle.${state}`)}</span>
            <chakra.b className="num">{number(counts[state])}</chakra.b>
          </Flex>
        ))}
    </Flex>
  );
}

/** Where the pages of a roll-out lead back to. */
export function useRollOutList(): RecordList {
  const { t } = useI18n();
  return useMemo(
    () => ({
      to: '/reProgram',
      search: { tab: 'rollOuts' },
      label: t('rollOut.toList'),
      missing: t('rollOut.missing'),
    }),
    [t],
  );
}
