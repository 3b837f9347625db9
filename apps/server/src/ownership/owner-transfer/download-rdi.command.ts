import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Streamed } from '@headland/contracts/endpoint';
import { rdiFileMs } from '@headland/domain/owner-transfer';
import { CLOCK, type Clock } from '../../platform/clock';
import { Where } from '../../platform/database/where';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { hashToken } from '../../platform/random-token';
import { actorOf, system, type Actor, type Caller } from '../../platform/caller';
import { transferSummary } from './transfer-summary';

/** The download is recorded: for the holder of the link within the hour, or to a member who reads the transfer. */
export class DownloadRdi extends Command<Streamed> {
  constructor(readonly by: { opening: string; address: string } | { transferId: number; caller: Caller }) {
    super();
  }
}

interface Found {
  id: string;
  transferId: number;
  vehicleId: number;
  organizationId: number;
  name: string;
  pdf: Buffer;
}

@CommandHandler(DownloadRdi)
export class DownloadRdiHandler implements ICommandHandler<DownloadRdi> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ by }: DownloadRdi): Promise<Streamed> {
    const now = this.now();
    const actor: Actor = 'caller' in by ? actorOf(by.caller) : { ...system, address: by.address };
    const where = new Where('caller' in by ? by.caller.scope : { all: true }, 'v.organization_id');
    if ('caller' in by) where.andIf(by.transferId, (p) => `t.id = ${p}`);
    else {
      const since = where.parameter(new Date(now.getTime() - rdiFileMs));
      where.andIf(
        hashToken(by.opening),
        (p) =>
          `EXISTS (SELECT 1 FROM rdi_opening x WHERE x.document_id = r.id AND x.token_hash = ${p} AND x.at > ${since})`,
      );
    }
    return this.change.run(actor, async (tx, emit) => {
      const [found] = await tx.query<Found[]>(
        `SELECT r.id, r.transfer_id AS "transferId", t.vehicle_id AS "vehicleId", v.organization_id AS "organizationId", r.name, r.pdf
         FROM rdi_document r JOIN owner_transfer t ON t.id = r.transfer_id JOIN vehicle v ON v.id = t.vehicle_id WHERE ${where.sql}`,
        where.parameters,
      );
      if (found === undefined) throw new Problem('NOT_FOUND');
      const { id, transferId, vehicleId, organizationId, name, pdf } = found;
      await tx.query('INSERT INTO rdi_download (document_id, at, by_name, address) VALUES ($1, $2, $3, $4)', [
        id,
        now,
        actor.name,
        actor.address ?? '',
      ]);
      emit('transfer.downloaded', { transfer: await transferSummary(tx, transferId) }, { organizationId, vehicleId });
      return { name, bytes: new Uint8Array(pdf) };
    });
  }
}
