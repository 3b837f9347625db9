import type { DeviceDetail, DeviceRow } from '@headland/contracts/device';

/** Devices for the tests of these screens: complete, plain, and different by their number only. */
export const aDevice = (id: number, more: Partial<DeviceRow> = {}): DeviceRow => ({
  id,
  deviceId: `HDKR-0000${id}`,
  type: 1,
  status: 'in_use',
  online: true,
  vehicle: { id: 100 + id, vin: `HDLT6A11NSK00100${id}`, model: 'HL 6-110' },
  firmware: '2.4.1',
  sim: `898200000000000${id}`,
  activation: `0105555000${id}`,
  rssi: -71,
  lastSeenAt: '2026-11-20T05:00:00.000Z',
  intervalSeconds: 30,
  skewMs: 120,
  ...more,
});

export const aDeviceInFull = (id: number, more: Partial<DeviceDetail> = {}): DeviceDetail => ({
  ...aDevice(id),
  version: 4,
  registeredAt: '2026-03-02T01:12:00.000Z',
  unregisteredAt: null,
  organization: { id: 9, name: 'Naju agency' },
  matchedOn: '2026-03-05',
  starts: 12,
  boot: 764_215_309,
  seq: 3456,
  traffic: { hours: [], messages: 0, duplicates: 0, missing: 0, gaps: 0 },
  config: {
    wanted: { interval: 30, rollover: { x: 45, y: 45, z: 60 }, remoteControl: 'start' },
    sent: { interval: 30, rollover: { x: 45, y: 45, z: 60 }, remoteControl: 'start' },
    wantedAt: '2026-11-01T00:00:00.000Z',
    sentAt: '2026-11-01T00:00:01.000Z',
    confirmed: true,
  },
  quarantined: 0,
  locked: null,
  ...more,
});
