import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { EngineInfo, StoredFault } from '@headland/contracts/device/diagnosis';
import type { DiagnosticTestId } from '@headland/domain/diagnostic-test-ids';
import { judge } from '@headland/domain/diagnosis/judge';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { questionsOf } from '@headland/domain/diagnosis/questions';
import { definitionOf, type TestDefinition } from '@headland/domain/diagnosis/tests';
import type { Actor } from '../platform/caller';
import { pastEvent, type PastEvent } from './append-past';
import { measuredBy } from './demo-curves';
import { pseudoRandom, type Draw } from './pseudo-random';

/** A machine of the fleet that was served, and somebody who serves. */
export interface Served {
  vehicleId: number;
  deviceId: string;
  deviceKey: number;
  organizationId: number;
  model: string;
}
export interface Engineer {
  id: number;
  name: string;
  organization: string;
}

/** What was done in a session, one after the other. */
type Act =
  | { do: 'test'; test: DiagnosticTestId; faulty?: true; aborted?: true }
  | { do: 'faults'; stored: readonly StoredFault[] }
  | { do: 'clear'; before: readonly StoredFault[]; back?: readonly StoredFault[] }
  | { do: 'watch'; items: readonly string[]; period: 500 | 1000; seconds: number };
interface Story {
  machine: number;
  by: 'service' | 'headOffice' | 'agency';
  days: number;
  acts: readonly Act[];
  /** the connect that its terminal refused, or how it ended otherwise than by its engineer */
  end?: 'refused' | 'idle' | 'silent';
}

const fault = (
  code: string,
  spn: number,
  fmi: number,
  count: number,
  firstHours: number,
  lamp = 'AWL',
): StoredFault => ({
  code,
  spn,
  fmi,
  lamp,
  count,
  firstHours,
  lastHours: firstHours + 2.4,
  freeze: { 'engine.rpm': 1980, 'engine.coolant': 84.5, 'engine.load': 62 },
});
const railLow = fault('E0334', 157, 18, 3, 1204.2);
const urea = fault('E0410', 4334, 18, 5, 866.1);
const egr = fault('E0363', 2791, 7, 2, 1510.8);
const test = (id: DiagnosticTestId, how: Omit<Extract<Act, { do: 'test' }>, 'do' | 'test'> = {}): Act => ({
  do: 'test',
  test: id,
  ...how,
});
const watch = (items: readonly string[], period: 500 | 1000, seconds: number): Act => ({
  do: 'watch',
  items,
  period,
  seconds,
});

/** The last month of remote service. The newest is of two days ago: what happened since is the demo's yesterday. */
const stories: readonly Story[] = [
  { machine: 0, by: 'service', days: 27.3, acts: [{ do: 'faults', stored: [] }, test('acvTest'), test('egrTest')] },
  {
    machine: 1,
    by: 'service',
    days: 25.4,
    acts: [{ do: 'faults', stored: [railLow] }, test('highpre', { faulty: true }), test('leakTest')],
  },
  {
    machine: 1,
    by: 'agency',
    days: 22.8,
    acts: [
      test('highpre'),
      { do: 'clear', before: [railLow] },
      watch(['engine.rpm', 'rail.pressure', 'rail.target', 'fuel.imv'], 500, 90),
    ],
  },
  { machine: 2, by: 'headOffice', days: 20.2, acts: [], end: 'refused' },
  {
    machine: 2,
    by: 'headOffice',
    days: 20.1,
    acts: [test('compres', { faulty: true }), test('shutoff', { faulty: true })],
  },
  {
    machine: 3,
    by: 'service',
    days: 17.6,
    acts: [
      { do: 'faults', stored: [urea] },
      test('pumpPriming', { faulty: true }),
      test('pumpPriming'),
      test('defControlTest'),
    ],
  },
  {
    machine: 4,
    by: 'agency',
    days: 14.5,
    acts: [test('plugTest', { faulty: true }), watch(['battery', 'engine.coolant', 'ambient'], 1000, 120)],
    end: 'idle',
  },
  {
    machine: 2,
    by: 'agency',
    days: 12.7,
    acts: [test('compres'), test('shutoff'), watch(['engine.rpm', 'engine.coolant', 'fuel.quantity'], 500, 60)],
  },
  {
    machine: 5,
    by: 'service',
    days: 9.3,
    acts: [
      { do: 'faults', stored: [egr] },
      test('egrTest', { faulty: true }),
      { do: 'clear', before: [egr], back: [egr] },
    ],
  },
  {
    machine: 0,
    by: 'service',
    days: 6.9,
    acts: [test('runup'), test('leakTest', { faulty: true }), watch(['rail.pressure', 'engine.rpm'], 500, 75)],
  },
  { machine: 5, by: 'agency', days: 5.1, acts: [test('egrTest'), { do: 'clear', before: [egr] }] },
  {
    machine: 6,
    by: 'headOffice',
    days: 3.8,
    acts: [test('runup', { aborted: true }), test('runup', { faulty: true })],
  },
  { machine: 4, by: 'agency', days: 2.6, acts: [test('plugTest'), test('acvTest', { faulty: true })], end: 'silent' },
];
/** Tractors of the fleet, some of them apart. */
const fleetEvery = 9;

