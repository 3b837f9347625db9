import { type ProgramIdentity } from './program-header';
import {
  mostRollOutDays,
  type RollOutAct,
  type RollOutCounts,
  type RollOutMatch,
  type RollOutState,
  type RollOutVehicleState,
} from '@headland/contracts/roll-out';
import { calibrationFits } from './calibration';
import type { FlashRunState, Preflight, PreflightCheck } from './offer';
import type { CalibrationRule } from './program-profile';

/**
 * One program to many machines, with nobody beside them. What protects them, instead of the person at a single one:
 *
 * - **Its turn**: a vehicle's turn begins with its wave and lasts until the roll-out ends. In it the program is offered the moment that its own pre-flight
 *   holds, and not before: online, key on, engine stopped, parked, battery, nobody else at it. One that is not ready waits, and is looked at again when its
 *   connection, its engine or its session changes, and each minute. Out of its turn, paused, or after the end nothing is offered.
 * - **An offer is taken up at once or not at all**: one that the machine has not answered after 15 minutes is taken back; one that it has taken up has the
 *   24 hours of the house, never beyond the end of the roll-out. An offer that ran out is not a failure: it was not done, and is tried again in its turn.
 * - **Waves**: the next begins when the present one has shown something, never by the clock alone.
 * - **Failures stop it**: counted over the runs of a wave that have ended; a person has to say why it goes on, and the count begins anew.
 */
const minute = 60_000;
export const rollOutTimes = {
  /** an offer that nobody has answered */
  answerMs: 15 * minute,
  /** a vehicle whose run ended without being done, until it is looked at again */
  againMs: 5 * minute,
  /** how often waiting vehicles are looked at where nothing has happened */
  lookMs: minute,
  longestMs: mostRollOutDays * 24 * 60 * minute,
} as const;
/** Vehicles of one roll-out that are programmed at the same time: the line to the broker is shared with everything else. */
export const rollOutAtOnce = 50;

/** Sizes of the waves for so many vehicles: the first group, then shares in % of the rest, which add up to 100. No wave is empty, none is left out. */
export function waveSizes(vehicles: number, firstGroup: number, shares: readonly number[]): number[] {
  const first = Math.min(firstGroup, vehicles);
  const rest = vehicles - first;
  const ends = shares.map((_, i) =>
    i === shares.length - 1 ? rest : Math.round((rest * shares.slice(0, i + 1).reduce((a, b) => a + b, 0)) / 100),
  );
  return [first, ...ends.map((end, i) => end - (ends[i - 1] ?? 0))].filter((size) => size > 0);
}

/** How a machine goes with a program, by the newest that is known of it. Only what fits, or may yet, is taken into a roll-out. */
export function matchOf(
  file: ProgramIdentity,
  known: { variant: string | null; calibration: string | null; version: string | null },
  rules: readonly CalibrationRule[],
): RollOutMatch {
  if (known.variant !== null && known.variant !== file.variant) return 'variant';
  if (known.calibration !== null && !calibrationFits(file, known.calibration, rules)) return 'calibration';
  if (known.version === file.version) return 'sameVersion';
  return known.variant === null || known.calibration === null ? 'unknown' : 'fits';
}

