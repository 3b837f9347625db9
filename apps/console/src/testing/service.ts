import type {
  DiagnosisFrame,
  Holder,
  ServiceDetail,
  ServiceHistoryRow,
  ServiceRow,
  SessionView,
} from '@headland/contracts/diagnosis';
import { connectReasons, entryOf } from '@headland/contracts/diagnosis';

/** Machines that are served and sessions on them, for screen tests. */
export const aHolder = (more: Partial<Holder> = {}): Holder => ({
  sessionId: 5,
  kind: 'remote',
  state: 'connected',
  by: 'Lee Jiho',
  organization: 'Head office',
  since: new Date(Date.now() - 60_000).toISOString(),
  mine: false,
  ...more,
});

export const aServiceRow = (id: number, more: Partial<ServiceRow> = {}): ServiceRow => ({
  id,
  vin: `HDLT6A11NSK00100${id}`,
  model: 'HL 6-110',
  deviceId: `HDKR-0000${id}`,
  customer: null,
  dealer: { id: 9, name: 'Naju agency' },
  online: true,
  engine: 'on',
  key: 'on',
  battery: 12.6,
  openFaults: 1,
  holder: null,
  lastSessionAt: null,
  ...more,
});

export const aServiceDetail = (
  vehicle: ServiceRow,
  lost: readonly (typeof connectReasons)[number][] = [],
  more: Partial<ServiceDetail> = {},
): ServiceDetail => ({
  vehicle,
  checks: connectReasons.map((check) => ({ check, ok: !lost.includes(check) })),
  info: null,
  infoAt: null,
  proposed: [],
  ...more,
});

export const aSession = (more: Partial<SessionView> = {}): SessionView => ({
  id: 5,
  vehicleId: 1,
  kind: 'remote',
  state: 'connected',
  by: 'Kim Minsu',
  organization: 'Head office',
  mine: true,
  openedAt: new Date(Date.now() - 65_000).toISOString(),
  connectedAt: new Date(Date.now() - 62_000).toISOString(),
  endedAt: null,
  end: null,
  reason: null,
  idleAt: new Date(Date.now() + 29 * 60_000).toISOString(),
  heardAt: new Date().toISOString(),
  info: { ecu_sw_sequence: 'SW-3.1.0', ecu_calibration_id: 'CAL-7', engine_type: 'D24', cyl: 4 },
  changedInfo: [],
  live: { key: 1, 'engine.rpm': 0, 'engine.steady': 60, battery: 12.6, speed: 0 },
  pending: null,
  failed: null,
  faults: null,
  watching: null,
  tests: [],
  proposed: [],
  ...more,
});

export const aFrame = (more: Partial<DiagnosisFrame> = {}): DiagnosisFrame => ({
  sessionId: 5,
  at: Date.now(),
  offsetMs: 0,
  ...more,
});

export const aRecordingRow = (id: number, more: Partial<ServiceHistoryRow> = {}): ServiceHistoryRow => ({
  id,
  entry: entryOf('monitoring', id),
  kind: 'monitoring',
  sessionId: 4,
  service: 'remote',
  startedAt: '2026-11-20T05:00:00.000Z',
  endedAt: '2026-11-20T05:01:00.000Z',
  test: null,
  state: '60',
  verdict: null,
  result: null,
  decisive: null,
  reason: null,
  codes: ['engine.rpm', 'battery'],
  by: 'Lee Jiho',
  organization: 'Head office',
  ...more,
});
