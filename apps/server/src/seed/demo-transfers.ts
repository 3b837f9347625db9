import type { EntityManager } from 'typeorm';
import type { TransferEnding, TransferSummary } from '@headland/contracts/owner-transfer';
import type { EventName } from '@headland/contracts/event-log';
import { stepDueAt } from '@headland/domain/owner-transfer';
import { appActor } from '../ownership/app-members/app-members.module';
import { makeRdiDocument } from '../ownership/owner-transfer/rdi-document.tx';
import { type Actor, system } from '../platform/caller';
import { pastEvent, type PastEvent } from './append-past';

/** Days ago, and what came of it. The newest is of two days ago: what happened since is the demo's yesterday. */
interface Story {
  requested: number;
  accepted?: number;
  decided?: number;
  ending?: TransferEnding;
  reason?: string;
}
const stories: readonly Story[] = [
  { requested: 2.3 },
  { requested: 6.1 },
  { requested: 3.4, accepted: 2.6 },
  { requested: 6.7, accepted: 4.2 },
  { requested: 8.2, accepted: 5.9 },
  { requested: 24.4, accepted: 22.1, decided: 20.3 },
  { requested: 51.2, accepted: 48.5, decided: 45.8 },
  {
    requested: 14.6,
    accepted: 13.2,
    decided: 12.4,
    ending: 'staff',
    reason: '매매 계약서의 차대번호가 다릅니다. 확인 후 다시 신청해 주세요.',
  },
  { requested: 22.4, decided: 15.4, ending: 'time' },
  { requested: 10.8, decided: 9.7, ending: 'withdrawn' },
];
interface Machine {
  id: number;
  vin: string;
  model: string;
  deviceId: string | null;
  organizationId: number;
  customerId: number;
}
/** Machines between one story and the next, and between who gives and who gets. */
const apart = { story: 7, buyer: 3 };

/** Machines that changed hands or are about to: requested, waiting for the staff, approved, rejected for each reason. Answers what they leave in the log. */
export async function addTransfers(tx: EntityManager, now: Date): Promise<PastEvent[]> {
  const machines = await tx.query<Machine[]>(
    `SELECT v.id, v.vin, m.name AS model, v.device_id AS "deviceId", v.organization_id AS "organizationId", c.id AS "customerId" FROM vehicle v JOIN model m ON m.id = v.model_id
     JOIN customer c ON c.id = v.customer_id WHERE c.joined_at IS NOT NULL AND c.login_id IS NOT NULL AND c.country = '82' ORDER BY v.id`,
  );
  const [decider] = await tx.query<{ id: number; name: string }[]>(
    "SELECT id, name FROM user_account WHERE group_type = 'HEAD_OFFICE' AND role = 'ADMIN' ORDER BY id LIMIT 1",
  );
  const staff: Actor = { userId: decider?.id ?? null, name: decider?.name ?? null, address: null };
  const events: PastEvent[] = [];
  for (const [i, story] of stories.entries()) {
    const [machine, buyer] = [machines[i * apart.story], machines[i * apart.story + apart.buyer]];
    if (machine && buyer) events.push(...(await seedEvents(tx, story, machine, buyer.customerId, staff, now)));
  }
  return events;
}

