import type { ModelDetail, ModelRow } from '@headland/contracts/model';

/** Models for the tests of these screens: complete, plain, and different by their number only. */
export const aRow = (id: number, more: Partial<ModelRow> = {}): ModelRow => ({
  id,
  name: `HL 6-1${id}`,
  type: 'premium',
  machine: 'tractor',
  releaseYear: 2025,
  horsepower: 110,
  description: 'For wet paddies',
  remoteControl: 'start',
  imageId: null,
  imageAlt: null,
  items: 2,
  vehicles: 40,
  registeredAt: '2026-03-02T01:12:00.000Z',
  ...more,
});

export const aModel = (id: number, more: Partial<ModelDetail> = {}): ModelDetail => ({
  ...aRow(id),
  version: 3,
  rollover: { 1: { x: 45, y: 45, z: 60 }, 2: { x: 40, y: 42.5, z: 60 } },
  consumables: [
    { id: 71, name: 'Engine oil', maintenance: 'replace', initialHours: 50, cycleHours: 250, cycleDays: 365 },
    { id: 72, name: 'Air filter', maintenance: 'inspect', initialHours: 100, cycleHours: 500, cycleDays: null },
  ],
  delivery: { devices: 0, sent: 0, confirmed: 0 },
  redating: null,
  ...more,
});
