import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import type { Caller } from '../../platform/caller';

type Screen = Pick<Caller, 'kioskId' | 'sessionId' | 'address'>;

/** A browser that shows a wall has sent a heartbeat. A member who views the wall does not count. It is a heartbeat, not a change: no event. */
export class SeeKioskScreen extends Command<void> {
  constructor(readonly caller: Screen) {
    super();
  }
}

@CommandHandler(SeeKioskScreen)
export class SeeKioskScreenHandler implements ICommandHandler<SeeKioskScreen> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ caller: { kioskId, sessionId, address } }: SeeKioskScreen): Promise<void> {
    if (kioskId !== null) await sawScreen(this.database, { kioskId, sessionId, address }, this.now());
  }
}

const writtenEverySeconds = 20;

/** Writes once in a while only: a wall reads its picture after every other event. */
export async function sawScreen(
  tx: Tx,
  { kioskId, sessionId, address }: Screen & { kioskId: number },
  now: Date,
): Promise<void> {
  await tx.query(
    `WITH screen AS (
       INSERT INTO kiosk_screen (id, kiosk_id, seen_at) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET seen_at = $3 WHERE kiosk_screen.seen_at < $3::timestamptz - make_interval(secs => $4))
     UPDATE kiosk SET last_seen_at = $3, last_address = $5 WHERE id = $2 AND (last_seen_at IS NULL OR last_seen_at < $3::timestamptz - make_interval(secs => $4))`,
    [sessionId, kioskId, now, writtenEverySeconds, address],
  );
}

/** Screens that are long gone. */
export async function forgetOldScreens(tx: Tx, kioskId: number, now: Date): Promise<void> {
  await tx.query("DELETE FROM kiosk_screen WHERE kiosk_id = $1 AND seen_at < $2::timestamptz - interval '1 day'", [
    kioskId,
    now,
  ]);
}
