import type { AskBody } from '@headland/contracts/diagnosis';
import type { EngineInfo } from '@headland/contracts/device/diagnosis';
import type { ReplacedPart } from '@headland/contracts/service-write';
import {
  type CodedEngine,
  type CodeRefusal,
  checksumDiffers,
  codeRefusal,
  firingOrderOf,
} from '@headland/domain/after-service/injector-code';
import type { InjectorProfile } from '@headland/domain/after-service/injector-profile';
import { approvalNow, needsTwo, isValid } from '@headland/domain/after-service/second-person';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';

/** The requesting session, as stored. */
interface Served {
  id: number;
  kind: string;
  vehicle_id: number;
  info: EngineInfo | null;
  injector_codes: (string | null)[] | null;
}
export type WriteAsked = Extract<AskBody, { op: 'write' }>;
/** A permitted write: the message to the machine, and the data stored with its run. */
export interface PreparedWrite {
  value: Record<string, string | number>;
  store: (testId: number) => Promise<void>;
}

/** Validates a write before it is sent, in the transaction that records it. Throws a Problem with the reason. */
export async function prepareWrite(
  tx: Tx,
  session: Served,
  ask: WriteAsked,
  profile: InjectorProfile,
  now: Date,
): Promise<PreparedWrite> {
  if (ask.item === 'buzzTest') return { value: {}, store: () => Promise.resolve() };
  if (session.kind !== 'afterService') throw new Problem('WRITE_IN_AFTER_SERVICE');
  return ask.item === 'c3iInfo'
    ? ofInjector(tx, session, ask, profile)
    : ofPart(tx, session, ask.value, ask.approvalId, now);
}

type CodeAsked = Extract<WriteAsked, { item: 'c3iInfo' }>;
async function ofInjector(
  tx: Tx,
  session: Served,
  { value: { cylinder: number, code }, confirmed }: CodeAsked,
  profile: InjectorProfile,
): Promise<PreparedWrite> {
  const engine = await engineOf(tx, session);
  const cylinder = Number(number);
  const refused = codeRefusal({ cylinder, code }, engine, session.injector_codes, profile);
  if (refused === 'checksum' && !confirmed.includes(checksumDiffers))
    throw new Problem('TEST_NOT_CONFIRMED', { key: checksumDiffers });
  if (refused !== null && refused !== 'checksum') throw new Problem('E0001', {}, refusals[refused]);
  const at = firingOrderOf(engine, profile)?.indexOf(cylinder) ?? -1;
  return {
    value: { cylinder: number, position: at + 1, code },
    store: (testId) => storeWrite(tx, session, testId, 'c3iInfo', session.injector_codes?.[at] ?? null, null),
  };
}
const refusals: Record<Exclude<CodeRefusal, 'checksum'>, Record<string, string>> = {
  cylinder: { 'value.cylinder': 'field.c3iCylinder' },
  order: { 'value.cylinder': 'field.c3iOrder' },
  twice: { 'value.code': 'field.c3iTwice' },
};

async function ofPart(
  tx: Tx,
  session: Served,
  value: ReplacedPart,
  approvalId: number | undefined,
  now: Date,
): Promise<PreparedWrite> {
  const second = needsTwo(value.part) ? await useApproval(tx, session, value, approvalId, now) : null;
  return { value: { ...value }, store: (testId) => storeWrite(tx, session, testId, 'partReplacement', null, second) };
}

/** The second person's approval, used with this write and never again. */
async function useApproval(
  tx: Tx,
  session: Served,
  value: ReplacedPart,
  approvalId: number | undefined,
  now: Date,
): Promise<number> {
  const [row] = await tx.query<
    {
      state: Parameters<typeof approvalNow>[0]['state'];
      asked_by: number;
      expires_at: Date;
      session_id: number;
      value: ReplacedPart;
    }[]
  >('SELECT state, asked_by, expires_at, session_id, value FROM write_approval WHERE id = $1 FOR UPDATE', [
    approvalId ?? 0,
  ]);
  const approval =
    row === undefined
      ? null
      : {
          state: row.state,
          askedBy: row.asked_by,
          expiresAt: row.expires_at,
          sessionOpen: true,
          sessionId: row.session_id,
          value: row.value,
        };
  if (approvalId === undefined || approval === null || !isValid(approval, session.id, value, now))
    throw new Problem('SECOND_PERSON_NEEDED');
  await tx.query("UPDATE write_approval SET state = 'used' WHERE id = $1", [approvalId]);
  return approvalId;
}

async function storeWrite(
  tx: Tx,
  session: Served,
  testId: number,
  item: string,
  old: string | null,
  approvalId: number | null,
): Promise<void> {
  await tx.query(
    `INSERT INTO service_write (test_id, vehicle_id, job_id, item, old, approval_id)
     VALUES ($1, $2, (SELECT id FROM service_job WHERE vehicle_id = $2 AND state <> 'closed'), $3, $4, $5)`,
    [testId, session.vehicle_id, item, old, approvalId],
  );
}

/** The attributes that select an engine's codes, as its session knows them. */
export async function engineOf(
  tx: Tx,
  { vehicle_id: id, info }: Pick<Served, 'vehicle_id' | 'info'>,
): Promise<CodedEngine> {
  const [vehicle] = await tx.query<{ model: string }[]>(
    'SELECT m.name AS model FROM vehicle v JOIN model m ON m.id = v.model_id WHERE v.id = $1',
    [id],
  );
  return {
    model: vehicle?.model ?? null,
    engineType: info?.engine_type ?? null,
    hwVariant: info?.hw_variant ?? null,
    cylinders: info?.cyl ?? null,
  };
}
