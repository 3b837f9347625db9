import { itemId } from '@headland/contracts/device/diagnosis';
import { z } from 'zod';
import { diagnosticTestIds } from '../diagnostic-test-ids';
import { gateIds } from './gates';

/**
 * The file format of the catalogue of remote tests. An entry has a test's purpose, its preconditions, the unit's steps,
 * the measurements and the limits for the verdict. The file is data: a maker's own may replace it without a release.
 */
const seconds = z.number().min(0).max(3600);
const name = z.string().regex(/^[a-z][\w]*(\.[\w]+){0,3}$/i);
const labelText = z.string().regex(/^\S(.*\S)?$/u);
/** Names in the method's documents for entries with other names in stored results. */
const aliases: Record<string, string> = {
  defControl: 'defControlTest',
  defInject: 'defInjectTest',
  defHeater: 'defHeaterTest',
  priming: 'pumpPriming',
  stabilisation: 'ureaStabilisation',
};
const unaliased = (id: unknown): unknown => (typeof id === 'string' ? (aliases[id] ?? id) : id);
export const testId = z.preprocess(unaliased, z.enum(diagnosticTestIds));

/** A number, or one that the engine variant sets: `{param, times, plus}`. */
export const Amount = z.union([
  z.number(),
  z.strictObject({ param: name, times: z.number().default(1), plus: z.number().default(0) }),
]);
export type Amount = z.output<typeof Amount>;

export const Step = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('cmd'),
    cmd: name,
    value: z.number().optional(),
    unit: z.string().max(10).optional(),
    /** how long the unit stays in it before the next step */
    hold_s: seconds.default(0),
    /** repeated for each cylinder, with a rest after each */
    per: z.literal('cylinder').optional(),
    rest_s: seconds.default(0),
  }),
  z.strictObject({ op: z.literal('hold'), hold_s: seconds }),
  z.strictObject({ op: z.literal('prompt'), key: name, max_s: seconds }),
  z.strictObject({ op: z.literal('wait'), wait_s: seconds }),
]);
export type Step = z.output<typeof Step>;

export const Signal = z.strictObject({
  item: itemId,
  unit: z.string().transform((u) => (u === 'C' ? '°C' : u)),
  spn: z.int().optional(),
  band: z.tuple([z.number(), z.number()]).optional(),
  per: z.literal('cylinder').optional(),
});
export type Signal = z.output<typeof Signal>;

/** The step of a limit: the first with this command, or its number. Without one: from the first step on. */
const during = z.union([name, z.int().min(0)]);
const window = z.tuple([seconds, seconds]);
const limit = <const E extends string, S extends z.ZodRawShape>(evaluator: E, shape: S) =>
  z.strictObject({
    eval: z.literal(evaluator),
    id: z
      .string()
      .regex(/^\w{1,20}$/)
      .optional(),
    ...shape,
  });
export const Limit = z.discriminatedUnion('eval', [
  limit('range', {
    item: itemId,
    min: Amount.optional(),
    max: Amount.optional(),
    during: during.optional(),
    window: window.optional(),
  }),
  /** within `target` ± `tol` for at least this share of the window, in s from the beginning of its step */
  limit('inBand', {
    item: itemId,
    target: Amount,
    tol: Amount,
    share: z.number().min(0).max(1),
    window,
    during: during.optional(),
  }),
  /**
   * the largest deviation from the mean, in % of the mean: across cylinders if there are values for each, else over
   * time
   */
  limit('spread', { item: itemId, max: Amount, during: during.optional() }),
  /** `until`: a later command with which the rise or the fall is over, whatever the item does then */
  limit('rise', {
    item: itemId,
    from: Amount,
    to: Amount,
    maxS: Amount,
    after: name.optional(),
    until: name.optional(),
  }),
  limit('decay', {
    item: itemId,
    from: Amount,
    to: Amount,
    minS: Amount.optional(),
    maxS: Amount.optional(),
    after: name.optional(),
    until: name.optional(),
  }),
  /** the item follows its command within `tol` after `maxS`, at each change of the command */
  limit('step', { command: itemId, item: itemId, tol: Amount, maxS: Amount }),
  /** last value less the first */
  limit('gain', { item: itemId, min: Amount.optional(), max: Amount.optional(), during: during.optional() }),
  limit('difference', { item: itemId, to: itemId, max: Amount }),
  /** `photo`: the confirmation needs a photo */
  limit('confirm', { key: name, photo: z.boolean().optional() }),
  /**
   * the measurement agrees within `tol` with the value that somebody on site has read, which is stored with the result
   */
  limit('seen', { key: name, item: itemId, tol: Amount }),
  /** the value read back equals the one written */
  limit('equal', { item: name, arg: z.string() }),
  limit('wait', { s: Amount }),
]);
export type Limit = z.output<typeof Limit>;

