import type { ServiceDetail } from '@headland/contracts/diagnosis';
import {
  FlashFrame,
  type FlashFile,
  type FlashRun,
  preflightChecks,
  type Preflight,
  type ReprogramRow,
} from '@headland/contracts/reprogram';

/** Programs, their runs and the vehicles that they go to, for screen tests. */
export const aProgram = (id: number, more: Partial<FlashFile> = {}): FlashFile => ({
  id,
  name: `engine-${id}.ulp`,
  format: 'ulp',
  target: 'ecu',
  variant: 'HL-D24',
  calibration: 'CAL-D24-0412',
  version: 'SW-3.2.1',
  bytes: 409_600,
  sha256: 'ab'.repeat(32),
  uploadedAt: '2026-11-20T01:00:00.000Z',
  uploadedBy: 'Kim Minsu',
  readBy: { version: 1, header: 'headland-ulp' },
  stated: null,
  ...more,
});

export const aRun = (id: number, more: Partial<FlashRun> = {}): FlashRun => ({
  id,
  vehicleId: 7,
  file: aProgram(3),
  state: 'transferring',
  reason: null,
  blocks: 100,
  blocksThere: 30,
  blocksSent: 30,
  allSent: false,
  have: [[0, 29]],
  progress: 0,
  pauses: 0,
  fromVersion: 'SW-3.1.0',
  runningVersion: null,
  rolledBack: false,
  mayCancel: true,
  offeredAt: '2026-11-21T01:00:00.000Z',
  expiresAt: '2026-11-22T01:00:00.000Z',
  endedAt: null,
  by: 'Kim Minsu',
  organization: 'Head office',
  rollOutId: null,
  ...more,
});

/** The stream's event of a run. */
export const aFrame = (run: FlashRun): FlashFrame => FlashFrame.parse(run);

export const aPreflight = (
  more: Partial<Preflight> = {},
  missed: Partial<Record<(typeof preflightChecks)[number], { ok: boolean | null; value: number | string | null }>> = {},
): Preflight => ({
  checks: preflightChecks
    .filter((check) => check !== 'confirmed' || check in missed)
    .map((check) => ({ check, ok: true, value: null, ...missed[check] })),
  ok: Object.keys(missed).length === 0,
  sameVersion: false,
  fromVersion: 'SW-3.1.0',
  toVersion: 'SW-3.2.1',
  minutes: 12,
  ...more,
});

export const aReprogramRow = (id: number, more: Partial<ReprogramRow> = {}): ReprogramRow => ({
  id,
  vin: `HDLT6A11NSK00100${id}`,
  model: 'HL 6-110',
  deviceId: `HDKR-0000${id}`,
  customer: null,
  dealer: { id: 9, name: 'Naju agency' },
  online: true,
  engine: 'off',
  key: 'on',
  battery: 12.6,
  openFaults: 2,
  holder: null,
  lastSessionAt: null,
  ecuSoftware: 'SW-3.1.0',
  ecuCalibration: 'CAL-D24-0388',
  dcuSoftware: null,
  dcuCalibration: null,
  lastFlashAt: null,
  lastFlash: null,
  ...more,
});

export const aServiceDetail = (id: number): ServiceDetail => {
  const {
    ecuSoftware: _a,
    ecuCalibration: _b,
    dcuSoftware: _c,
    dcuCalibration: _d,
    lastFlashAt: _e,
    lastFlash: _f,
    ...vehicle
  } = aReprogramRow(id);
  return { vehicle, checks: [], info: null, infoAt: null, proposed: [] };
};
