import { z } from 'zod';
import { endpoint } from './endpoint';
import { flag, id, IdParams, isoTime, many, name40, paging, searched, t100, t1500 } from './fields';
import { FlashFile, flashRunStates } from './reprogram';
import { Named } from './shared-shapes';

/**
 * One program for many vehicles in waves: a first group, then shares of the rest. Drafted by one account, approved by
 * another; paused automatically at a share of failures. Scheduling rules: `domain/reprogram/roll-out`.
 */
export const maxRollOutVehicles = 2000;
export const maxRollOutDays = 14;
export const maxShares = 9;

export const rollOutStates = [
  'draft',
  'waitsForApproval',
  'running',
  'paused',
  'done',
  'cancelled',
  'expired',
] as const;
export type RollOutState = (typeof rollOutStates)[number];
/**
 * `waiting`: its wave has not begun, or it is not ready. `skipped`: the program is not compatible. `expired`: it was
 * never ready.
 */
export const rollOutVehicleStates = [
  'waiting',
  'underWay',
  'done',
  'failed',
  'cancelled',
  'expired',
  'skipped',
] as const;
export type RollOutVehicleState = (typeof rollOutVehicleStates)[number];
/** How compatible a vehicle is with a program, from its latest data. */
export const rollOutMatches = ['fits', 'sameVersion', 'variant', 'calibration', 'unknown'] as const;
export type RollOutMatch = (typeof rollOutMatches)[number];
export const rollOutSteps = [
  'created',
  'changed',
  'sent',
  'declined',
  'approved',
  'waveBegan',
  'stopped',
  'paused',
  'resumed',
  'done',
  'cancelled',
  'expired',
] as const;
export type RollOutStep = (typeof rollOutSteps)[number];
/** Actions on a roll-out besides drafting it. */
export const rollOutActs = ['change', 'send', 'approve', 'decline', 'pause', 'resume', 'cancel'] as const;
export type RollOutAct = (typeof rollOutActs)[number];

/** Of the list of vehicles: those in the caller's scope. */
export const RollOutFilter = z.object({
  vin: searched,
  deviceId: searched,
  model: many(name40),
  dealerId: id.optional(),
  online: flag,
});
export type RollOutFilter = z.output<typeof RollOutFilter>;
const choice = {
  fileId: z.number().int().min(1),
  /** selected rows; none: by the filter */
  vehicleIds: z.array(z.number().int().min(1)).max(maxRollOutVehicles, 'field.rollOutMost').default([]),
  filter: RollOutFilter.optional(),
  /** also those whose variant or calibration is not known yet; each is checked again when it is eligible */
  withUnknown: z.boolean().default(false),
};
const chosen = (c: { vehicleIds: number[]; filter?: unknown }): boolean =>
  c.vehicleIds.length > 0 || c.filter !== undefined;
export const RollOutChoice = z.object(choice).refine(chosen, { error: 'field.req', path: ['vehicleIds'] });
export type RollOutChoice = z.output<typeof RollOutChoice>;

const whole = (max: number, message: string) =>
  z.coerce.number<string | number>(message).int(message).min(1, message).max(max, message);
const plan = {
  name: t100,
  /** vehicles of the first wave */
  firstGroup: whole(maxRollOutVehicles, 'field.rollOutFirst'),
  /** the waves after it, in % of the rest; together 100 */
  shares: z
    .array(whole(100, 'field.rollOutShares'))
    .min(1, 'field.rollOutShares')
    .max(maxShares, 'field.rollOutShares')
    .refine((s) => s.reduce((a, b) => a + b, 0) === 100, 'field.rollOutShares'),
  /** hours from the beginning of a wave to the next one; null: the next begins when the current one has ended */
  holdHours: whole(168, 'field.rollOutHold').nullable(),
  /** % of the finished runs of a wave: with this many failures no further vehicle begins */
  stopShare: whole(100, 'field.percent').default(10),
  /** at most 14 days ahead; from then on nothing begins */
  validUntil: isoTime,
};
export const RollOutPlan = z.object(plan);
export const RollOutBody = z
  .object({ ...plan, ...choice })
  .refine(chosen, { error: 'field.req', path: ['vehicleIds'] });
export type RollOutBody = z.output<typeof RollOutBody>;

const Counts = z.object({
  waiting: z.number(),
  underWay: z.number(),
  done: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  expired: z.number(),
  skipped: z.number(),
});
export type RollOutCounts = z.output<typeof Counts>;

export const RollOutPreview = z.object({
  matches: z.object({
    fits: z.number(),
    sameVersion: z.number(),
    variant: z.number(),
    calibration: z.number(),
    unknown: z.number(),
  }),
  /** that would get the program */
  taken: z.number(),
});
export type RollOutPreview = z.output<typeof RollOutPreview>;

export const RollOut = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  state: z.enum(rollOutStates),
  /** why it is paused */
  pausedBy: z.enum(['failures', 'person']).nullable(),
  file: FlashFile,
  vehicles: z.number(),
  counts: Counts,
  /** the newest started wave; 0: none */
  wave: z.number(),
  waves: z.number(),
  stopShare: z.number(),
  validUntil: z.string(),
  by: z.string(),
  organization: z.string(),
  createdAt: z.string(),
  approvedBy: z.string().nullable(),
  approvedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type RollOut = z.output<typeof RollOut>;

