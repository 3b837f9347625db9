import { createHash, randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type { FlashFormat, FlashReason } from '@headland/contracts/device/flash';
import type { FlashRunState } from '@headland/contracts/reprogram';
import { blocksOf } from '@headland/domain/reprogram/blocks';
import { packContainer } from '@headland/domain/reprogram/firmware';
import { type FlashMachine, flashTimes, preflight } from '@headland/domain/reprogram/offer';
import { shippedProgramProfile } from '@headland/domain/reprogram/program-profile';
import { writeS19 } from '@headland/domain/reprogram/s19';
import type { Config } from '../platform/config';
import { FileStore, keepFile } from '../platform/files/file-store';
import { type Actor, system } from '../platform/caller';
import { signProgram } from '../remote-service/reprogram/sign-program.tx';
import { pastEvent, type PastEvent } from './append-past';
import type { Engineer, Served } from './demo-diagnosis';
import { pseudoRandom } from './pseudo-random';

interface Program {
  name: string;
  format: FlashFormat;
  target: 'ecu' | 'dcu';
  variant: string;
  calibration: string;
  version: string;
  kilobytes: number;
  days: number;
  /** it has no header that anybody here can read */
  stated?: boolean;
}
/** What the machines of the fleet run, and what waits for them. */
const programs = [
  {
    name: 'HL-D24_ECU_3.1.0.ulp',
    format: 'ulp',
    target: 'ecu',
    variant: 'HL-D24',
    calibration: 'CAL-D24-0388',
    version: 'SW-3.1.0',
    kilobytes: 192,
    days: 29.4,
  },
  {
    name: 'DCU_U2_1.4.2.ddr',
    format: 'ddr',
    target: 'dcu',
    variant: 'HL-D24',
    calibration: 'DCAL-U2-0107',
    version: 'DS-1.4.2',
    kilobytes: 96,
    days: 29.3,
  },
  {
    name: 'HL-D18_ECU_3.1.0.ulp',
    format: 'ulp',
    target: 'ecu',
    variant: 'HL-D18',
    calibration: 'CAL-D18-0388',
    version: 'SW-3.1.0',
    kilobytes: 176,
    days: 27.1,
  },
  {
    name: 'HL-D24_ECU_3.2.1.ulp',
    format: 'ulp',
    target: 'ecu',
    variant: 'HL-D24',
    calibration: 'CAL-D24-0412',
    version: 'SW-3.2.1',
    kilobytes: 200,
    days: 8.2,
  },
  // of an unknown make: what they are for was stated by the person who sent them, and waits for another one; two of them fit the simulated machine with foreign controllers
  {
    name: 'maker-dcu-1.5.0.ddr',
    format: 'ddr',
    target: 'dcu',
    variant: 'HL-D24',
    calibration: 'DCAL-U2-0107',
    version: 'DS-1.5.0',
    kilobytes: 64,
    days: 1.2,
    stated: true,
  },
  {
    name: 'm4-t3-04.05.s19',
    format: 's19',
    target: 'ecu',
    variant: 'M4-T3',
    calibration: '7K22/3',
    version: '04.05 A1',
    kilobytes: 48,
    days: 1.1,
    stated: true,
  },
  {
    name: 'm4-t3-04.06.ulp',
    format: 'ulp',
    target: 'ecu',
    variant: 'M4-T3',
    calibration: '7K22/3',
    version: '04.06 A1',
    kilobytes: 80,
    days: 0.9,
    stated: true,
  },
] as const satisfies readonly Program[];

/** Which machine of those that are served, which program, when, and what became of it. */
interface Run {
  machine: number;
  program: number;
  days: number;
  minutes: number;
  state: Extract<FlashRunState, 'done' | 'refused' | 'failed' | 'cancelled' | 'expired'>;
  reason?: FlashReason;
  from: string;
  pauses?: number;
  /** of its blocks, how many had come */
  share?: number;
}
const runs: readonly Run[] = [
  { machine: 0, program: 0, days: 28.2, minutes: 7, state: 'done', from: 'SW-3.0.4' },
  { machine: 0, program: 1, days: 28.1, minutes: 5, state: 'done', from: 'DS-1.3.9' },
  { machine: 1, program: 0, days: 26.6, minutes: 9, state: 'failed', reason: 'hash', from: 'SW-3.0.4', pauses: 2 },
  { machine: 1, program: 0, days: 26.5, minutes: 8, state: 'done', from: 'SW-3.0.4', pauses: 1 },
  {
    machine: 2,
    program: 0,
    days: 24.3,
    minutes: 1,
    state: 'refused',
    reason: 'engineRuns',
    from: 'SW-3.0.4',
    share: 0,
  },
  { machine: 2, program: 0, days: 24.2, minutes: 8, state: 'done', from: 'SW-3.0.4' },
  { machine: 3, program: 1, days: 20.5, minutes: 6, state: 'done', from: 'DS-1.3.9', pauses: 1 },
  { machine: 4, program: 3, days: 7.4, minutes: 3, state: 'cancelled', from: 'SW-3.1.0', share: 0.41 },
  { machine: 5, program: 3, days: 6.3, minutes: 24 * 60, state: 'expired', from: 'SW-3.1.0', share: 0 },
  { machine: 0, program: 3, days: 4.6, minutes: 2, state: 'refused', reason: 'battery', from: 'SW-3.1.0', share: 0 },
];

/** Bytes and signatures of the library; referenced by `addProgramRuns`, otherwise deleted as unreferenced. */
export async function storePrograms(database: DataSource, config: Config): Promise<StoredProgram[]> {
  const files = new FileStore(database, config);
  const draw = pseudoRandom(20_260_901);
  const stored: StoredProgram[] = [];
  for (const program of programs) {
    const data = Uint8Array.from({ length: program.kilobytes * 1024 }, () => Math.floor(draw.next() * 256));
    const stated = 'stated' in program;
    const bytes = stated ? asItsMaker(program, data) : packContainer(program.format, program, data, 1_780_000_000);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { name, format, target, variant, calibration, version } = program;
    const signature = stated
      ? ''
      : await signProgram(config, { format, target, variant, calibration, version, size: bytes.length, sha256 });
    const fileId = await files.put({ kind: 'program', name, type: 'application/octet-stream', createdBy: null }, bytes);
    stored.push({ ...program, fileId, bytes: bytes.length, sha256, signature });
  }
  return stored;
}
/** Without a header that anybody here can read. */
const asItsMaker = ({ format, version }: Program, data: Uint8Array): Uint8Array =>
  format === 's19' ? Uint8Array.from(writeS19(`M4T3/${version}`, data, 0x8000), (c) => c.charCodeAt(0)) : data;

export type StoredProgram = Program & { fileId: string; bytes: number; sha256: string; signature: string };

export async function addProgramRuns(
  tx: EntityManager,
  stored: readonly StoredProgram[],
  served: readonly Served[],
  by: Engineer,
  now: Date,
): Promise<PastEvent[]> {
  const ids: number[] = [];
  for (const p of stored) {
    const [row] = await tx.query<{ id: number }[]>(
      `INSERT INTO flash_file (file_id, name, format, target, variant, calibration, version, bytes, sha256, signature, uploaded_at, uploaded_by, uploaded_name,
         stated_by, stated_name, stated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, CASE WHEN $14 THEN $12::int END, CASE WHEN $14 THEN $13 END, CASE WHEN $14 THEN $11::timestamptz END) RETURNING id`,
      [
        p.fileId,
        p.name,
        p.format,
        p.target,
        p.variant,
        p.calibration,
        p.version,
        p.bytes,
        p.sha256,
        p.signature,
        ago(now, p.days),
        by.id,
        by.name,
        p.stated === true,
      ],
    );
    await keepFile(tx, p.fileId, 'program', 'file');
    ids.push(row?.id ?? 0);
  }
  const events: PastEvent[] = [];
  for (const run of runs) {
    const [machine, program, fileId] = [served[run.machine], stored[run.program], ids[run.program]];
    if (machine !== undefined && program !== undefined && fileId !== undefined)
      events.push(...(await seedEvents(tx, run, machine, { ...program, id: fileId }, by, now)));
  }
  return events;
}

async function seedEvents(
  tx: EntityManager,
  run: Run,
  machine: Served,
  program: StoredProgram & { id: number },
  by: Engineer,
  now: Date,
): Promise<PastEvent[]> {
  const { state, reason, share = 1, pauses = 0 } = run;
  const blocks = blocksOf(program.bytes);
  const [offeredAt, endedAt] = [ago(now, run.days), new Date(ago(now, run.days).getTime() + run.minutes * 60_000)];
  const there = Math.floor(blocks * share);
  const running = state === 'done' ? program.version : run.from;
  const then: FlashMachine = {
    online: true,
    keyOn: true,
    rpm: 0,
    battery: 12.7,
    speed: 0,
    hwVariant: program.variant,
    calibration: program.calibration,
    version: run.from,
    held: false,
    confirmed: null,
    signed: true,
    openSos: 0,
  };
  const checked = preflight(program, then, shippedProgramProfile.calibrations);
  const [row] = await tx.query<{ id: number }[]>(
    `INSERT INTO flash_run (token, file_id, vehicle_id, device_id, device_key, organization_id, state, reason, blocks, have, blocks_sent, progress, pauses, from_version, running_version,
       running_calibration, preflight, offered_at, expires_at, heard_at, ended_at, by_user, by_name, by_organization)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20, $21, $22, $23) RETURNING id`,
    [
      randomUUID(),
      program.id,
      machine.vehicleId,
      machine.deviceId,
      machine.deviceKey,
      machine.organizationId,
      state,
      reason ?? null,
      blocks,
      JSON.stringify(there === 0 ? [] : [[0, there - 1]]),
      there + 3 * pauses,
      state === 'done' ? 1 : 0,
      pauses,
      run.from,
      state === 'expired' || state === 'cancelled' ? null : running,
      state === 'done' ? program.calibration : null,
      JSON.stringify({ ...checked, fromVersion: run.from, toVersion: program.version }),
      offeredAt,
      new Date(offeredAt.getTime() + flashTimes.offerMs),
      endedAt,
      by.id,
      by.name,
      by.organization,
    ],
  );
  const runId = row?.id ?? 0;
  const about = { organizationId: machine.organizationId, vehicleId: machine.vehicleId };
  const steps = stepsOf(state, pauses);
  const lengthMs = endedAt.getTime() - offeredAt.getTime();
  return steps.map((step, i) =>
    pastEvent(
      'flash.changed',
      new Date(offeredAt.getTime() + (lengthMs * i) / Math.max(1, steps.length - 1)),
      i === 0 || step === 'cancelled' ? actorOf(by) : system,
      {
        vehicleId: machine.vehicleId,
        deviceId: machine.deviceId,
        runId,
        state: step,
        ...(step === state && reason !== undefined ? { reason } : {}),
      },
      about,
    ),
  );
}

/** The way that such a run goes, its pauses among its transfer. */
function stepsOf(end: Run['state'], pauses: number): FlashRunState[] {
  const transfer: FlashRunState[] = [
    'ready',
    'transferring',
    ...Array.from({ length: pauses }, (): FlashRunState[] => ['paused', 'transferring']).flat(),
  ];
  if (end === 'refused' || end === 'expired') return ['offered', end];
  if (end === 'cancelled') return ['offered', ...transfer, end];
  return ['offered', ...transfer, 'checking', ...(end === 'done' ? (['programming'] as const) : []), end];
}

const actorOf = (by: Engineer): Actor => ({ userId: by.id, name: by.name, address: null });
const ago = (now: Date, days: number): Date => new Date(now.getTime() - Math.round(days * 1440) * 60_000);