export async function servedMachines(tx: EntityManager): Promise<Served[]> {
  const rows = await tx.query<Served[]>(
    `SELECT v.id AS "vehicleId", v.device_id AS "deviceId", d.key AS "deviceKey", v.organization_id AS "organizationId", m.name AS model
     FROM vehicle v JOIN device d ON d.id = v.device_id JOIN model m ON m.id = v.model_id WHERE m.machine = 'tractor' AND v.device_id LIKE 'HDKR-%' ORDER BY v.id LIMIT 80`,
  );
  return rows.filter((_, i) => i % fleetEvery === 2);
}

export async function engineers(tx: EntityManager): Promise<Record<Story['by'], Engineer>> {
  const of = async (group: string): Promise<Engineer> => {
    const [row] = await tx.query<Engineer[]>(
      `SELECT u.id, u.name, o.name AS organization FROM user_account u JOIN organization o ON o.id = u.organization_id WHERE u.group_type = $1 AND u.role = 'ADMIN' ORDER BY u.id LIMIT 1`,
      [group],
    );
    return row ?? { id: 0, name: '', organization: '' };
  };
  return { service: await of('SERVICE_BUSINESS'), headOffice: await of('HEAD_OFFICE'), agency: await of('AGENCY') };
}

/** Sessions with their tests, recordings and codes; answers what they leave in the log. */
export async function addSessions(
  tx: EntityManager,
  served: readonly Served[],
  people: Record<Story['by'], Engineer>,
  now: Date,
): Promise<PastEvent[]> {
  const draw = pseudoRandom(20_260_917);
  const events: PastEvent[] = [];
  for (const story of stories) {
    const machine = served[story.machine];
    if (machine !== undefined)
      events.push(...(await new Session(tx, machine, people[story.by], story, now, draw).run()));
  }
  return events;
}

class Session {
  private id = 0;
  private atMs: number;
  private readonly events: PastEvent[] = [];
  private readonly info: EngineInfo;
  private faults: { at: string; stored: StoredFault[]; pending: StoredFault[]; cleared: string[] } | null = null;

  constructor(
    private readonly tx: EntityManager,
    private readonly machine: Served,
    private readonly by: Engineer,
    private readonly story: Story,
    now: Date,
    private readonly draw: Draw,
  ) {
    this.atMs = now.getTime() - Math.round(story.days * 1440) * 60_000;
    this.info = infoOf(machine, this.atMs);
  }

  async run(): Promise<PastEvent[]> {
    const { tx, machine, by, story } = this;
    const opened = this.now;
    const [row] = await tx.query<{ id: number }[]>(
      `INSERT INTO diagnosis_session (token, vehicle_id, device_id, device_key, organization_id, kind, state, by_user, by_name, by_organization, opened_at, ended_at, heard_at, seen_at, acted_at)
       VALUES ($1, $2, $3, $4, $5, 'remote', 'disconnected', $6, $7, $8, $9, $9, $9, $9, $9) RETURNING id`,
      [
        randomUUID(),
        machine.vehicleId,
        machine.deviceId,
        machine.deviceKey,
        machine.organizationId,
        by.id,
        by.name,
        by.organization,
        opened,
      ],
    );
    this.id = row?.id ?? 0;
    this.record('diagnosis.opened');
    await this.ask('connect', {}, 3);
    const refused = story.end === 'refused';
    if (!refused) {
      this.record('diagnosis.connected');
      for (const act of story.acts) await this.act(act);
      if (story.end === undefined) await this.ask('disconnect', {}, 1);
      else this.pass(story.end === 'idle' ? 1800 : 60);
    }
    const end = story.end ?? 'disconnected';
    this.record('diagnosis.ended', { reason: refused ? 'alreadyConnected' : end });
    await tx.query(
      `UPDATE diagnosis_session SET connected_at = $2, ended_at = $3, "end" = $4, reason = $5, heard_at = $3, seen_at = $3, acted_at = $3, info = $6, faults = $7 WHERE id = $1`,
      [
        this.id,
        refused ? null : opened,
        this.now,
        end,
        refused ? 'alreadyConnected' : null,
        refused ? null : JSON.stringify(this.info),
        this.faults === null ? null : JSON.stringify(this.faults),
      ],
    );
    await tx.query('UPDATE vehicle SET last_session_at = greatest(last_session_at, $2) WHERE id = $1', [
      machine.vehicleId,
      opened,
    ]);
    return this.events;
  }

