import type {
  AfterServiceRow,
  Approval,
  Injectors,
  JobRow,
  ServiceJob,
  WriteRow,
} from '@headland/contracts/after-service';
import { withCheckCharacter } from '@headland/domain/after-service/injector-code';
import { aServiceRow } from './service';

/** Jobs, injector codes, writes and second persons, for screen tests. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** A full code whose check character is right; each number another. */
export const aCode = (n: number): string => withCheckCharacter(`C3I${String(n).padStart(16, 'A')}`, alphabet);

export const aFaultOfJob = (id: number): NonNullable<ServiceJob['fault']> => ({
  id,
  code: 'E0410',
  name: { ko: '요소수 압력 낮음', en: 'Urea pressure low' },
  severity: 'major',
  status: 'accepted',
});

export const aJob = (id: number, more: Partial<ServiceJob> = {}): ServiceJob => ({
  id,
  version: 3,
  vehicle: { id: 1, vin: 'HDLT6A11NSK001001', model: 'HL 6-110' },
  state: 'open',
  symptom: 'The engine runs rough when it is cold.',
  fault: null,
  visitOn: '2026-11-21',
  workDone: null,
  parts: [],
  labourMinutes: null,
  result: null,
  images: [],
  seenEvent: 700,
  startedAt: '2026-11-21T00:00:00.000Z',
  by: 'Kim Minsu',
  organization: 'Head office',
  begunAt: null,
  closedAt: null,
  closedBy: null,
  ...more,
});

export const aJobRow = (id: number, more: Partial<ServiceJob> = {}, writes = 0): JobRow => {
  const { version: _version, vehicle: _vehicle, images: _images, seenEvent: _seen, ...row } = aJob(id, more);
  return { ...row, writes };
};

export const anAfterServiceRow = (id: number, more: Partial<AfterServiceRow> = {}): AfterServiceRow => ({
  ...aServiceRow(id),
  job: null,
  ...more,
});

/** The codes of a four-cylinder engine, in its firing order. */
export const someInjectors = (): Injectors => ({
  firingOrder: [1, 3, 4, 2],
  rows: [1, 3, 4, 2].map((cylinder) => ({ cylinder, code: aCode(cylinder), coding: 'C3i', checksum: true })),
});

export const aWrite = (id: number, more: Partial<WriteRow> = {}): WriteRow => ({
  id,
  sessionId: 5,
  jobId: 31,
  item: 'c3iInfo',
  cylinder: 2,
  part: null,
  partCode: null,
  serial: null,
  hours: null,
  old: aCode(2),
  new: aCode(9),
  readBack: aCode(9),
  learned: [],
  result: 'written',
  verdict: 'pass',
  reason: null,
  restored: null,
  by: 'Kim Minsu',
  organization: 'Head office',
  approvedBy: null,
  at: '2026-11-21T02:00:00.000Z',
  endedAt: '2026-11-21T02:00:20.000Z',
  ...more,
});

export const anApproval = (id: number, more: Partial<Approval> = {}): Approval => ({
  id,
  vehicleId: 1,
  sessionId: 5,
  value: { part: 'dpf', partCode: 'DPF2301', serial: '1234567', hours: 0 },
  state: 'waiting',
  by: 'Lee Jiho',
  organization: 'Head office',
  mine: false,
  mayDecide: true,
  askedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 9 * 60_000).toISOString(),
  decidedBy: null,
  decidedAt: null,
  ...more,
});
