import type { EntityManager } from 'typeorm';
import type { JobPart, JobResult } from '@headland/contracts/after-service';
import type { ReplacedPart } from '@headland/contracts/service-write';
import { firingOrderOf, withCheckCharacter } from '@headland/domain/after-service/injector-code';
import { shippedInjectorProfile } from '@headland/domain/after-service/injector-profile';
import { definitionOf } from '@headland/domain/diagnosis/tests';
import { dayOf } from '@headland/domain/zone-day';
import { cylinderText } from '@headland/i18n/diagnosis-labels';

/** What was written in the session of a job, by which the histories have something to show. */
type Written =
  | { cylinder: number }
  | { part: ReplacedPart; learned: Record<string, [before: number, after: number]>; second: boolean };
interface Story {
  /** days ago */
  started: number;
  begun?: number;
  closed?: number;
  result?: JobResult;
  symptom: string;
  workDone?: string;
  parts?: JobPart[];
  minutes?: number;
  writes?: Written[];
  /** it is about an accepted report of the machine */
  fault?: true;
}
const stories: readonly Story[] = [
  {
    started: 46.2,
    begun: 45.9,
    closed: 45.7,
    result: 'repaired',
    symptom: '공회전 시 떨림, 2번 기통 출력 저하',
    workDone: '기통 차단 시험에서 2번 기통 불량 확인, 인젝터 교체 후 코드 입력, 재시험 정상',
    parts: [
      { partCode: 'INJ4402', count: 1 },
      { partCode: 'GSK1107', count: 1 },
    ],
    minutes: 95,
    writes: [{ cylinder: 2 }],
  },
  {
    started: 18.4,
    begun: 18.1,
    closed: 18,
    result: 'followUp',
    symptom: '요소수 분사 압력 불안정 경고',
    workDone: '프라이밍 후 압력 정상, 요소수 필터 교체 예약',
    minutes: 60,
  },
  {
    started: 9.3,
    closed: 9.1,
    result: 'noFault',
    symptom: '시동 지연 (고객 신고)',
    workDone: '현장에서 재현되지 않음, 배터리와 연료 라인 점검 이상 없음',
    minutes: 40,
  },
  {
    started: 4.6,
    begun: 4.2,
    closed: 4,
    result: 'repaired',
    symptom: 'DPF 재생 반복, 출력 제한',
    workDone: 'DPF 교체 후 학습값 초기화, 강제 재생 정상',
    parts: [{ partCode: 'DPF3300', count: 1 }],
    minutes: 150,
    writes: [
      {
        part: { part: 'dpf', partCode: 'DPF3300', serial: '2204517', hours: 0 },
        learned: { counter: [31, 0], sootLoad: [38.4, 0], ashLoad: [62.1, 0] },
        second: true,
      },
    ],
  },
  { started: 0.4, begun: 0.3, symptom: '센서 전원 이상 경고등', workDone: '배선 저항 측정 중', fault: true },
  { started: 0.35, symptom: '고장 코드 재발, 부품 확인 필요' },
  { started: 0.2, symptom: '작업기 연결 시 회전수 저하' },
];
const dayMs = 86_400_000;
interface Machine {
  id: number;
  model: string;
  deviceId: string;
  deviceKey: number;
  organizationId: number;
  faultId: number | null;
}
interface Person {
  id: number;
  name: string;
  organization: string;
}