  private async act(act: Act): Promise<void> {
    this.pass(20 + Math.floor(this.draw.next() * 70));
    switch (act.do) {
      case 'test':
        return this.test(act);
      case 'watch':
        return this.watch(act);
      case 'faults': {
        this.faults = { at: this.now.toISOString(), stored: [...act.stored], pending: [], cleared: [] };
        return void (await this.ask('faults', {}, 2, { ...this.faults, before: [] }));
      }
      case 'clear': {
        const cleared = act.before.map((f) => f.code);
        this.faults = { at: this.now.toISOString(), stored: [...(act.back ?? [])], pending: [], cleared };
        await this.ask('clearFaults', {}, 3, { ...this.faults, before: act.before });
        return this.record('diagnosis.faultsCleared', { codes: cleared });
      }
    }
  }

  private async test({ test: id, faulty, aborted }: Extract<Act, { do: 'test' }>): Promise<void> {
    const { tx, machine, by, draw } = this;
    const definition = definitionOf(id, {
      model: machine.model,
      engineType: this.info.engine_type ?? null,
      hwVariant: this.info.hw_variant ?? null,
    });
    if (definition === null) throw new Error(`no test ${id}`);
    const measured = measuredBy(definition, faulty === true, draw);
    const lengthMs = aborted ? Math.min(9_000, measured.lengthMs) : measured.lengthMs;
    const [startedAt, startMs] = [this.now, this.atMs];
    const requestId = await this.ask(
      'test',
      { test: id, args: {}, confirmed: definition.confirm },
      lengthMs / 1000,
      null,
      aborted ? 'aborted' : null,
    );
    this.record('diagnosis.testStarted', { test: id }, startedAt);
    const found = judge(definition, {
      samples: measured.samples,
      values: measured.values,
      confirms: confirmsOf(definition),
      args: {},
    });
    const [row] = await tx.query<{ id: number }[]>(
      `INSERT INTO diagnosis_test (request_id, session_id, vehicle_id, test, definition, state, step, progress, reason, values, confirms, verdict, evidence, next, started_at, ended_at, by_name)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING id`,
      [
        requestId,
        this.id,
        machine.vehicleId,
        id,
        JSON.stringify(definition),
        aborted ? 'fail' : 'complete',
        aborted ? 1 : definition.steps.length - 1,
        aborted ? 0.2 : 1,
        aborted ? 'aborted' : null,
        JSON.stringify(aborted ? {} : measured.values),
        JSON.stringify(aborted ? {} : confirmsOf(definition)),
        aborted ? null : found.verdict,
        JSON.stringify(aborted ? [] : found.evidence),
        JSON.stringify(aborted ? [] : found.next),
        startedAt,
        this.now,
        by.name,
      ],
    );
    for (const part of measured.parts) {
      if (part.atMs >= lengthMs) continue;
      await tx.query(
        'INSERT INTO diagnosis_trace (test_id, t0, step, period, items, rows) VALUES ($1, $2, $3, $4, $5, $6)',
        [row?.id, startMs + part.atMs, part.step, measured.periodMs, measured.items, JSON.stringify(part.rows)],
      );
    }
    this.record('diagnosis.testEnded', { test: id, ...(aborted ? { reason: 'aborted' } : { verdict: found.verdict }) });
  }

