import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { flashTimes } from '@headland/domain/reprogram/offer';
import { rollOutTimes } from '@headland/domain/reprogram/roll-out';
import { Timers } from '../../platform/jobs/timers';
import { lostMs, MoveFlashWhenDue, repeatOfferMs, pauseMs } from './move-flash-when-due.command';

const offline = 'EXISTS (SELECT 1 FROM vehicle_state s WHERE s.vehicle_id = flash_run.vehicle_id AND NOT s.online)';

/** Runs in progress are few; every second those without messages for a while, or with an expired offer, are checked. */
@Injectable()
export class MoveFlashWhenTimeIsUp {
  constructor(timers: Timers, commands: CommandBus, @InjectDataSource() database: DataSource) {
    timers.register({
      name: 'move-flash-run',
      run: (id) => commands.execute(new MoveFlashWhenDue(id)),
      due: async () =>
        (
          await database.query<{ id: number }[]>(
            `SELECT id FROM flash_run WHERE ended_at IS NULL AND (expires_at <= now() OR (state IN ('transferring', 'checking', 'programming') AND heard_at <= now() - make_interval(secs => $1))
               OR (state = 'transferring' AND heard_at <= now() - make_interval(secs => $3) AND ${offline})
               OR (state IN ('offered', 'ready', 'paused') AND greatest(nudged_at, offered_at) <= now() - make_interval(secs => $2) AND NOT ${offline})
               OR (state = 'paused' AND cancel_asked_at <= now() - make_interval(secs => $5))
               OR (state = 'offered' AND roll_out_id IS NOT NULL AND offered_at <= now() - make_interval(secs => $4))) LIMIT 500`,
            [
              pauseMs / 1000,
              repeatOfferMs / 1000,
              lostMs / 1000,
              rollOutTimes.answerMs / 1000,
              flashTimes.checkMs / 1000,
            ],
          )
        ).map((r) => r.id),
      sweepMs: 1_000,
    });
  }
}
