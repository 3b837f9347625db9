import type { ServiceHistoryRow, TestRun } from '@headland/contracts/diagnosis';
import { entryOf } from '@headland/contracts/diagnosis';

/** Runs of tests and histories for screen tests; sessions and machines: `service`. */
const at = '2026-06-01T09:00:00.000Z';

/** What the gates ask for, of a machine that idles warm, parked. */
export const idling = (over: Record<string, number> = {}): Record<string, number> => ({
  key: 1,
  speed: 0,
  'brake.park': 1,
  'gear.neutral': 1,
  'pto.rpm': 0,
  'implement.down': 1,
  'engine.rpm': 820,
  'engine.steady': 60,
  'engine.coolant': 84,
  battery: 14.1,
  'lamp.red': 0,
  'lamp.part': 0,
  'def.level': 60,
  'def.temp': 18,
  'exhaust.temp': 120,
  ...over,
});

export const aRun = (id: number, more: Partial<TestRun> = {}): TestRun => ({
  id,
  sessionId: 7,
  test: 'runup',
  state: 'complete',
  step: 3,
  progress: 1,
  prompt: null,
  leftS: null,
  reason: null,
  gate: null,
  item: null,
  verdict: 'pass',
  evidence: [],
  next: [],
  values: {},
  confirms: {},
  toConfirm: [],
  photos: [],
  catalogueVersion: 1,
  startedAt: at,
  endedAt: at,
  by: 'Kim Minsu',
  ...more,
});

export const aHistoryRow = (id: number, more: Partial<ServiceHistoryRow> = {}): ServiceHistoryRow => ({
  id,
  entry: entryOf(more.kind ?? 'test', id),
  kind: 'test',
  sessionId: 7,
  service: 'remote',
  startedAt: at,
  endedAt: '2026-06-01T09:01:05.000Z',
  test: 'compres',
  state: 'complete',
  verdict: 'fail',
  result: 'fail',
  decisive: {
    limit: 'range:crank.rpm',
    eval: 'range',
    item: 'crank.rpm',
    cylinder: null,
    measured: 120,
    min: 140,
    max: null,
    ok: false,
    symptom: 'low',
  },
  reason: null,
  codes: [],
  by: 'Kim Minsu',
  organization: 'Head office',
  ...more,
});
