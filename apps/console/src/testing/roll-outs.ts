import { type RollOutDetail, RollOut, type RollOutVehicle } from '@headland/contracts/roll-out';
import { aProgram } from './programs';

/** Roll-outs and their vehicles, for screen tests. */
const none = { waiting: 0, underWay: 0, done: 0, failed: 0, cancelled: 0, expired: 0, skipped: 0 };
export const aRollOut = (id: number, more: Partial<RollOutDetail> = {}): RollOutDetail => ({
  id,
  version: 2,
  name: 'Cold start',
  state: 'waitsForApproval',
  pausedBy: null,
  file: aProgram(3),
  vehicles: 6,
  counts: { ...none, waiting: 6 },
  wave: 0,
  waves: 2,
  stopShare: 10,
  validUntil: '2026-11-28T14:59:59.000Z',
  by: 'Kim Minsu',
  organization: 'Head office',
  createdAt: '2026-11-21T01:00:00.000Z',
  approvedBy: null,
  approvedAt: null,
  endedAt: null,
  firstGroup: 2,
  shares: [100],
  holdHours: null,
  filter: null,
  withUnknown: false,
  vehicleIds: [],
  unseen: 0,
  waveList: [
    { number: 1, size: 2, beganAt: null, counts: { ...none, waiting: 2 } },
    { number: 2, size: 4, beganAt: null, counts: { ...none, waiting: 4 } },
  ],
  nextWaveAt: null,
  steps: [{ id: 1, at: '2026-11-21T01:00:00.000Z', step: 'sent', wave: null, by: 'Kim Minsu', reason: null }],
  may: ['approve', 'decline', 'cancel'],
  own: false,
  ...more,
});
export const rowOf = (r: RollOutDetail): RollOut => RollOut.parse(r);

export const aRollOutVehicle = (id: number, more: Partial<RollOutVehicle> = {}): RollOutVehicle => ({
  id,
  vin: `HDLT6A11NSK00100${id}`,
  model: 'HL 6-110',
  dealer: { id: 9, name: 'Naju agency' },
  online: true,
  wave: 1,
  state: 'waiting',
  reason: null,
  attempts: 0,
  run: null,
  triedAt: null,
  endedAt: null,
  ...more,
});
