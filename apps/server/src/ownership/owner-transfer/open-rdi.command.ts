import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RdiOpening } from '@headland/contracts/owner-transfer';
import { rdiState } from '@headland/domain/owner-transfer';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { hashToken } from '../../platform/random-token';
import { system } from '../../platform/caller';
import { newRdiId } from './rdi-document.tx';

/** The link of a document is opened. Each opening counts; an expired or used-up link shows only the contact. */
export class OpenRdi extends Command<RdiOpening> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(OpenRdi)
export class OpenRdiHandler implements ICommandHandler<OpenRdi> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id }: OpenRdi): Promise<RdiOpening> {
    return this.change.run(system, async (tx) => {
      const row = await lockDocument(tx, id);
      if (row === null) throw new Problem('NOT_FOUND');
      const now = this.now();
      const state = rdiState(row, now);
      if (state !== 'open')
        throw new Problem(state === 'expired' ? 'RDI_EXPIRED' : 'RDI_USED_UP', {
          dealer: row.dealer,
          phone: row.dealerPhone ?? '',
        });
      const opening = newRdiId();
      await tx.query('UPDATE rdi_document SET openings = openings + 1 WHERE id = $1', [id]);
      await tx.query('INSERT INTO rdi_opening (token_hash, document_id, at) VALUES ($1, $2, $3)', [
        hashToken(opening),
        id,
        now,
      ]);
      const { model, vin, owner, takenOverOn, name, bytes, expiresAt } = row;
      return { model, vin, owner, takenOverOn, name, bytes, expiresAt: expiresAt.toISOString(), opening };
    });
  }
}

type Document = Pick<RdiOpening, 'model' | 'vin' | 'owner' | 'takenOverOn' | 'name' | 'bytes'> & {
  expiresAt: Date;
  openings: number;
  dealer: string;
  dealerPhone: string | null;
};
async function lockDocument(tx: Tx, id: string): Promise<Document | null> {
  const [row] = await tx.query<Document[]>(
    `SELECT m.name AS model, v.vin, r.owner, r.taken_over_on::text AS "takenOverOn", r.name, r.size AS bytes, r.expires_at AS "expiresAt", r.openings, o.name AS dealer, o.phone AS "dealerPhone"
     FROM rdi_document r JOIN owner_transfer t ON t.id = r.transfer_id JOIN vehicle v ON v.id = t.vehicle_id JOIN model m ON m.id = v.model_id
       JOIN organization o ON o.id = v.organization_id WHERE r.id = $1 FOR UPDATE OF r`,
    [id],
  );
  return row ?? null;
}
