import { z } from 'zod';
import { queryPeriod } from './date-pair';
import { ServiceFilter, ServiceRow } from './diagnosis';
import { flashFormats, flashTargets, maxFlashBytes } from './device/flash';
import { endpoint } from './endpoint';
import { id, IdParams, isoTime, many, paging, stated } from './fields';

/**
 * Programs of controllers: the library, the checks before an offer, and the transfer. Types of the wire:
 * `device/flash`.
 */
export const FlashFile = z.object({
  id: z.number(),
  name: z.string(),
  format: z.enum(flashFormats),
  target: z.enum(flashTargets),
  variant: z.string(),
  calibration: z.string(),
  version: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  uploadedAt: z.string(),
  uploadedBy: z.string(),
  /** the version of the profile and the layout used for decoding; null: stated, or from before profiles */
  readBy: z.object({ version: z.number(), header: z.string() }).nullable(),
  /** a person has stated its target; null: decoded from the file */
  stated: z
    .object({
      by: z.string(),
      at: z.string(),
      /** null: not confirmed by anybody, and it cannot be offered */
      confirmedBy: z.string().nullable(),
      confirmedAt: z.string().nullable(),
      /** by the caller: it is pending, and was stated by another account */
      mayConfirm: z.boolean(),
    })
    .nullable(),
});
/** The target of a program, in the controller's terms: compared with the machine's report. */
export const ProgramStatement = z.object({
  target: z.enum(flashTargets),
  variant: stated,
  calibration: stated,
  version: stated,
});
export type ProgramStatement = z.output<typeof ProgramStatement>;
export type FlashFile = z.output<typeof FlashFile>;

export const flashRunStates = [
  'offered',
  'ready',
  'transferring',
  'paused',
  'checking',
  'programming',
  'done',
  'refused',
  'failed',
  'cancelled',
  'expired',
] as const;
export type FlashRunState = (typeof flashRunStates)[number];
export const preflightChecks = [
  'online',
  'keyOn',
  'engineStopped',
  'battery',
  'parked',
  'variant',
  'calibration',
  'noSession',
  'confirmed',
  'signed',
  'noOpenSos',
] as const;
export type PreflightCheck = (typeof preflightChecks)[number];
export const Preflight = z.object({
  checks: z.array(
    z.object({
      check: z.enum(preflightChecks),
      ok: z.boolean().nullable(),
      value: z.union([z.string(), z.number()]).nullable(),
    }),
  ),
  ok: z.boolean(),
  sameVersion: z.boolean(),
  fromVersion: z.string().nullable(),
  toVersion: z.string(),
  /** duration of 90 % of recent transfers with as many blocks; null: none yet */
  minutes: z.number().nullable(),
});
export type Preflight = z.output<typeof Preflight>;

/** One transfer of a program. `runningVersion` is the version reported by the controller; only that makes it done. */
export const FlashRun = z.object({
  id: z.number(),
  vehicleId: z.number(),
  file: FlashFile,
  state: z.enum(flashRunStates),
  reason: z.string().nullable(),
  blocks: z.number(),
  blocksThere: z.number(),
  blocksSent: z.number(),
  /** every block was sent: from then on the device is asked whether it cancels */
  allSent: z.boolean(),
  have: z.array(z.tuple([z.number(), z.number()])),
  progress: z.number(),
  pauses: z.number(),
  fromVersion: z.string().nullable(),
  runningVersion: z.string().nullable(),
  rolledBack: z.boolean(),
  /** by the caller: its starter or an administrator, until it is programmed */
  mayCancel: z.boolean(),
  offeredAt: z.string(),
  expiresAt: z.string(),
  endedAt: z.string().nullable(),
  by: z.string(),
  organization: z.string(),
  /** the roll-out that it is part of */
  rollOutId: z.number().nullable(),
});
export type FlashRun = z.output<typeof FlashRun>;
/**
 * Progress of a run, pushed to consoles that subscribe to its vehicle, four times a second at the most. The rest of a
 * run does not change during the transfer.
 */
export const FlashFrame = FlashRun.pick({
  id: true,
  vehicleId: true,
  state: true,
  reason: true,
  blocksThere: true,
  blocksSent: true,
  allSent: true,
  have: true,
  progress: true,
  pauses: true,
  runningVersion: true,
  rolledBack: true,
  endedAt: true,
});
export type FlashFrame = z.output<typeof FlashFrame>;

/** The events of a run, oldest first, and the machine's data at the offer. */
export const FlashLog = z.object({
  preflight: Preflight.omit({ minutes: true }).nullable(),
  steps: z.array(
    z.object({
      number: z.number(),
      at: z.string(),
      state: z.string(),
      reason: z.string().nullable(),
      by: z.string().nullable(),
    }),
  ),
});
export type FlashLog = z.output<typeof FlashLog>;

