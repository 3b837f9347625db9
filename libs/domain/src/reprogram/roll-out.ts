import { type ProgramIdentity } from './program-header';
import type { FlashRunState, PreflightCheck } from '@headland/contracts/reprogram';
import {
  maxRollOutDays,
  type RollOutAct,
  rollOutActs,
  type RollOutCounts,
  type RollOutMatch,
  type RollOutState,
  type RollOutVehicleState,
} from '@headland/contracts/roll-out';
import { calibrationFits } from './calibration';
import type { Preflight } from './offer';
import type { CalibrationRule } from './program-profile';

/**
 * A roll-out transfers one program to many machines without a person beside each. Safety rules:
 *
 * - **Eligibility**: a vehicle is eligible from the start of its wave to the end of the roll-out. The program is offered as
 *   soon as its own pre-flight holds: online, key on, engine off, parked, battery, no other session. A vehicle that is not
 *   ready waits and is checked again when its connection, engine or session changes, and every minute. Nothing is offered
 *   before its wave, while paused, or after the end.
 * - **Offers expire**: one without an answer is withdrawn after 15 minutes; an accepted one has the usual 24 hours, but not
 *   beyond the end of the roll-out. An expired offer is no failure: the vehicle stays eligible.
 * - **Waves**: the next one begins when the current one has results, never by the clock alone.
 * - **Failures pause it**: counted over the finished runs of a wave; a person has to give a reason to resume, and the count
 *   starts again.
 */
const minute = 60_000;
export const rollOutTimes = {
  /** an offer without an answer */
  answerMs: 15 * minute,
  /** pause of a vehicle after an unsuccessful run */
  againMs: 5 * minute,
  /** how often waiting vehicles are checked without an event */
  checkMs: minute,
  longestMs: maxRollOutDays * 24 * 60 * minute,
} as const;
/** Vehicles of one roll-out in transfer at the same time: the broker connection is shared with everything else. */
export const rollOutAtOnce = 50;

/**
 * Sizes of the waves for this many vehicles: the first group, then shares in % of the rest, which add up to 100. No
 * wave is empty, no vehicle left out.
 */
export function waveSizes(vehicles: number, firstGroup: number, shares: readonly number[]): number[] {
  const first = Math.min(firstGroup, vehicles);
  const rest = vehicles - first;
  const ends = shares.map((_, i) =>
    i === shares.length - 1 ? rest : Math.round((rest * shares.slice(0, i + 1).reduce((a, b) => a + b, 0)) / 100),
  );
  return [first, ...ends.map((end, i) => end - (ends[i - 1] ?? 0))].filter((size) => size > 0);
}

/**
 * How compatible a machine is with a program, from its latest data. Only compatible or possibly compatible machines
 * join a roll-out.
 */
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
  // a roll-out paused by a person may be stopped by runs in progress
  stop: { from: ['running', 'paused'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  cancel: { from: ['draft', 'waitsForApproval', 'running', 'paused'], to: 'cancelled' },
  expire: { from: ['waitsForApproval', 'running', 'paused'], to: 'expired' },
  end: { from: ['running', 'paused'], to: 'done' },
};
/** The next state; null if the transition is not possible. */
export const rollOutAfter = (state: RollOutState, event: RollOutEvent): RollOutState | null =>
  moves[event].from.includes(state) ? moves[event].to : null;
export const hasRollOutEnded = (state: RollOutState): boolean =>
  state === 'done' || state === 'cancelled' || state === 'expired';

/** Four eyes: the author of a draft does not approve it, and no one decides about machines outside the own scope. */
export function approvalRefusal(by: { drafted: boolean; unseen: number }): 'ROLL_OUT_OWN' | 'ROLL_OUT_UNSEEN' | null {
  return by.drafted ? 'ROLL_OUT_OWN' : by.unseen > 0 ? 'ROLL_OUT_UNSEEN' : null;
}

/** What a user with U may do with it now. A draft belongs to its author. */
export function rollOutMay(state: RollOutState, by: { drafted: boolean; unseen: number }): RollOutAct[] {
  return rollOutActs.filter((act) => {
    if (act === 'change' || act === 'send') return state === 'draft' && by.drafted;
    if (rollOutAfter(state, act) === null) return false;
    if (act === 'approve') return approvalRefusal(by) === null;
    return act === 'decline' ? !by.drafted : true;
  });
}

/** Eligible: its wave has begun, the roll-out is running and has not ended, and the vehicle was not tried just now. */
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

/**
 * The action for an eligible vehicle: offered, skipped because the program is not compatible, or waiting for the first
 * condition that does not hold.
 */
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

/** Refusals that mean "not now": the machine has changed between our check and its own. */
const notNow: readonly string[] = ['busy', 'keyOff', 'engineRuns', 'battery', 'notParked', 'expired'];
/** What a finished run means for its vehicle. `again`: unsuccessful, and it stays eligible. */
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
      // somebody at the machine refused
      if (reason === 'cancelled') return 'cancelled';
      // it was never sent
      if (reason === 'broker') return 'again';
      return state === 'refused' && notNow.includes(reason ?? '') ? 'again' : 'failed';
    default:
      return null;
  }
}

/** Failures are `share` % or more of the finished runs. */
export const mustStop = (wave: { done: number; failed: number }, share: number): boolean =>
  wave.failed > 0 && wave.failed * 100 >= share * (wave.failed + wave.done);

/**
 * When the next wave may begin, epoch ms; null: not yet. Without a hold time: when every vehicle of the current wave
 * has finished. With one: that long after the current wave began, if by then one of it is done and none is in progress;
 * vehicles that were not ready keep waiting alongside the next wave.
 */
export function nextWaveAt(wave: RollOutCounts, beganAt: Date, holdHours: number | null): number | null {
  const ended = wave.waiting === 0 && wave.underWay === 0;
  if (holdHours === null) return ended ? beganAt.getTime() : null;
  const held = beganAt.getTime() + holdHours * 60 * minute;
  return ended || (wave.done > 0 && wave.underWay === 0) ? held : null;
}
