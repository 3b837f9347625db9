import { type PreviewRow, type SaleDetail, type SaleRow, type SaleUpload } from '@headland/contracts/sale';

/** Sales for screen tests. */
export const aSaleRow = (id: number, more: Partial<SaleRow> = {}): SaleRow => ({
  id,
  vin: `HDLT6A11NSK00${1000 + id}`,
  model: 'HL 6-110',
  dealer: { id: 9, name: 'Naju agency' },
  soldOn: '2026-06-01',
  state: 'sold',
  customer: { id: 4, name: 'K*m', phone: '010-****-1234' },
  appStatus: null,
  registeredBy: 'Park Jihun',
  registeredAt: '2026-06-02T01:00:00.000Z',
  ...more,
});

export const aSale = (id: number, more: Partial<SaleDetail> = {}): SaleDetail => ({
  ...aSaleRow(id),
  version: 3,
  modelId: 6,
  imageId: null,
  imageAlt: null,
  releaseYear: 2026,
  horsepower: 110,
  deviceId: 'HDKR-1001',
  shippedOn: '2026-05-20',
  dealerErp: 'ND77',
  dealerPhone: '061-555-0100',
  memo: 'With front loader',
  terms: 'agreed',
  openSos: false,
  transferAwaiting: false,
  upload: null,
  ...more,
});
export const anUnsold = (id: number, more: Partial<SaleDetail> = {}): SaleDetail =>
  aSale(id, {
    soldOn: null,
    state: 'unsold',
    customer: null,
    registeredBy: null,
    registeredAt: null,
    memo: '',
    ...more,
  });

export const anUpload = (id: number, more: Partial<SaleUpload> = {}): SaleUpload => ({
  id,
  fileName: 'june.xlsx',
  state: 'ok',
  checked: 3,
  total: 3,
  problem: null,
  rowsOk: 3,
  rowsInError: 0,
  errors: 0,
  sameAs: null,
  newCustomers: 0,
  at: '2026-06-02T01:00:00.000Z',
  ...more,
});

export const aPreviewRow = (
  row: number,
  more: Partial<PreviewRow['cells']> = {},
  errors: PreviewRow['errors'] = [],
): PreviewRow => ({
  row,
  cells: {
    vin: `HDLT6A11NSK00${1000 + row}`,
    soldOn: '2026-06-01',
    dealer: 'ND77',
    customer: '',
    birthOn: '',
    phone: '',
    memo: '',
    ...more,
  },
  errors,
});