/** A vehicle of the list: the known programs of its controllers, and its last run. */
export const ReprogramRow = ServiceRow.extend({
  ecuSoftware: z.string().nullable(),
  ecuCalibration: z.string().nullable(),
  dcuSoftware: z.string().nullable(),
  dcuCalibration: z.string().nullable(),
  /** when it ended, or, in progress, began */
  lastFlashAt: z.string().nullable(),
  lastFlash: z.enum(flashRunStates).nullable(),
});
export type ReprogramRow = z.output<typeof ReprogramRow>;
export const ReprogramFilter = ServiceFilter.extend({
  sort: z.enum([...ServiceFilter.shape.sort.unwrap().options, 'lastFlashAt']).default('lastSessionAt'),
});
export type ReprogramFilter = z.output<typeof ReprogramFilter>;

export const FlashRunFilter = queryPeriod(
  z.object({
    ...paging,
    sort: z.enum(['offeredAt']).default('offeredAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
    from: isoTime.optional(),
    to: isoTime.optional(),
    target: z.enum(flashTargets).optional(),
    result: many(z.enum(flashRunStates)),
  }),
);
export type FlashRunFilter = z.output<typeof FlashRunFilter>;

const FileQuery = z.object({ fileId: id });
export const reprogram = {
  list: endpoint({
    method: 'GET',
    path: '/api/reprogram/vehicles',
    allow: 'reProgram:R',
    summary: 'Vehicles that may be programmed, with what their controllers run',
    query: ReprogramFilter,
    data: ReprogramRow,
    page: true,
  }),
  files: endpoint({
    method: 'GET',
    path: '/api/reprogram/files',
    allow: 'reProgram:R',
    summary: 'Programs of the library, newest first',
    query: z.object({ ...paging }),
    data: FlashFile,
    page: true,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/reprogram/files/:id',
    allow: 'reProgram:R',
    summary: 'One of them',
    params: IdParams,
    data: FlashFile,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/reprogram/files',
    allow: 'reProgram:U',
    summary: 'Add a program: what its header lacks is stated here, and confirmed by another account',
    query: ProgramStatement.partial(),
    file: { maxBytes: maxFlashBytes, accept: '.ulp,.ddr,.s19' },
    data: FlashFile,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/reprogram/files/:id/confirm',
    allow: 'reProgram:U',
    summary: 'Confirm, as another account, what was stated of a program; it is signed with it',
    params: IdParams,
    body: ProgramStatement,
    data: FlashFile,
  }),
  key: endpoint({
    method: 'GET',
    path: '/api/reprogram/key',
    allow: 'reProgram:R',
    summary: 'The public key that terminals check programs by, PEM',
    data: z.object({ pem: z.string() }),
  }),
  preflight: endpoint({
    method: 'GET',
    path: '/api/reprogram/vehicles/:id/preflight',
    allow: 'reProgram:R',
    summary: 'Whether a program may go to a vehicle now',
    params: IdParams,
    query: FileQuery,
    data: Preflight,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/reprogram/vehicles/:id/runs',
    allow: 'reProgram:U',
    summary: 'Offer a program to a vehicle',
    params: IdParams,
    body: z.object({
      fileId: z.number().int().min(1),
      /** typed by hand */
      vinEnd: z.string().length(4),
      standsSafe: z.literal(true),
      /** the same version again, on purpose */
      again: z.boolean().default(false),
    }),
    data: FlashRun,
  }),
  runs: endpoint({
    method: 'GET',
    path: '/api/reprogram/vehicles/:id/runs',
    allow: 'reProgram:R',
    summary: 'Programs of a vehicle and what became of them, newest first',
    params: IdParams,
    query: FlashRunFilter,
    data: FlashRun,
    page: true,
  }),
  run: endpoint({
    method: 'GET',
    path: '/api/reprogram/runs/:runId',
    allow: 'reProgram:R',
    summary: 'One of them',
    params: z.object({ runId: id }),
    data: FlashRun,
  }),
  log: endpoint({
    method: 'GET',
    path: '/api/reprogram/runs/:runId/log',
    allow: 'reProgram:R',
    summary: 'What happened to it',
    params: z.object({ runId: id }),
    data: FlashLog,
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/reprogram/runs/:runId/report',
    allow: 'reProgram:R',
    summary: 'The way of a program into its controller on paper',
    params: z.object({ runId: id }),
    stream: 'application/pdf',
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/reprogram/runs/:runId/cancel',
    allow: 'reProgram:U',
    summary: 'Cancel before it is programmed; while it is checked the device decides',
    params: z.object({ runId: id }),
    data: FlashRun,
  }),
};
