import { z } from 'zod';
import { ActiveFault, faultCodePattern } from './up';
import { asReal, deviceTs, envelope, wireText } from './envelope';

/**
 * The messages of a diagnosis session. `down/diag` requests, `up/diag` responds with the same `session` and `req`,
 * `up/stream` has the values of the chosen items. Items are named like `rail.pressure`; the catalogue of items
 * (domain/diagnosis/items) has their labels, units and ranges.
 */
export const diagOps = [
  'connect',
  'faults',
  'clearFaults',
  'watch',
  'unwatch',
  'test',
  'abort',
  'write',
  'disconnect',
] as const;
export type DiagOp = (typeof diagOps)[number];

export const itemId = z.string().regex(/^[a-z][\w]*(\.[a-z][\w]*){0,3}$/i);
/** Maximum number of watched items. */
export const maxWatched = 10;
/** Watch periods, in ms. */
export const period = z.union([z.literal(500), z.literal(1000)]);

const measured = z.number().min(-1e9).max(1e9);
/** A value, one per cylinder, or a text (an injector code); null if the sensor reports nothing. */
export const ItemValue = z.union([
  measured,
  z.null(),
  wireText(80),
  z.array(z.union([measured, z.null(), wireText(40)])).max(16),
]);
export type ItemValue = z.output<typeof ItemValue>;
export const ItemValues = z.record(itemId, ItemValue).refine((v) => Object.keys(v).length <= 40, 'at most 40 items');
export type ItemValues = z.output<typeof ItemValues>;

/** Rows at equal intervals: row k was measured at `t0 + k·period` on the device clock. */
const trace = {
  t0: deviceTs,
  items: z.array(itemId).min(1).max(12),
  rows: z
    .array(z.array(z.union([measured, z.null()])).max(12))
    .min(1)
    .max(64),
};
const squared = ({ items, rows }: { items: string[]; rows: (number | null)[][] }): boolean =>
  rows.every((row) => row.length === items.length);
/**
 * Measurements of a running test since its last message, finer than its values: a rail pressure rises within a second.
 * `period` in ms.
 */
export const Trace = z
  .object({ ...trace, period: z.number().int().min(20).max(10_000) })
  .refine(squared, 'a row has as many values as there are items');
export type Trace = z.output<typeof Trace>;

/** The vehicle engine information, under the units' own names. An older unit may lack all but the software ids. */
const short = wireText(60).optional();
export const EngineInfo = z.object({
  mid: short,
  ts: short,
  ts_epoch: deviceTs.optional(),
  device_id: short,
  command: short,
  ecu_sw_sequence: short,
  ecu_calibration_id: short,
  dcu_sw_version: short,
  dcu_calibration_id: short,
  engine: short,
  engine_type: short,
  emission: short,
  induction_system: short,
  after_treatment: short,
  hw_variant: short,
  map_date: short,
  user: short,
  flash_date: short,
  engine_runtime: z.number().min(0).max(1e6).optional(),
  cyl: z.number().int().min(1).max(16).optional(),
  engine_load: z.number().min(0).max(200).optional(),
  map_info: short,
  vehicleType: short,
});
export type EngineInfo = z.output<typeof EngineInfo>;
export const engineInfoFields = Object.keys(EngineInfo.shape) as (keyof EngineInfo)[];

/** A stored or pending code with its freeze frame. */
export const StoredFault = ActiveFault.extend({
  /** engine hours of the first and the last time */
  firstHours: z.number().min(0).max(1e6).optional(),
  lastHours: z.number().min(0).max(1e6).optional(),
  freeze: ItemValues.optional(),
});
export type StoredFault = z.output<typeof StoredFault>;

/**
 * Why a unit refuses or a test ends; unknown reasons of a newer unit are stored as they are. `gate` and `item` give the
 * details.
 */
export const diagReasons = [
  'alreadyConnected',
  'otherTestRunning',
  'otherUnit',
  'noSession',
  'notSupported',
  'keyOff',
  'gate',
  'limit',
  'aborted',
  'noAnswer',
  'timeout',
  'notConfirmed',
  'readBack',
  'badCode',
  'codeTwice',
  'noKeyCycle',
  'reprogramming',
  'unit',
] as const;
const reason = z.string().regex(/^[a-zA-Z]\w{0,29}$/);