export type RollOutEvent = Exclude<RollOutAct, 'change'> | 'stop' | 'expire' | 'end';
const moves: Record<RollOutEvent, { from: readonly RollOutState[]; to: RollOutState }> = {
  send: { from: ['draft'], to: 'waitsForApproval' },
  decline: { from: ['waitsForApproval'], to: 'draft' },
  approve: { from: ['waitsForApproval'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  // one that a person has paused may be stopped by what was under way
  stop: { from: ['running', 'paused'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  cancel: { from: ['draft', 'waitsForApproval', 'running', 'paused'], to: 'cancelled' },
  expire: { from: ['waitsForApproval', 'running', 'paused'], to: 'expired' },
  end: { from: ['running', 'paused'], to: 'done' },
};
/** The state afterwards; null where that cannot happen now. */
export const rollOutAfter = (state: RollOutState, event: RollOutEvent): RollOutState | null =>
  moves[event].from.includes(state) ? moves[event].to : null;
export const hasRollOutEnded = (state: RollOutState): boolean =>
  state === 'done' || state === 'cancelled' || state === 'expired';

/** Four eyes: who has drafted it decides nothing about it, and nobody about machines that are out of sight. */
export function approvalRefusal(by: { drafted: boolean; unseen: number }): 'ROLL_OUT_OWN' | 'ROLL_OUT_UNSEEN' | null {
  return by.drafted ? 'ROLL_OUT_OWN' : by.unseen > 0 ? 'ROLL_OUT_UNSEEN' : null;
}

/** What somebody with U may do with it now. A draft is its author's. */
export function rollOutMay(state: RollOutState, by: { drafted: boolean; unseen: number }): RollOutAct[] {
  const acts: RollOutAct[] = ['change', 'send', 'approve', 'decline', 'pause', 'resume', 'cancel'];
  return acts.filter((act) => {
    if (act === 'change' || act === 'send') return state === 'draft' && by.drafted;
    if (rollOutAfter(state, act) === null) return false;
    if (act === 'approve') return approvalRefusal(by) === null;
    return act === 'decline' ? !by.drafted : true;
  });
}

/** Its turn: the wave has begun, the roll-out runs and has not ended, and the vehicle was not tried just now. */
export function isDue(
  rollOut: { state: RollOutState; wave: number; validUntil: Date },
  vehicle: { state: RollOutVehicleState; wave: number; againAt: Date | null },
  now: Date,
): boolean {
  if (rollOut.state !== 'running' || now >= rollOut.validUntil) return false;
  return (
    vehicle.state === 'waiting' && vehicle.wave <= rollOut.wave && (vehicle.againAt === null || now >= vehicle.againAt)
  );
}

/** What becomes of a vehicle in its turn: offered, left out because the program is not for it, or waiting for the first thing that does not hold. */
export function nextStep(
  checked: Preflight,
):
  | { act: 'offer' }
  | { act: 'skip'; reason: 'variant' | 'calibration' | 'sameVersion' }
  | { act: 'wait'; for: PreflightCheck } {
  const wrong = checked.checks.find((c) => (c.check === 'variant' || c.check === 'calibration') && c.ok === false);
  if (wrong !== undefined) return { act: 'skip', reason: wrong.check as 'variant' | 'calibration' };
  if (checked.sameVersion) return { act: 'skip', reason: 'sameVersion' };
  const missed = checked.checks.find((c) => c.ok !== true);
  return missed === undefined ? { act: 'offer' } : { act: 'wait', for: missed.check };
}

/** Refusals that say "not now": the machine had moved on between our look and its own. */
const notNow: readonly string[] = ['busy', 'keyOff', 'engineRuns', 'battery', 'notParked', 'expired'];
/** What a run that has ended means for its vehicle. `again`: it was not done, and its turn goes on. */
export function endOfRun(
  state: FlashRunState,
  reason: string | null,
): 'done' | 'failed' | 'cancelled' | 'again' | null {
  switch (state) {
    case 'done':
      return 'done';
    case 'cancelled':
      return 'cancelled';
    case 'expired':
      return 'again';
    case 'refused':
    case 'failed':
      // at the machine somebody said no
      if (reason === 'cancelled') return 'cancelled';
      // it never left the house
      if (reason === 'broker') return 'again';
      return state === 'refused' && notNow.includes(reason ?? '') ? 'again' : 'failed';
    default:
      return null;
  }
}

/** Failures at `share` % or more of the runs that have ended. */
export const mustStop = (wave: { done: number; failed: number }, share: number): boolean =>
  wave.failed > 0 && wave.failed * 100 >= share * (wave.failed + wave.done);

/**
 * When the next wave may begin, epoch ms; null: not yet, whatever time it is. Without a hold time: when every vehicle of the present wave has ended. With one:
 * so long after the present wave began, if by then one of it is done and none is under way; those that were not ready go on waiting beside the next.
 */
export function nextWaveAt(wave: RollOutCounts, beganAt: Date, holdHours: number | null): number | null {
  const ended = wave.waiting === 0 && wave.underWay === 0;
  if (holdHours === null) return ended ? beganAt.getTime() : null;
  const held = beganAt.getTime() + holdHours * 60 * minute;
  return ended || (wave.done > 0 && wave.underWay === 0) ? held : null;
}