export const Abort = z.union([
  z.strictObject({ gate: z.union([z.literal('*'), z.enum(gateIds)]) }),
  z.strictObject({ op: z.literal('prompt'), gt_s: seconds }),
  z.strictObject({
    item: itemId,
    gt: Amount.optional(),
    lt: Amount.optional(),
    for_s: seconds.default(0),
    during: during.optional(),
  }),
]);
export type Abort = z.output<typeof Abort>;

const Gate = z.union([
  z.enum(gateIds),
  z.strictObject({ item: itemId, gt: z.number().optional(), lt: z.number().optional() }),
]);
const Need = z.union([
  testId.transform((test) => ({ test, within_s: 1800 })),
  z.strictObject({ test: testId, within_s: seconds }),
]);
/** The follow-up of a failed test: another test, or a part to inspect. */
const Proposal = z.union([testId, z.string().regex(/^replace:[\w.]{2,30}$/)]);
/** How a limit was missed; `fail` is any other way. */
export const symptoms = ['fail', 'low', 'high', 'unstable', 'uneven', 'slow', 'fast', 'stuck', 'apart'] as const;
export type Symptom = (typeof symptoms)[number];

export const risks = ['none', 'moves', 'sprays'] as const;
export const TestEntry = z.strictObject({
  id: testId,
  version: z.int().min(1).default(1),
  ko: labelText.optional(),
  en: labelText.optional(),
  unit: z.enum(['ECU', 'DCU']),
  /** sent as a test, or as a write of the item of the same name */
  via: z.enum(['test', 'write']).default('test'),
  /** it moves the engine or sprays DEF: a person on site makes sure that no one is near, each time */
  risk: z.enum(risks).default('none'),
  needs: z.array(Need).default([]),
  gates: z.array(Gate),
  confirm: z.array(name).default([]),
  steps: z.array(Step).min(1).max(40),
  signals: z.array(Signal),
  verdict: z.array(Limit).min(1),
  typ_s: seconds,
  max_s: seconds,
  abort: z.array(Abort),
  next: z.partialRecord(z.enum(symptoms), z.array(Proposal)).default({}),
  source: z.record(z.string(), z.enum(['S', 'J', 'P', 'D'])),
});
export type TestEntry = z.output<typeof TestEntry>;

export const Params = z.record(name, z.number());
export const Override = z.strictObject({
  /** all given conditions must match the machine */
  match: z.strictObject({
    model: z.string().optional(),
    engineType: z.string().optional(),
    hwVariant: z.string().optional(),
  }),
  params: Params.optional(),
  /** test → limit → number */
  limits: z.record(z.string(), z.record(z.string(), z.record(z.string(), Amount))).optional(),
});
export type Override = z.output<typeof Override>;

export const TestFile = z.strictObject({
  /** incremented with each change: a result references the version that judged it */
  version: z.int().min(1),
  params: Params,
  /** aborts for every test */
  abort: z.array(Abort),
  /** tests in the order of a usual diagnosis */
  orders: z.record(name, z.array(testId)),
  tests: z.array(TestEntry),
  overrides: z.array(Override).default([]),
});
export type TestFile = z.output<typeof TestFile>;
