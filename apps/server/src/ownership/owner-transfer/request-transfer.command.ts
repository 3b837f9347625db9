import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Parsed } from '@headland/contracts/endpoint';
import type { appTransfers, TransferSummary } from '@headland/contracts/owner-transfer';
import { stepDueAt } from '@headland/domain/owner-transfer';
import { dialledDigits, storedDigits } from '@headland/domain/sms-code';
import { appActor } from '../app-members/app-members.module';
import { digitsOf, activeCustomer, usesApp } from '../../people/customer-base/customer-phone.tx';
import { PublicLimit } from '../../people/session/session.module';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import type { AppCaller } from '../../platform/caller';
import { transferSummary } from './transfer-summary';

type Body = Parsed<typeof appTransfers.request>['body'];

/** The owner requests to transfer a machine to another member of the app. */
export class RequestTransfer extends Command<TransferSummary> {
  constructor(
    readonly body: Body,
    readonly by: AppCaller,
  ) {
    super();
  }
}

@CommandHandler(RequestTransfer)
export class RequestTransferHandler implements ICommandHandler<RequestTransfer> {
  constructor(
    private readonly change: Change,
    private readonly limit: PublicLimit,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ body, by: { customerId } }: RequestTransfer): Promise<TransferSummary> {
    this.limit.admit('transfer', `customer ${customerId}`);
    return this.change.run(appActor, async (tx, emit) => {
      const [me] = await members(tx, 'c.id = $1', customerId);
      if (me === undefined) throw new Problem('E0105');
      const vehicle = await lockVehicle(tx, body.vin);
      if (vehicle === null) throw new Problem('TRANSFER_VEHICLE_UNKNOWN');
      if (vehicle.customerId !== customerId) throw new Problem('TRANSFER_NOT_OWNER');
      if (vehicle.pending) throw new Problem('TRANSFER_ALREADY_REQUESTED');
      const newOwner = await newOwnerOf(tx, body, me.country);
      if (newOwner === null) throw new Problem('TRANSFER_NOT_MEMBER');
      if (newOwner === customerId) throw new Problem('TRANSFER_TO_SELF');
      const now = this.now();
      const [made] = await tx.query<{ id: number }[]>(
        'INSERT INTO owner_transfer (vehicle_id, from_customer_id, to_customer_id, requested_at, due_at) VALUES ($1, $2, $3, $4, $5) RETURNING id',
        [vehicle.id, customerId, newOwner, now, stepDueAt(now)],
      );
      if (made === undefined) throw new Error('an insert answers its row');
      const transfer = await transferSummary(tx, made.id);
      emit('transfer.requested', { transfer }, { organizationId: vehicle.organizationId, vehicleId: vehicle.id });
      return transfer;
    });
  }
}

interface Vehicle {
  id: number;
  customerId: number | null;
  organizationId: number;
  /** one is open */
  pending: boolean;
}
/** Of two who ask at the same moment the second waits here, and then finds the request of the first. */
async function lockVehicle(tx: Tx, vin: string): Promise<Vehicle | null> {
  const [locked] = await tx.query<Omit<Vehicle, 'pending'>[]>(
    'SELECT id, customer_id AS "customerId", organization_id AS "organizationId" FROM vehicle WHERE vin = $1 FOR NO KEY UPDATE',
    [vin],
  );
  if (locked === undefined) return null;
  const open = await tx.query<unknown[]>('SELECT 1 FROM owner_transfer WHERE vehicle_id = $1 AND decided_at IS NULL', [
    locked.id,
  ]);
  return { ...locked, pending: open.length > 0 };
}

/** A phone is as the owner dials it: the same national number in another country is another one. That of two members identifies neither. */
async function newOwnerOf(tx: Tx, { phone, loginId }: Body, country: string): Promise<number | null> {
  if (phone === undefined) {
    const [found] = await members(tx, 'lower(c.login_id) = $1', (loginId ?? '').toLowerCase());
    return found?.id ?? null;
  }
  const dialled = dialledDigits(country, phone);
  const alike = await members(tx, `${digitsOf('c.phone')} = ANY($1)`, storedDigits(country, phone));
  const [found, another] = alike.filter((member) => dialledDigits(member.country, member.phone ?? '') === dialled);
  return another === undefined ? (found?.id ?? null) : null;
}

interface Member {
  id: number;
  country: string;
  phone: string | null;
}
/** Members of the app, held until the transaction ends. */
const members = (tx: Tx, condition: string, value: string | number | string[]): Promise<Member[]> =>
  tx.query<Member[]>(
    `SELECT c.id, c.country, c.phone FROM customer c WHERE ${condition} AND ${usesApp('c')} AND ${activeCustomer} ORDER BY c.id FOR SHARE OF c`,
    [value],
  );
