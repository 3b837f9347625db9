import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { AppTransfer } from '@headland/contracts/owner-transfer';
import { maskName } from '@headland/domain/mask';
import { rdiState } from '@headland/domain/owner-transfer';
import { CLOCK, type Clock } from '../../platform/clock';
import { Problem } from '../../platform/problem';
import type { AppCaller } from '../../platform/caller';

interface Row {
  id: number;
  status: AppTransfer['status'];
  given: boolean;
  vin: string;
  model: string;
  other: string;
  requested_at: Date;
  accepted_at: Date | null;
  due_at: Date | null;
  decided_at: Date | null;
  ending: AppTransfer['ending'];
  reason: string | null;
  document_id: string | null;
  expires_at: Date | null;
  openings: number | null;
}
/** Of each direction as many as anybody has. */
const most = 100;

/** What a customer reads of transfers: those of the own machines, and those to be given; of the other party a masked name. */
@Injectable()
export class AppTransferReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  list({ customerId }: AppCaller): Promise<AppTransfer[]> {
    return this.read(customerId, null);
  }

  async get(id: number, { customerId }: AppCaller): Promise<AppTransfer> {
    const [transfer] = await this.read(customerId, id);
    if (transfer === undefined) throw new Problem('NOT_FOUND');
    return transfer;
  }

  private async read(customerId: number, id: number | null): Promise<AppTransfer[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT t.id, t.status, t.from_customer_id = $1 AS given, v.vin, m.name AS model, c.name AS other, t.requested_at, t.accepted_at, t.due_at, t.decided_at, t.ending, t.reason,
         r.id AS document_id, r.expires_at, r.openings
       FROM owner_transfer t JOIN vehicle v ON v.id = t.vehicle_id JOIN model m ON m.id = v.model_id
         JOIN customer c ON c.id = CASE WHEN t.from_customer_id = $1 THEN t.to_customer_id ELSE t.from_customer_id END
         LEFT JOIN rdi_document r ON r.transfer_id = t.id AND t.to_customer_id = $1
       WHERE (t.from_customer_id = $1 OR t.to_customer_id = $1) AND ($2::int IS NULL OR t.id = $2) ORDER BY t.id DESC LIMIT ${most}`,
      [customerId, id],
    );
    return rows.map((r) => this.toTransfer(r));
  }

  private toTransfer(r: Row): AppTransfer {
    const { document_id: id, expires_at: expiresAt, openings } = r;
    return {
      id: r.id,
      status: r.status,
      direction: r.given ? 'given' : 'received',
      vin: r.vin,
      model: r.model,
      other: maskName(r.other),
      requestedAt: r.requested_at.toISOString(),
      acceptedAt: r.accepted_at?.toISOString() ?? null,
      dueAt: r.due_at?.toISOString() ?? null,
      decidedAt: r.decided_at?.toISOString() ?? null,
      ending: r.ending,
      // why a sale was cancelled is between the staff and its customer
      reason: r.ending === 'staff' ? r.reason : null,
      document:
        id === null || expiresAt === null || openings === null
          ? null
          : { id, state: rdiState({ expiresAt, openings }, this.now()), expiresAt: expiresAt.toISOString() },
    };
  }
}
