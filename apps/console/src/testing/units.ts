import type { ProductionDetail, ProductionRow } from '@headland/contracts/production';

/** Units built, for screen tests. */
export const aUnitRow = (id: number, more: Partial<ProductionRow> = {}): ProductionRow => ({
  id,
  version: 3,
  vin: `HDLT6A11NSK00${1000 + id}`,
  model: 'HL 6-110',
  modelType: 'premium',
  releaseYear: 2026,
  horsepower: 110,
  transmission: '32F/32R',
  deviceId: `HDKR-${1000 + id}`,
  deviceStatus: 'in_use',
  matchedOn: '2026-11-02',
  shippedOn: null,
  dealer: null,
  soldOn: null,
  customer: null,
  ...more,
});

export const aUnit = (id: number, more: Partial<ProductionDetail> = {}): ProductionDetail => ({
  ...aUnitRow(id),
  modelId: 6,
  imageId: null,
  imageAlt: null,
  deviceKey: 60 + id,
  deviceType: 1,
  sim: '8982123456789012',
  activation: '01055550001',
  firmware: '1.4.2',
  lastSeenAt: null,
  installedBy: 'Park Jihun',
  dealerAddress: null,
  memo: '',
  silent: false,
  ...more,
});
