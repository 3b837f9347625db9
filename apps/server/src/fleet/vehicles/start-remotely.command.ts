import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ControlDown, RemoteControl, StartCommand } from '@headland/contracts/device/down';
import { downTopic } from '@headland/contracts/device/envelope';
import type { RemoteStart } from '@headland/contracts/vehicle';
import { startAnsweredWithinMs, startRefusal, startWithinMs } from '@headland/domain/remote-start';
import { isOnline } from '@headland/domain/vehicle-state';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Change } from '../../platform/event-log/change';
import { Publisher } from '../../platform/mqtt/publisher';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller, type Scope } from '../../platform/caller';
import { vehiclesInService } from './in-service.reads';
import { endStart, endStartsOverdue } from './end-remote-start.command';
import { startColumns, startPayload, toStart, type StartRow } from './remote-start';
import { stateColumns, stateFrom, stateOf, type StateRow } from './vehicle-row.reads';

/**
 * Commands a parked machine to start its engine. The request is committed before it is sent; a broker that does not accept it ends the
 * request at once.
 */
export class StartRemotely extends Command<RemoteStart> {
  constructor(
    readonly id: number,
    readonly command: StartCommand,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(StartRemotely)
export class StartRemotelyHandler implements ICommandHandler<StartRemotely> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly publisher: Publisher,
  ) {}

  async execute({ id, command, caller }: StartRemotely): Promise<RemoteStart> {
    const by = actorOf(caller);
    const now = this.now();
    const messageId = randomUUID();
    const { request, offsetMs } = await this.change.run(by, async (tx, emit) => {
      const machine = await lockMachine(tx, caller.scope, id, now);
      await endStartsOverdue(tx, emit, id, now);
      const held = (await vehiclesInService(tx, [id], { userId: caller.userId, now })).get(id);
      const reason = startRefusal(command, {
        remoteControl: machine.remote_control,
        hasDevice: machine.device_id !== null,
        online: isOnline(stateOf(machine, now.getTime())),
        engine: machine.engine === null ? null : machine.engine ? 'on' : 'off',
        speed: machine.speed,
        openSos: machine.open_sos ?? 0,
        held: held !== undefined,
        underway: machine.underway,
      });
      if (reason === 'held' && held !== undefined) throw new Problem(held.code, held.values);
      if (reason !== null) throw new Problem('REMOTE_START_REFUSED', { reason });
      const [made] = await tx.query<StartRow[]>(
        `INSERT INTO control_request AS c (message_id, vehicle_id, device_id, command, requested_at, due_at, by_user, by_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${startColumns}`,
        [
          messageId,
          id,
          machine.device_id,
          command,
          now,
          new Date(now.getTime() + startAnsweredWithinMs(machine.interval_s ?? 0)),
          caller.userId,
          caller.name,
        ],
      );
      const row = made as StartRow;
      emit('control.requested', startPayload(row), { organizationId: machine.organization_id, vehicleId: id });
      return { request: row, offsetMs: Number(machine.offset_ms ?? 0) };
    });
    // by the terminal's own clock: what waited at the broker meanwhile must not start a machine that somebody works on by then
    const message: ControlDown = {
      command,
      id: messageId,
      until: Math.max(0, request.requested_at.getTime() + startWithinMs - offsetMs),
    };
    try {
      await this.publisher.publish(downTopic(request.device_id, 'control'), JSON.stringify(message));
    } catch (error) {
      await this.change.run(by, (tx, emit) => endStart(tx, emit, request.id, 'broker', this.now()));
      throw new Problem('UNAVAILABLE', {}, undefined, { cause: error });
    }
    return toStart(request);
  }
}

interface Machine extends StateRow {
  organization_id: number;
  device_id: string | null;
  remote_control: RemoteControl;
  /** of its terminal; null: it has none */
  interval_s: number | null;
  underway: boolean;
}

/** The vehicle's row is locked until the request is inserted: of two concurrent requests one is refused, and no session begins meanwhile. */
async function lockMachine(tx: Tx, scope: Scope, id: number, now: Date): Promise<Machine> {
  const where = new Where(scope, 'v.organization_id').andIf(id, (p) => `v.id = ${p}`);
  const locked = await tx.query<unknown[]>(
    `SELECT 1 FROM vehicle v WHERE ${where.sql} FOR NO KEY UPDATE OF v`,
    where.parameters,
  );
  if (locked.length === 0) throw new Problem('NOT_FOUND');
  const [row] = await tx.query<Machine[]>(
    `SELECT ${stateColumns}, v.organization_id, v.device_id, m.remote_control, (SELECT interval_s FROM device WHERE id = v.device_id) AS interval_s,
       EXISTS (SELECT 1 FROM control_request c WHERE c.vehicle_id = v.id AND c.state = 'requested' AND c.due_at > $2) AS underway
     ${stateFrom} JOIN model m ON m.id = v.model_id WHERE v.id = $1`,
    [id, now],
  );
  return row as Machine;
}