/** Jobs in every state, most on machines of Korean dealers: what was wrong, what was done, what was written and by whom. Their past has no place in the log, which begins later. */
export async function addServiceJobs(tx: EntityManager, now: Date, timeZone: string): Promise<void> {
  const [engineer, second] = await tx.query<Person[]>(
    `SELECT u.id, u.name, o.name AS organization FROM user_account u JOIN organization o ON o.id = u.organization_id
     WHERE u.role = 'ADMIN' AND u.active AND u.group_type IN ('SERVICE_BUSINESS', 'HEAD_OFFICE') ORDER BY u.group_type = 'HEAD_OFFICE', u.id LIMIT 2`,
  );
  const machines = await tx.query<Machine[]>(
    `SELECT v.id, m.name AS model, d.id AS "deviceId", d.key AS "deviceKey", v.organization_id AS "organizationId",
       (SELECT min(f.id) FROM fault_report f WHERE f.vehicle_id = v.id AND f.status = 'accepted') AS "faultId"
     FROM vehicle v JOIN model m ON m.id = v.model_id JOIN device d ON d.id = v.device_id ORDER BY v.id`,
  );
  if (engineer === undefined || second === undefined) return;
  const broken = machines.filter((m) => m.faultId !== null);
  const sound = machines.filter((m) => m.faultId === null && m.deviceId.startsWith('HDKR'));
  for (const [i, story] of stories.entries()) {
    // the machine of the first story comes back with another defect
    const machine = story.fault ? broken.shift() : i === stories.length - 1 ? sound[0] : sound[i * 5];
    if (machine !== undefined) await seedEvents(tx, story, machine, engineer, second, now, timeZone);
  }
}

async function seedEvents(
  tx: EntityManager,
  story: Story,
  machine: Machine,
  by: Person,
  second: Person,
  now: Date,
  timeZone: string,
): Promise<void> {
  const ago = (days: number | undefined): Date | null =>
    days === undefined ? null : new Date(now.getTime() - days * dayMs);
  const [startedAt, begunAt, closedAt] = [ago(story.started), ago(story.begun), ago(story.closed)];
  await tx.query('UPDATE service_job SET newest = false WHERE vehicle_id = $1', [machine.id]);
  const [job] = await tx.query<{ id: number }[]>(
    `INSERT INTO service_job (vehicle_id, state, symptom, fault_id, visit_on, work_done, parts, labour_minutes, result, started_at, begun_at, closed_at, by_user, by_name, by_organization,
       changed_at, changed_by, closed_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) RETURNING id`,
    [
      machine.id,
      closedAt ? 'closed' : begunAt ? 'inProgress' : 'open',
      story.symptom,
      story.fault ? machine.faultId : null,
      dayOf((begunAt ?? new Date(now.getTime() + dayMs)).getTime(), timeZone),
      story.workDone ?? null,
      JSON.stringify(story.parts ?? []),
      story.minutes ?? null,
      story.result ?? null,
      startedAt,
      begunAt,
      closedAt,
      by.id,
      by.name,
      by.organization,
      closedAt ?? begunAt ?? startedAt,
      by.name,
      closedAt ? by.name : null,
    ],
  );
  if (begunAt === null) return;
  const session = await addSession(tx, machine, by, begunAt);
  for (const write of story.writes ?? [])
    await addWrite(
      tx,
      { machine, by, second, session, jobId: job?.id ?? 0, at: new Date(begunAt.getTime() + 20 * 60_000) },
      write,
    );
}

async function addSession(tx: EntityManager, m: Machine, by: Person, at: Date): Promise<number> {
  const end = new Date(at.getTime() + 35 * 60_000);
  const info = { device_id: m.deviceId, cyl: 4, engine_type: 'D24 CRDI', hw_variant: 'HL-D24' };
  const [row] = await tx.query<{ id: number }[]>(
    `INSERT INTO diagnosis_session (token, vehicle_id, device_id, device_key, organization_id, kind, state, by_user, by_name, by_organization, opened_at, connected_at, ended_at, "end",
       heard_at, seen_at, acted_at, info)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, 'afterService', 'disconnected', $5, $6, $7, $8, $8, $9, 'disconnected', $9, $9, $9, $10) RETURNING id`,
    [m.id, m.deviceId, m.deviceKey, m.organizationId, by.id, by.name, by.organization, at, end, JSON.stringify(info)],
  );
  await tx.query('UPDATE vehicle SET last_session_at = greatest(last_session_at, $2) WHERE id = $1', [m.id, at]);
  return row?.id ?? 0;
}