export const diagStates = [
  'connected',
  'faults',
  'watching',
  'waiting',
  'running',
  'complete',
  'fail',
  'disconnected',
  'alive',
] as const;
export type DiagState = (typeof diagStates)[number];

/**
 * A response. `alive` is unsolicited: once a second it has the items of a test's gates (`live`), so that both sides
 * detect a lost connection at once. Required fields of a state are checked here.
 */
export const DiagUp = z
  .object({
    ...envelope,
    session: z.uuid(),
    req: z.uuid().optional(),
    state: z.enum(diagStates),
    reason: reason.optional(),
    gate: wireText(20).optional(),
    item: itemId.optional(),
    info: EngineInfo.optional(),
    stored: z.array(StoredFault).max(60).optional(),
    pending: z.array(StoredFault).max(60).optional(),
    cleared: z.array(z.string().regex(faultCodePattern)).max(60).optional(),
    /** number of the step of the catalogue's entry, from 0 */
    step: z.number().int().min(0).max(200).optional(),
    progress: z.number().min(0).max(1).overwrite(asReal).optional(),
    /** seconds until the wait is over */
    leftS: z.number().min(0).max(3600).optional(),
    /** the prompt for the person on site */
    prompt: wireText(40).optional(),
    values: ItemValues.optional(),
    live: ItemValues.optional(),
    trace: Trace.optional(),
  })
  .superRefine((m, context) => {
    const needs = (
      field: 'req' | 'reason' | 'info' | 'stored' | 'pending' | 'step' | 'progress' | 'live',
      wanted = true,
    ): void => {
      if (wanted && m[field] === undefined)
        context.addIssue({ code: 'custom', path: [field], message: `${m.state} has ${field}` });
    };
    needs('req', m.state !== 'alive' && m.state !== 'disconnected');
    needs('reason', m.state === 'fail');
    needs('stored', m.state === 'faults');
    needs('pending', m.state === 'faults');
    needs('step', m.state === 'running');
    needs('progress', m.state === 'running');
    needs('live', m.state === 'alive');
  });
export type DiagUp = z.output<typeof DiagUp>;

export const StreamUp = z
  .object({
    ...envelope,
    session: z.uuid(),
    t0: deviceTs,
    period,
    items: z.array(itemId).min(1).max(maxWatched),
    rows: Trace.shape.rows.max(4),
  })
  .refine(squared, { path: ['rows'], message: 'a row has as many values as there are items' });
export type StreamUp = z.output<typeof StreamUp>;

const asked = { session: z.uuid(), req: z.uuid() };
export const testArgs = z.record(
  z.string().regex(/^\w{1,30}$/),
  z.union([z.string().max(80), z.number(), z.boolean()]),
);
/**
 * Items that can be written. `c3iInfo`: `{cylinder, position, code}`, the cylinder with two digits ("01"), the position
 * (from 1) in firing order, in which a unit reports all codes (`c3i.codes`, in its response to a connect and to a
 * write). `partReplacement`: `{part, partCode, serial, hours}`; learned values are reported as `before.…` ahead of the
 * reset and as `after.…` at its end. A failed write is rolled back, and the response has the current values.
 * `buzzTest`: nothing.
 */
export const writeItems = ['c3iInfo', 'partReplacement', 'buzzTest'] as const;
export type WriteItem = (typeof writeItems)[number];
export const DiagDown = z.discriminatedUnion('op', [
  z.object({ ...asked, op: z.literal('connect') }),
  z.object({ ...asked, op: z.literal('faults') }),
  z.object({ ...asked, op: z.literal('clearFaults') }),
  z.object({ ...asked, op: z.literal('watch'), items: z.array(itemId).min(1).max(maxWatched), period }),
  z.object({ ...asked, op: z.literal('unwatch') }),
  z.object({ ...asked, op: z.literal('test'), test: z.string().regex(/^\w{2,40}$/), args: testArgs.default({}) }),
  z.object({ ...asked, op: z.literal('abort') }),
  z.object({ ...asked, op: z.literal('write'), item: z.enum(writeItems), value: testArgs }),
  z.object({ ...asked, op: z.literal('disconnect') }),
]);
export type DiagDown = z.output<typeof DiagDown>;
