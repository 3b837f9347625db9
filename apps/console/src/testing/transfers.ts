import { customerTerms } from '@headland/contracts/customer-terms';
import type { TransferDetail, TransferParty, TransferRow } from '@headland/contracts/owner-transfer';

/** Transfers for screen tests. */
export const aTransfer = (id: number, more: Partial<TransferRow> = {}): TransferRow => ({
  id,
  version: 1,
  status: 'requested',
  vehicle: { id: 100 + id, vin: `HDLT6A11NSK00${1000 + id}`, model: 'HL 6-110', deviceId: `D-${id}` },
  from: { id: 4, name: 'K*m', phone: '010-****-1234' },
  to: { id: 5, name: 'L*e', phone: '010-****-5678' },
  requestedAt: '2026-11-18T05:00:00.000Z',
  acceptedAt: null,
  dueAt: '2026-11-25T05:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  ending: null,
  document: null,
  ...more,
});
export const accepted: Partial<TransferRow> = {
  status: 'accepted',
  acceptedAt: '2026-11-19T05:00:00.000Z',
  dueAt: '2026-11-26T05:00:00.000Z',
};
export const approved: Partial<TransferRow> = {
  ...accepted,
  version: 3,
  status: 'approved',
  dueAt: null,
  decidedAt: '2026-11-20T05:00:00.000Z',
  decidedBy: 'Park Jihun',
};

const party = (customer: TransferRow['from']): TransferParty => ({
  ...customer,
  appStatus: 'registered',
  gone: false,
  terms: customerTerms.map(({ term, required }) => ({
    term,
    required,
    state: required ? 'agreed' : 'missing',
    givenOn: required ? '2026-05-02' : null,
  })),
});

export const aTransferInFull = (
  { from, to, document: _, ...row }: TransferRow,
  more: Partial<TransferDetail> = {},
): TransferDetail => ({
  ...row,
  from: party(from),
  to: party(to),
  dealer: { id: 9, name: 'Naju agency' },
  soldOn: '2026-06-01',
  engineHours: 412.5,
  odometer: 380.2,
  reason: null,
  obstacles: [],
  faults: [],
  consumables: [],
  document: null,
  steps: [{ number: 11, at: row.requestedAt, name: 'transfer.requested', by: 'App', note: null }],
  deliveries: [],
  ...more,
});
