import { itemId } from '@headland/contracts/device/diagnosis';
import { z } from 'zod';
import { diagnosticTestIds } from '../diagnostic-test-ids';
import { gateIds } from './gates';

/**
 * The catalogue of remote tests as a file says it. One entry says what a test shows, what must hold before it begins, what the unit does step by step,
 * what is measured, and what the measured values are judged by. The file is data: a maker's own may take its place without a release.
 */
const seconds = z.number().min(0).max(3600);
const name = z.string().regex(/^[a-z][\w]*(\.[\w]+){0,3}$/i);
const words = z.string().regex(/^\S(.*\S)?$/u);
/** Names that the sheets of the method use for entries that the stored results call otherwise. */
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
    /** how long the unit stays with it before the next step */
    hold_s: seconds.default(0),
    /** done for each cylinder in turn, with a rest after each */
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

/** Which step a limit speaks of: the first with this command, or its number. Without one: from the first step on. */
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
  /** the farthest from the mean, in % of the mean: of the cylinders where there is a value for each, else over time */
  limit('spread', { item: itemId, max: Amount, during: during.optional() }),
  limit('rise', { item: itemId, from: Amount, to: Amount, maxS: Amount, after: name.optional() }),
  limit('decay', {
    item: itemId,
    from: Amount,
    to: Amount,
    minS: Amount.optional(),
    maxS: Amount.optional(),
    after: name.optional(),
  }),
  /** the item follows its command within `tol` after `maxS`, each time the command changes */
  limit('step', { command: itemId, item: itemId, tol: Amount, maxS: Amount }),
  /** last value less the first */
  limit('gain', { item: itemId, min: Amount.optional(), max: Amount.optional(), during: during.optional() }),
  limit('difference', { item: itemId, to: itemId, max: Amount }),
  /** `photo`: the word that it is so comes with a picture of it */
  limit('confirm', { key: name, photo: z.boolean().optional() }),
  /** what is measured agrees within `tol` with the value that somebody on site has seen, which is kept with the result */
  limit('seen', { key: name, item: itemId, tol: Amount }),
  /** what was read back is what was written */
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
/** What a failed test leads to: another test, or a part to look at. */
const Proposal = z.union([testId, z.string().regex(/^replace:[\w.]{2,30}$/)]);
/** How a limit was missed; `fail` stands for any other. */
export const symptoms = ['fail', 'low', 'high', 'unstable', 'uneven', 'slow', 'fast', 'stuck', 'apart'] as const;
export type Symptom = (typeof symptoms)[number];

export const risks = ['none', 'moves', 'sprays'] as const;
export const TestEntry = z.strictObject({
  id: testId,
  version: z.int().min(1).default(1),
  ko: words.optional(),
  en: words.optional(),
  unit: z.enum(['ECU', 'DCU']),
  /** sent as a test, or as a write of the item of the same name */
  via: z.enum(['test', 'write']).default('test'),
  /** it moves the engine or sprays urea: somebody on site makes sure that nobody is near, each time */
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
  /** all that is named must be so of the machine */
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
  /** grows with each change: a result says by which it was judged */
  version: z.int().min(1),
  params: Params,
  /** what ends every test */
  abort: z.array(Abort),
  /** tests in the order in which a complaint is followed up */
  orders: z.record(name, z.array(testId)),
  tests: z.array(TestEntry),
  overrides: z.array(Override).default([]),
});
export type TestFile = z.output<typeof TestFile>;