interface Scene {
  machine: Machine;
  by: Person;
  second: Person;
  session: number;
  jobId: number;
  at: Date;
}
async function addWrite(
  tx: EntityManager,
  { machine, by, second, session, jobId, at }: Scene,
  write: Written,
): Promise<void> {
  const item = 'cylinder' in write ? 'c3iInfo' : 'partReplacement';
  const definition = definitionOf(item, { model: machine.model, engineType: null, hwVariant: null });
  if (definition === null) return;
  const { args, values, old } = 'cylinder' in write ? codeOf(write.cylinder) : learnedOf(write);
  const end = new Date(at.getTime() + 25_000);
  const [request] = await tx.query<{ id: number }[]>(
    `INSERT INTO diagnosis_request (token, session_id, op, args, state, asked_at, due_at, ended_at, by_name) VALUES (gen_random_uuid(), $1, 'write', $2, 'done', $3, $4, $4, $5) RETURNING id`,
    [session, JSON.stringify({ item, value: args, confirmed: definition.confirm }), at, end, by.name],
  );
  const evidence = definition.verdict.map((limit) => ({
    ...{ limit: limit.id, eval: limit.eval, item: 'item' in limit ? limit.item : null, cylinder: null },
    ...{
      measured: limit.eval === 'range' ? 0 : null,
      min: null,
      max: limit.eval === 'range' ? 0 : null,
      ok: true,
      symptom: null,
    },
  }));
  const [test] = await tx.query<{ id: number }[]>(
    `INSERT INTO diagnosis_test (request_id, session_id, vehicle_id, test, definition, args, state, step, progress, values, verdict, evidence, started_at, ended_at, by_name)
     VALUES ($1, $2, $3, $4, $5, $6, 'complete', $7, 1, $8, 'pass', $9, $10, $11, $12) RETURNING id`,
    [
      ...[
        request?.id,
        session,
        machine.id,
        item,
        JSON.stringify(definition),
        JSON.stringify(args),
        definition.steps.length - 1,
      ],
      ...[JSON.stringify(values), JSON.stringify(evidence), at, end, by.name],
    ],
  );
  const approval =
    'second' in write && write.second
      ? await addApproval(tx, { machine, by, second, session, value: write.part, at })
      : null;
  await tx.query(
    'INSERT INTO service_write (test_id, vehicle_id, job_id, item, old, approval_id) VALUES ($1, $2, $3, $4, $5, $6)',
    [...[test?.id, machine.id, jobId, item, old, approval]],
  );
}

async function addApproval(
  tx: EntityManager,
  { machine, by, second, session, value, at }: Omit<Scene, 'jobId'> & { value: ReplacedPart },
): Promise<number | null> {
  const before = (minutes: number): Date => new Date(at.getTime() - minutes * 60_000);
  const [row] = await tx.query<{ id: number }[]>(
    `INSERT INTO write_approval (session_id, vehicle_id, value, state, asked_at, asked_by, asked_name, asked_organization, expires_at, decided_at, decided_by, decided_name)
     VALUES ($1, $2, $3, 'used', $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    [
      session,
      machine.id,
      JSON.stringify(value),
      before(6),
      by.id,
      by.name,
      by.organization,
      new Date(at.getTime() + 5 * 60_000),
      before(4),
      second.id,
      second.name,
    ],
  );
  return row?.id ?? null;
}

interface Kept {
  args: object;
  values: object;
  old: string | null;
}
function codeOf(cylinder: number): Kept {
  const full = (body: string): string => withCheckCharacter(body, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const [old, code] = [full('7K2M4P9R1T5V8X3Z6B0'), full('3C8F1H6K9M2P5R7T4V0')];
  const order =
    firingOrderOf({ model: null, engineType: null, hwVariant: null, cylinders: 4 }, shippedInjectorProfile) ?? [];
  return {
    args: { cylinder: cylinderText(cylinder), position: order.indexOf(cylinder) + 1, code },
    values: { 'c3i.old': old, 'c3i.code': code },
    old,
  };
}
const learnedOf = ({ part, learned }: Extract<Written, { part: ReplacedPart }>): Kept => ({
  args: part,
  values: {
    ...Object.fromEntries(
      Object.entries(learned).flatMap(([name, [before, after]]) => [
        [`before.${name}`, before] as const,
        [`after.${name}`, after] as const,
      ]),
    ),
    'part.counter': 0,
    'lamp.part': 0,
  },
  old: null,
});