async function seedEvents(
  tx: EntityManager,
  story: Story,
  machine: Machine,
  toId: number,
  staff: Actor,
  now: Date,
): Promise<PastEvent[]> {
  const ago = (days: number): Date => new Date(now.getTime() - Math.round(days * 1440) * 60_000);
  const [requestedAt, acceptedAt, decidedAt] = [
    ago(story.requested),
    story.accepted === undefined ? null : ago(story.accepted),
    story.decided === undefined ? null : ago(story.decided),
  ];
  const { id: vehicleId, vin, model, deviceId, organizationId, customerId: fromId } = machine;
  const approved = decidedAt !== null && story.ending === undefined;
  const by = approved || story.ending === 'staff' ? staff : story.ending === 'time' ? system : appActor;
  const last = {
    status: approved
      ? ('approved' as const)
      : decidedAt
        ? ('rejected' as const)
        : acceptedAt
          ? ('accepted' as const)
          : ('requested' as const),
    dueAt: decidedAt ? null : stepDueAt(acceptedAt ?? requestedAt),
    decidedBy: by === staff ? staff.name : null,
  };
  const [made] = await tx.query<{ id: number }[]>(
    `INSERT INTO owner_transfer (status, vehicle_id, from_customer_id, to_customer_id, requested_at, accepted_at, due_at, decided_at, decided_by, ending, reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    [
      last.status,
      vehicleId,
      fromId,
      toId,
      requestedAt,
      acceptedAt,
      last.dueAt,
      decidedAt,
      last.decidedBy,
      story.ending ?? null,
      story.reason ?? null,
    ],
  );
  if (approved) await giveTo(tx, vehicleId, toId, decidedAt);
  const summary = (status: TransferSummary['status'], version: number): TransferSummary => ({
    id: made?.id ?? 0,
    version,
    status,
    vehicle: { id: vehicleId, vin, model, deviceId },
    fromId,
    toId,
    requestedAt: requestedAt.toISOString(),
    acceptedAt: status === 'requested' ? null : (acceptedAt?.toISOString() ?? null),
    dueAt:
      status === 'requested'
        ? stepDueAt(requestedAt).toISOString()
        : status === 'accepted' && acceptedAt
          ? stepDueAt(acceptedAt).toISOString()
          : null,
    decidedAt: status === 'approved' || status === 'rejected' ? (decidedAt?.toISOString() ?? null) : null,
    decidedBy: status === 'approved' || status === 'rejected' ? last.decidedBy : null,
    ending: status === 'rejected' ? (story.ending ?? null) : null,
  });
  const event = (
    name: Extract<EventName, `transfer.${string}`>,
    at: Date,
    actor: Actor,
    transfer: TransferSummary,
    note?: string,
  ) => pastEvent(name, at, actor, { transfer, ...(note === undefined ? {} : { note }) }, { organizationId, vehicleId });
  return [
    event('transfer.requested', requestedAt, appActor, summary('requested', 1)),
    ...(acceptedAt ? [event('transfer.accepted', acceptedAt, appActor, summary('accepted', 2))] : []),
    ...(decidedAt
      ? [
          event(
            approved ? 'transfer.approved' : 'transfer.rejected',
            decidedAt,
            by,
            summary(last.status, 3),
            story.reason,
          ),
        ]
      : []),
  ];
}

async function giveTo(tx: EntityManager, vehicleId: number, customerId: number, at: Date): Promise<void> {
  await tx.query('UPDATE vehicle SET version = version + 1, customer_id = $2 WHERE id = $1', [vehicleId, customerId]);
  await tx.query('UPDATE sale SET customer_id = $2 WHERE vehicle_id = $1 AND cancelled_at IS NULL', [
    vehicleId,
    customerId,
  ]);
  await tx.query(
    'UPDATE vehicle_owner SET until = CASE WHEN until IS NOT NULL THEN $2::timestamptz END, since = CASE WHEN until IS NULL THEN $2::timestamptz END WHERE vehicle_id = $1',
    [vehicleId, at],
  );
}

/** The documents of those that were approved, once it is known what was due on the machines. The new owner has looked at it. */
export async function addTransferDocuments(tx: EntityManager, timeZone: string): Promise<void> {
  const approved = await tx.query<{ id: number; at: Date }[]>(
    "SELECT id, decided_at AS at FROM owner_transfer WHERE status = 'approved' ORDER BY id",
  );
  for (const { id, at } of approved) await makeRdiDocument(tx, id, at, timeZone);
  await tx.query('UPDATE rdi_document SET openings = 2');
  await tx.query(
    "INSERT INTO rdi_download (document_id, at, address) SELECT id, created_at + interval '5 hours', '203.0.113.24' FROM rdi_document",
  );
}