  private async watch({ items, period, seconds }: Extract<Act, { do: 'watch' }>): Promise<void> {
    const { tx, machine, by, draw } = this;
    const [startedAt, startMs] = [this.now, this.atMs];
    const requestId = await this.ask('watch', { items, period }, 1);
    const rows = (seconds * 1000) / period;
    this.pass(seconds);
    const [row] = await tx.query<{ id: number }[]>(
      `INSERT INTO diagnosis_recording (request_id, session_id, vehicle_id, items, period, started_at, ended_at, row_count, marks, by_name)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
      [
        requestId,
        this.id,
        machine.vehicleId,
        items,
        period,
        startedAt,
        this.now,
        rows,
        JSON.stringify([{ at: startMs + (seconds * 1000) / 2, label: '1' }]),
        by.name,
      ],
    );
    for (let k = 0; k < rows; k++) {
      await tx.query('INSERT INTO diagnosis_rows (recording_id, t0, rows) VALUES ($1, $2, $3)', [
        row?.id,
        startMs + k * period,
        JSON.stringify([items.map((item) => idleValue(item, (k * period) / 1000, draw))]),
      ]);
    }
    await this.ask('unwatch', {}, 1);
  }

  /** A request and its answer, so many seconds later; answers its id. */
  private async ask(
    op: string,
    args: object,
    seconds: number,
    answer: object | null = null,
    failed: string | null = null,
  ): Promise<number> {
    const askedAt = this.now;
    this.pass(seconds);
    const [row] = await this.tx.query<{ id: number }[]>(
      `INSERT INTO diagnosis_request (token, session_id, op, args, state, asked_at, due_at, ended_at, reason, answer, by_name) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
      [
        randomUUID(),
        this.id,
        op,
        JSON.stringify(args),
        failed === null ? 'done' : 'failed',
        askedAt,
        new Date(askedAt.getTime() + 10_000),
        this.now,
        failed,
        answer === null ? null : JSON.stringify(answer),
        this.by.name,
      ],
    );
    return row?.id ?? 0;
  }

  private record(
    name:
      | 'diagnosis.opened'
      | 'diagnosis.connected'
      | 'diagnosis.ended'
      | 'diagnosis.testStarted'
      | 'diagnosis.testEnded'
      | 'diagnosis.faultsCleared',
    more: { test?: string; verdict?: 'pass' | 'fail' | 'incomplete'; reason?: string; codes?: string[] } = {},
    at = this.now,
  ): void {
    const { vehicleId, deviceId, organizationId } = this.machine;
    const actor: Actor = { userId: this.by.id, name: this.by.name, address: null };
    this.events.push(
      pastEvent(name, at, actor, { vehicleId, deviceId, sessionId: this.id, ...more }, { organizationId, vehicleId }),
    );
  }

  private get now(): Date {
    return new Date(this.atMs);
  }
  private pass(seconds: number): void {
    this.atMs += Math.round(seconds * 1000);
  }
}

/** Who was on site has seen what he was asked for. */
const confirmsOf = (d: TestDefinition): Record<string, boolean | number> =>
  Object.fromEntries(questionsOf(d.verdict).map(({ key, item }) => [key, item === null ? true : seenLevel]));
const seenLevel = 60;

/** Values of an item while a machine idles: steady, a little noise. */
function idleValue(item: string, second: number, draw: Draw): number | null {
  const usual: Record<string, number> = {
    'engine.rpm': second > 30 && second < 45 ? 1450 : 820,
    'rail.pressure': second > 30 && second < 45 ? 500 : 262,
    'rail.target': second > 30 && second < 45 ? 500 : 262,
    'fuel.imv': 28,
    'fuel.quantity': 9.8,
    'engine.coolant': 78 + Math.min(6, second / 12),
    battery: 14.1,
    ambient: 18.5,
  };
  const { digits = 1 } = monitorItems.get(item) ?? {};
  const value = (usual[item] ?? 0) * (1 + 0.004 * (draw.next() - 0.5));
  return draw.chance(0.01) ? null : Math.round(value * 10 ** digits) / 10 ** digits;
}

/** As the fleet's machines identify themselves; before its program of four weeks ago an engine ran the one before. */
const infoOf = ({ deviceId }: Served, atMs: number): EngineInfo => ({
  mid: `HL-${deviceId}`,
  ts: new Date(atMs).toISOString(),
  ts_epoch: atMs,
  device_id: deviceId,
  command: 'connect',
  ecu_sw_sequence: 'SW-3.1.0',
  ecu_calibration_id: 'CAL-D24-0388',
  dcu_sw_version: 'DS-1.4.2',
  dcu_calibration_id: 'DCAL-U2-0107',
  engine: 'D24',
  engine_type: 'D24 CRDI',
  emission: 'Stage V',
  induction_system: 'VGT',
  after_treatment: 'DOC+DPF+SCR',
  hw_variant: 'HL-D24',
  map_date: '2025-08-01',
  user: 'plant',
  flash_date: '2025-10-02',
  cyl: 4,
  map_info: 'M-D24',
  vehicleType: 'tractor',
});
