import type { FlashRun } from '@headland/contracts/reprogram';
import type { State } from '../../ui/state-mark';
import { StateLabel } from '../../ui/status-chip';
import type { ReactNode } from 'react';
import { useI18n, type I18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { TextLink } from '../../ui/detail-page';

export type RunState = FlashRun['state'];

const marks: Partial<Record<RunState, State>> = {
  done: 'normal',
  failed: 'now',
  refused: 'today',
  expired: 'off',
  cancelled: 'off',
};
/** Appearance of a run's state. */
export const markOf = (state: RunState): State => marks[state] ?? 'watch';

export function RunStateLabel({ state, strong = false }: { state: RunState; strong?: boolean }) {
  const { t } = useI18n();
  return (
    <StateLabel state={markOf(state)} strong={strong}>
      {t(`flashState.${state}`)}
    </StateLabel>
  );
}

/** The roll-out of a run, as a fact; none for a single run. */
export const partOf = ({ rollOutId }: Pick<FlashRun, 'rollOutId'>, t: I18n['t']): [string, ReactNode][] =>
  rollOutId === null
    ? []
    : [
        [
          t('screen.reProgramRollOut'),
          <TextLink key="rollOut" to={toRecord('/reProgramRollOut', rollOutId)}>
            #{rollOutId}
          </TextLink>,
        ],
      ];

type Advice = 'wait' | 'machine' | 'file' | 'again' | 'upload' | 'readBack' | 'device' | 'none';
const advices: Record<string, Advice> = {
  busy: 'wait',
  keyOff: 'machine',
  engineRuns: 'machine',
  battery: 'machine',
  notParked: 'machine',
  variant: 'file',
  calibration: 'file',
  tooLarge: 'file',
  noSpace: 'device',
  noKey: 'device',
  signature: 'device',
  hash: 'again',
  expired: 'again',
  broker: 'again',
  fileChanged: 'upload',
  programming: 'readBack',
  verify: 'readBack',
  noAnswer: 'readBack',
};
/** What to do after an unsuccessful run: by its reason, or by its end state. */
export const adviceFor = ({ state, reason }: Pick<FlashRun, 'state' | 'reason'>): Advice =>
  (reason === null ? undefined : advices[reason]) ??
  (state === 'expired' ? 'again' : state === 'failed' ? 'readBack' : 'none');
