import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FlashRunState } from '@headland/contracts/reprogram';
import {
  cancelAsked,
  cancelIsAsked,
  hasEnded,
  hasGoneSilent,
  type FlashContact,
} from '@headland/domain/reprogram/offer';
import { rollOutTimes } from '@headland/domain/reprogram/roll-out';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import { runChanged } from './run-ended.hook';
import { fileOf } from './flash.reads';
import { lockRun, runPayload, type FileRow, type RunRow } from './flash-row';
import { clockOffset, OfferToDevice } from './offer-program.tx';

/**
 * A device without requests for this long (ms) has paused; sooner if its connection is known to be lost. And how often
 * the offer is repeated meanwhile.
 */
export const pauseMs = 15_000;
export const lostMs = 2_000;
export const repeatOfferMs = 60_000;

/**
 * Timers of a run: it pauses, its offer expires, a silent controller has failed. A program that was sent whole does not
 * expire under its device. Called by the sweep, possibly early or twice.
 */
export class MoveFlashWhenDue extends Command<void> {
  constructor(readonly id: number) {
    super();
  }
}

/** What the device is sent once the change is committed. */
type Message = { cancel: RunRow } | { offer: RunRow; file: FileRow; offsetMs: number };

@CommandHandler(MoveFlashWhenDue)
export class MoveFlashWhenDueHandler implements ICommandHandler<MoveFlashWhenDue> {
  constructor(
    private readonly change: Change,
    private readonly device: OfferToDevice,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ id }: MoveFlashWhenDue): Promise<void> {
    const now = this.now();
    const message = await this.change.run(system, async (tx, emit): Promise<Message | null> => {
      const run = await lockRun(tx, { id });
      if (run === null || hasEnded(run.state)) return null;
      const contact = await contactOf(tx, run);
      const next = moved(run, now.getTime(), contact);
      if (next !== null) {
        const ended = hasEnded(next.state) ? now : null;
        await tx.query(
          'UPDATE flash_run SET state = $2, reason = $3, ended_at = $4, pauses = pauses + $5, cancel_asked_at = COALESCE(cancel_asked_at, $6) WHERE id = $1',
          [
            id,
            next.state,
            next.reason,
            ended,
            next.state === 'paused' && run.state !== 'paused' ? 1 : 0,
            next.reason === cancelAsked ? run.expires_at : null,
          ],
        );
        emit('flash.changed', runPayload(run, next.state, next.reason ?? undefined), {
          organizationId: run.organization_id,
          vehicleId: run.vehicle_id,
        });
        await runChanged.run(tx, emit, run, next, now);
        // its offer is over: one that has accepted it stops
        if (next.state === 'expired' || (next.reason === cancelAsked && run.reason !== cancelAsked))
          return { cancel: run };
        if (ended !== null) return null;
      }
      return (await mayRepeat(tx, next?.state ?? run.state, contact, id, now)) ? toRepeat(tx, run) : null;
    });
    if (message === null) return;
    // the broker may have lost it; a device that knows it responds with the received blocks, or with its end
    await (
      'cancel' in message
        ? this.device.cancel(message.cancel)
        : this.device.offer(message.offer, message.file, message.offsetMs)
    ).catch(() => undefined);
  }
}

/** One that is offline has it waiting at the broker, and reports by itself when it is back. */
async function mayRepeat(tx: Tx, state: FlashRunState, device: FlashContact, id: number, now: Date): Promise<boolean> {
  if (device.offline || (state !== 'paused' && state !== 'offered' && state !== 'ready')) return false;
  const repeated = await tx.query<[unknown[], number]>(
    'UPDATE flash_run SET nudged_at = $2 WHERE id = $1 AND greatest(nudged_at, offered_at) <= $2::timestamptz - make_interval(secs => $3)',
    [id, now, repeatOfferMs / 1000],
  );
  return repeated[1] > 0;
}

async function toRepeat(tx: Tx, run: RunRow): Promise<Message> {
  if (run.reason === cancelAsked) return { cancel: run };
  const [{ device_key: key } = { device_key: 0 }] = await tx.query<{ device_key: number }[]>(
    'SELECT device_key FROM flash_run WHERE id = $1',
    [run.id],
  );
  return { offer: run, file: await fileOf(tx, run.file_id), offsetMs: await clockOffset(tx, key) };
}

/** The broker's last known state of the device; without one, connected. */
async function contactOf(tx: Tx, run: RunRow): Promise<FlashContact> {
  const [state] = await tx.query<{ online: boolean | null; seen: Date | null; connected: Date | null }[]>(
    `SELECT s.online, s.last_seen_at AS seen, d.status_at AS connected FROM device d
     LEFT JOIN vehicle_state s ON s.vehicle_id = $2 WHERE d.id = $1`,
    [run.device_id, run.vehicle_id],
  );
  return {
    heardAt: run.heard_at.getTime(),
    seenAt: state?.seen?.getTime() ?? null,
    connectedAt: state?.connected?.getTime() ?? null,
    offline: state?.online === false,
  };
}

function moved(run: RunRow, now: number, device: FlashContact): { state: FlashRunState; reason: string | null } | null {
  if (run.state === 'checking' || run.state === 'programming')
    return hasGoneSilent(run.state, device, now) ? { state: 'failed', reason: 'noAnswer' } : null;
  const end = run.expires_at.getTime();
  const asked = run.reason === cancelAsked;
  // it may be checking or writing already: it is asked, and its word ends the run, or its silence
  const askedAt = (run.cancel_asked_at ?? run.expires_at).getTime();
  if (asked && hasGoneSilent('checking', { ...device, heardAt: Math.max(device.heardAt, askedAt) }, now))
    return { state: 'failed', reason: 'noAnswer' };
  if (now >= end && !cancelIsAsked(run.state, run.all_sent)) return { state: 'expired', reason: null };
  if (now >= end && !asked) return { state: run.state, reason: cancelAsked };
  // no person is at a machine of a roll-out: an offer not accepted by now must not be accepted hours later
  if (run.roll_out_id !== null && run.state === 'offered' && now - run.offered_at.getTime() >= rollOutTimes.answerMs)
    return { state: 'expired', reason: null };
  return run.state === 'transferring' && now - device.heardAt >= (device.offline ? lostMs : pauseMs)
    ? { state: 'paused', reason: run.reason }
    : null;
}
