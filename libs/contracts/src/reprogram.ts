import { z } from 'zod';
import { flashFormats, flashTargets, mostFlashBytes } from './device/flash';
import { endpoint } from './endpoint';
import { id, IdParams, paging } from './fields';

/** Programs of controllers: the library, the checks before one is offered, and its way into the machine. Words of the wire: `device/flash`. */
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
});
export type FlashFile = z.output<typeof FlashFile>;

export const flashRunStates = ['offered', 'ready', 'transferring', 'paused', 'checking', 'programming', 'done', 'refused', 'failed', 'cancelled', 'expired'] as const;
export const preflightChecks = ['online', 'keyOn', 'engineStopped', 'battery', 'parked', 'variant', 'calibration', 'noSession', 'signed', 'noOpenSos'] as const;
export const Preflight = z.object({
  checks: z.array(z.object({ check: z.enum(preflightChecks), ok: z.boolean().nullable(), value: z.union([z.string(), z.number()]).nullable() })),
  ok: z.boolean(),
  sameVersion: z.boolean(),
  fromVersion: z.string().nullable(),
  toVersion: z.string(),
});
export type Preflight = z.output<typeof Preflight>;

/** One way of a program into a machine. `runningVersion` is what the controller says of itself; only that makes it done. */
export const FlashRun = z.object({
  id: z.number(),
  vehicleId: z.number(),
  file: FlashFile,
  state: z.enum(flashRunStates),
  reason: z.string().nullable(),
  blocks: z.number(),
  blocksThere: z.number(),
  blocksSent: z.number(),
  have: z.array(z.tuple([z.number(), z.number()])),
  progress: z.number(),
  pauses: z.number(),
  fromVersion: z.string().nullable(),
  runningVersion: z.string().nullable(),
  rolledBack: z.boolean(),
  mayCancel: z.boolean(),
  offeredAt: z.string(),
  expiresAt: z.string(),
  endedAt: z.string().nullable(),
  by: z.string(),
  organization: z.string(),
});
export type FlashRun = z.output<typeof FlashRun>;

const FileQuery = z.object({ fileId: id });
export const reprogram = {
  files: endpoint({
    method: 'GET',
    path: '/api/reprogram/files',
    allow: 'reProgram:R',
    summary: 'Programs of the library, newest first',
    query: z.object({ ...paging }),
    data: FlashFile,
    page: true,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/reprogram/files',
    allow: 'reProgram:U',
    summary: 'Add a program, checked by its content and signed',
    file: { maxBytes: mostFlashBytes, accept: '.ulp,.ddr,.s19' },
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
    query: z.object({ ...paging }),
    data: FlashRun,
    page: true,
  }),
  run: endpoint({ method: 'GET', path: '/api/reprogram/runs/:runId', allow: 'reProgram:R', summary: 'One of them', params: z.object({ runId: id }), data: FlashRun }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/reprogram/runs/:runId/cancel',
    allow: 'reProgram:U',
    summary: 'Cancel before it is checked',
    params: z.object({ runId: id }),
    data: FlashRun,
  }),
};