export const RollOutDetail = RollOut.extend({
  firstGroup: z.number(),
  shares: z.array(z.number()),
  holdHours: z.number().nullable(),
  /** how its vehicles were chosen; `filter` null: by hand */
  filter: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).nullable(),
  withUnknown: z.boolean(),
  /** those selected by hand, while it is a draft */
  vehicleIds: z.array(z.number()),
  /** its vehicles outside the caller's scope: too many to approve it */
  unseen: z.number(),
  waveList: z.array(z.object({ number: z.number(), size: z.number(), beganAt: z.string().nullable(), counts: Counts })),
  /** the earliest start of the next wave, if it waits for a time */
  nextWaveAt: z.string().nullable(),
  /** oldest first */
  steps: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      step: z.enum(rollOutSteps),
      wave: z.number().nullable(),
      by: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** by the caller */
  may: z.array(z.enum(rollOutActs)),
  /** drafted by the caller */
  own: z.boolean(),
});
export type RollOutDetail = z.output<typeof RollOutDetail>;

export const RollOutVehicle = z.object({
  id: z.number(),
  vin: z.string(),
  model: z.string(),
  dealer: Named,
  online: z.boolean(),
  wave: z.number(),
  state: z.enum(rollOutVehicleStates),
  /** what it waits for (a check of the pre-flight), why it was skipped, or the device's reason */
  reason: z.string().nullable(),
  attempts: z.number(),
  /** the newest run */
  run: z
    .object({
      id: z.number(),
      state: z.enum(flashRunStates),
      blocks: z.number(),
      blocksThere: z.number(),
      progress: z.number(),
    })
    .nullable(),
  /** when it was last checked while eligible */
  triedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type RollOutVehicle = z.output<typeof RollOutVehicle>;

export const RollOutListFilter = z.object({
  ...paging,
  sort: z.enum(['createdAt', 'validUntil']).default('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
  name: searched,
  state: many(z.enum(rollOutStates)),
});
export type RollOutListFilter = z.output<typeof RollOutListFilter>;
export const RollOutVehicleFilter = z.object({
  ...paging,
  sort: z.enum(['wave']).default('wave'),
  order: z.enum(['asc', 'desc']).default('asc'),
  vin: searched,
  wave: many(z.coerce.number<string | number>().int().min(1).max(10)),
  state: many(z.enum(rollOutVehicleStates)),
});
export type RollOutVehicleFilter = z.output<typeof RollOutVehicleFilter>;

/** The version that the caller has loaded: an outdated version cannot be submitted or approved. */
const Seen = z.object({ version: z.number().int().min(0) });
/** With a version, an outdated one is refused here too: what came since then would be decided on unseen. */
const Reason = z.object({ reason: t1500, version: Seen.shape.version.optional() });
export const rollOuts = {
  list: endpoint({
    method: 'GET',
    path: '/api/roll-outs',
    allow: 'reProgram:R',
    summary: 'Roll-outs of programs, newest first',
    query: RollOutListFilter,
    data: RollOut,
    page: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/roll-outs/:id',
    allow: 'reProgram:R',
    summary: 'One of them',
    params: IdParams,
    data: RollOutDetail,
  }),
  vehicles: endpoint({
    method: 'GET',
    path: '/api/roll-outs/:id/vehicles',
    allow: 'reProgram:R',
    summary: 'Its vehicles, in their waves, with their runs',
    params: IdParams,
    query: RollOutVehicleFilter,
    data: RollOutVehicle,
    page: true,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/roll-outs/preview',
    allow: 'reProgram:U',
    summary: 'How a choice of vehicles goes with a program',
    body: RollOutChoice,
    data: RollOutPreview,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/roll-outs',
    allow: 'reProgram:U',
    summary: 'Draft a roll-out',
    body: RollOutBody,
    data: RollOutDetail,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/roll-outs/:id',
    allow: 'reProgram:U',
    summary: 'Change the own draft',
    params: IdParams,
    body: z.object({ ...plan, ...choice, ...Seen.shape }).refine(chosen, { error: 'field.req', path: ['vehicleIds'] }),
    data: RollOutDetail,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/roll-outs/:id/send',
    allow: 'reProgram:U',
    summary: 'Send the own draft for approval',
    params: IdParams,
    body: Seen,
    data: RollOutDetail,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/roll-outs/:id/approve',
    allow: 'reProgram:U',
    summary: 'Approve it, as another account that sees all of its vehicles; it begins',
    params: IdParams,
    body: Seen,
    data: RollOutDetail,
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/roll-outs/:id/decline',
    allow: 'reProgram:U',
    summary: 'Decline it, as another account: it is a draft again',
    params: IdParams,
    body: Reason,
    data: RollOutDetail,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api/roll-outs/:id/pause',
    allow: 'reProgram:U',
    summary: 'No further vehicle begins; runs under way go on',
    params: IdParams,
    body: Reason,
    data: RollOutDetail,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/roll-outs/:id/resume',
    allow: 'reProgram:U',
    summary: 'Go on; failures are counted anew',
    params: IdParams,
    body: Reason,
    data: RollOutDetail,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/roll-outs/:id/cancel',
    allow: 'reProgram:U',
    summary: 'End it; runs under way are cancelled until they are checked',
    params: IdParams,
    body: Reason,
    data: RollOutDetail,
  }),
};
