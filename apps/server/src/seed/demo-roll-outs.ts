import type { EntityManager } from 'typeorm';
import type { RollOutState, RollOutStep, RollOutVehicleState } from '@headland/contracts/roll-out';
import { waveSizes } from '@headland/domain/reprogram/roll-out';
import { returning } from '../platform/database/rows';
import { type Actor, system } from '../platform/caller';
import { pastEvent, type PastEvent } from './append-past';
import type { Engineer, Served } from './demo-diagnosis';

interface DemoRollOut {
  name: string;
  state: Extract<RollOutState, 'waitsForApproval' | 'expired'>;
  /** days before now; `until` after it where negative */
  created: number;
  until: number;
  firstGroup: number;
  shares: number[];
  machines: readonly number[];
}
/** One of last week that ended with its time, with existing runs, and one that can be approved now. */
const rollOuts: readonly DemoRollOut[] = [
  {
    name: 'HL-D24 냉간 시동 개선 1차',
    state: 'expired',
    created: 7.5,
    until: 4.5,
    firstGroup: 3,
    shares: [100],
    machines: [4, 5, 0, 2, 1],
  },
  {
    name: 'HL-D24 냉간 시동 개선 2차',
    state: 'waitsForApproval',
    created: 0.2,
    until: -9.8,
    firstGroup: 1,
    shares: [40, 60],
    machines: [0, 1, 2, 5],
  },
];

/** Roll-outs of the newest program of the library, by the engineer who has put it there. Needs another account that approved; without one there are none. */
export async function addRollOuts(
  tx: EntityManager,
  served: readonly Served[],
  by: Engineer,
  now: Date,
): Promise<PastEvent[]> {
  const [file] = await tx.query<{ id: number }[]>(
    "SELECT id FROM flash_file WHERE target = 'ecu' AND signature <> '' ORDER BY uploaded_at DESC LIMIT 1",
  );
  const [author] = await tx.query<{ organization_id: number }[]>(
    'SELECT organization_id FROM user_account WHERE id = $1',
    [by.id],
  );
  const [approver] = await tx.query<{ id: number; name: string }[]>(
    "SELECT id, name FROM user_account WHERE group_type = 'HEAD_OFFICE' AND role = 'ADMIN' AND id <> $1 ORDER BY id LIMIT 1",
    [by.id],
  );
  if (file === undefined || author === undefined || approver === undefined) return [];
  const events: PastEvent[] = [];
  for (const rollOut of rollOuts)
    events.push(
      ...(await add(
        tx,
        rollOut,
        served,
        { fileId: file.id, organizationId: author.organization_id, by, approver },
        now,
      )),
    );
  return events;
}

interface Known {
  fileId: number;
  organizationId: number;
  by: Engineer;
  approver: { id: number; name: string };
}
async function add(
  tx: EntityManager,
  rollOut: DemoRollOut,
  served: readonly Served[],
  { fileId, organizationId, by, approver }: Known,
  now: Date,
): Promise<PastEvent[]> {
  const ago = (days: number): Date => new Date(now.getTime() - Math.round(days * 1440) * 60_000);
  const past = rollOut.state === 'expired';
  const approvedAt = past ? ago(rollOut.created - 0.05) : null;
  const [row] = await tx.query<{ id: number }[]>(
    `INSERT INTO roll_out (version, name, file_id, organization_id, state, first_group, shares, stop_share, valid_until, by_hand, with_unknown, wave, created_at, created_by, created_name,
       created_organization, approved_at, approved_by, approved_name, ended_at, look_at)
     VALUES (1, $1, $2, $3, $4, $5, $6, 10, $7, true, false, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING id`,
    [
      rollOut.name,
      fileId,
      organizationId,
      rollOut.state,
      rollOut.firstGroup,
      rollOut.shares,
      ago(rollOut.until),
      past ? 1 : 0,
      ago(rollOut.created),
      by.id,
      by.name,
      by.organization,
      approvedAt,
      past ? approver.id : null,
      past ? approver.name : null,
      past ? ago(rollOut.until) : null,
      past ? null : ago(rollOut.until),
    ],
  );
  const id = row?.id ?? 0;
  const vehicles = rollOut.machines.flatMap((n) => served[n]?.vehicleId ?? []);
  const sizes = waveSizes(vehicles.length, rollOut.firstGroup, rollOut.shares);
  const waveOf = sizes.flatMap((size, i) => Array.from({ length: size }, () => i + 1));
  for (const [i, size] of sizes.entries()) {
    const began = i === 0 ? approvedAt : null;
    await tx.query(
      'INSERT INTO roll_out_wave (roll_out_id, number, size, began_at, counted_from) VALUES ($1, $2, $3, $4, $4)',
      [id, i + 1, size, began],
    );
  }
  for (const [i, vehicleId] of vehicles.entries()) {
    const [run] = past
      ? await returning<{ id: number; state: string; at: Date }>(
          tx,
          'UPDATE flash_run SET roll_out_id = $3 WHERE vehicle_id = $1 AND file_id = $2 RETURNING id, state, ended_at AS at',
          [vehicleId, fileId, id],
        )
      : [];
    const state: RollOutVehicleState = !past ? 'waiting' : run?.state === 'cancelled' ? 'cancelled' : 'expired';
    await tx.query(
      `INSERT INTO roll_out_vehicle (roll_out_id, vehicle_id, wave, position, state, reason, run_id, attempts, tried_at, ended_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        vehicleId,
        waveOf[i] ?? 1,
        i + 1,
        state,
        state === 'expired' && waveOf[i] === 1 ? 'keyOn' : null,
        run?.id ?? null,
        run === undefined ? 0 : 1,
        run?.at ?? null,
        past ? (state === 'cancelled' ? run?.at : ago(rollOut.until)) : null,
      ],
    );
  }
  const author: Actor = { userId: by.id, name: by.name, address: null };
  const steps: [RollOutStep, RollOutState, Date, Actor, number?][] = [
    ['created', 'draft', ago(rollOut.created), author],
    ['sent', 'waitsForApproval', ago(rollOut.created - 0.01), author],
  ];
  if (approvedAt !== null) {
    steps.push(
      ['approved', 'running', approvedAt, { userId: approver.id, name: approver.name, address: null }],
      ['waveBegan', 'running', approvedAt, system, 1],
    );
    steps.push(['expired', 'expired', ago(rollOut.until), system]);
  }
  for (const [step, , at, caller, wave] of steps)
    await tx.query(
      'INSERT INTO roll_out_step (roll_out_id, at, step, wave, by_user, by_name) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, at, step, wave ?? null, caller.userId, caller.name],
    );
  return steps.map(([step, state, at, caller, wave]) =>
    pastEvent(
      'rollOut.changed',
      at,
      caller,
      { rollOutId: id, state, step, ...(wave === undefined ? {} : { wave }) },
      { organizationId },
    ),
  );
}
