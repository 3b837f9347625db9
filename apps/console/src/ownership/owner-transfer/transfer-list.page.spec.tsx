import type { EventName, LoggedEvent } from '@headland/contracts/event-log';
import { models } from '@headland/contracts/model';
import {
  ownerTransfers,
  type TransferDetail,
  type TransferFilter,
  type TransferRow,
} from '@headland/contracts/owner-transfer';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { savedFiles } from '../../testing/saved-files';
import { accepted, approved, aTransfer, aTransferInFull } from '../../testing/transfers';
import { TransferListPage } from './transfer-list.page';

let saved: ReturnType<typeof savedFiles>;

let asked: TransferFilter[];
let rows: TransferRow[];
let more: Partial<TransferDetail>;
let rejected: unknown[];
let looked: number;
let faster: boolean;
const summaryOf = (row: TransferRow) => {
  const { from, to, document: _, ...rest } = row;
  return { ...rest, fromId: from.id, toId: to.id };
};
const answers = [
  answer(ownerTransfers.list, ({ query }) => {
    asked.push(query);
    return { rows, total: rows.length };
  }),
  answer(ownerTransfers.get, ({ params }) => {
    const row = rows.find((r) => r.id === params.id);
    if (!row) throw new Problem('NOT_FOUND');
    return aTransferInFull(row, more);
  }),
  answer(ownerTransfers.customers, () => {
    looked++;
    return { from: { id: 4, name: 'Kim', phone: '010-1111-1234' }, to: { id: 5, name: 'Lee', phone: '010-2222-5678' } };
  }),
  answer(ownerTransfers.approve, ({ params }) => {
    rows = rows.map((r) => (r.id === params.id ? aTransfer(r.id, approved) : r));
    if (faster) throw new Problem('TRANSFER_DECIDED', { status: 'approved', by: 'Park Jihun' });
    return summaryOf(aTransfer(params.id, approved));
  }),
  answer(ownerTransfers.reject, ({ params, body }) => {
    rejected.push({ id: params.id, ...body });
    if (faster && body.version === 1)
      throw new Problem('CHANGED_MEANWHILE', {
        by: 'App',
        at: '2026-11-20T05:28:31.000Z',
        what: 'transfer.accepted',
        version: 2,
      });
    rows = rows.map((r) =>
      r.id === params.id ? aTransfer(r.id, { ...approved, status: 'rejected', ending: 'staff' }) : r,
    );
    return summaryOf(aTransfer(params.id, { ...approved, status: 'rejected', ending: 'staff' }));
  }),
  answer(ownerTransfers.document, () => ({ name: 'RDI_X_2026-11-20.pdf', bytes: new Uint8Array([37, 80]) })),
  answer(models.names, () => [{ id: 6, name: 'HL 6-110', type: 'premium' as const }]),
];
beforeEach(() => {
  [asked, rejected, looked, more, faster] = [[], [], 0, {}, false];
  saved = savedFiles();
  rows = [
    aTransfer(1, accepted),
    aTransfer(2),
    aTransfer(3, { ...approved, document: { state: 'open', downloads: 2 } }),
  ];
});

const page = (at = '/ownerTransfer', as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) =>
  renderPage(<TransferListPage />, { answers, at, ...(as ? { as } : {}) });
const panel = () => screen.findByRole('complementary');
const button = async (name: string) => within(await panel()).findByRole<HTMLButtonElement>('button', { name });
const event = (number: number, name: EventName, row: TransferRow) =>
  ({ number, at: new Date().toISOString(), name, payload: { transfer: summaryOf(row) }, by: null }) as LoggedEvent;

describe('the list of transfers', () => {
  it('requests the open ones, newest first, and shows both customers masked', async () => {
    page();
    const table = await screen.findByRole('table', { name: 'Ownership transfer' });
    expect(asked[0]).toMatchObject({ status: ['requested', 'accepted'], sort: 'requestedAt', order: 'desc' });
    for (const text of [
      'HDLT6A11NSK001001',
      'Accepted, awaiting approval',
      'Requested',
      'K*m',
      'L*e',
      'Park Jihun',
      'Approved',
    ])
      expect(within(table).getAllByText(text).length, text).toBeGreaterThan(0);
    expect(within(table).getByText(/2 downloads/u)).toBeTruthy();
  });

  it('lets a new request wait behind a button; nothing moves', async () => {
    const { emit } = page();
    await screen.findByText('HDLT6A11NSK001001');
    const calls = asked.length;
    rows = [aTransfer(4), ...rows];
    act(() => emit(event(20, 'transfer.requested', aTransfer(4))));
    const more = await screen.findByRole('button', { name: /1 new/u });
    expect([asked.length, screen.queryByText('HDLT6A11NSK001004')]).toEqual([calls, null]);
    fireEvent.click(more);
    expect(await screen.findByText('HDLT6A11NSK001004')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /1 new/u })).toBeNull();
  });
});

describe('an open transfer', () => {
  it('shows what is in the way, and cannot be approved before that is gone', async () => {
    more = {
      obstacles: [
        { code: 'VEHICLE_HAS_OPEN_SOS', values: {} },
        { code: 'TRANSFER_TERMS_MISSING', values: { terms: 'location' } },
      ],
    };
    page('/ownerTransfer?id=1');
    expect((await button('Approve')).disabled).toBe(true);
    expect((await button('Reject')).disabled).toBe(false);
    for (const text of ['Not possible while an SOS is open.', 'The new owner has not agreed to the required terms.'])
      expect(within(await panel()).getByText(text)).toBeTruthy();
  });

  it('waits for the new owner first', async () => {
    page('/ownerTransfer?id=2');
    expect((await button('Approve')).disabled).toBe(true);
    expect(within(await panel()).getByText('The new owner has not accepted yet.')).toBeTruthy();
    expect(within(await panel()).getByText(/Created on approval/u)).toBeTruthy();
  });

  it('is approved after a question that names it', async () => {
    page('/ownerTransfer?id=1');
    fireEvent.click(await button('Approve'));
    const dialog = await screen.findByRole('dialog', { name: 'Approve the transfer of HDLT6A11NSK001001?' });
    expect(dialog.textContent).toContain('L*e becomes the owner at once');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Transfer approved.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(async () => expect(within(await panel()).queryByRole('button', { name: 'Approve' })).toBeNull());
  });

  it('that somebody else decided first names who', async () => {
    faster = true;
    page('/ownerTransfer?id=1');
    fireEvent.click(await button('Approve'));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('This transfer has already been closed.')).toBeTruthy();
    await waitFor(async () => expect(within(await panel()).getAllByText(/Park Jihun/u).length).toBeGreaterThan(0));
  });

  it('keeps the reason that is being typed when another decides meanwhile', async () => {
    const { emit } = page('/ownerTransfer?id=1');
    fireEvent.click(await button('Reject'));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Reason/u }), {
      target: { value: 'the VIN differs' },
    });
    rows = [aTransfer(1, approved)];
    act(() => emit(event(21, 'transfer.approved', aTransfer(1, approved))));
    expect(await within(dialog).findByText(/Decided meanwhile: Approved · Park Jihun/u)).toBeTruthy();
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('the VIN differs');
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Reject' }).disabled).toBe(true);
  });

  it('is rejected with a reason, and not without', async () => {
    page('/ownerTransfer?id=2');
    fireEvent.click(await button('Reject'));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await within(dialog).findByText('Reason is required.')).toBeTruthy();
    expect(rejected).toEqual([]);
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Reason/u }), {
      target: { value: 'the VIN differs' },
    });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('Transfer rejected.')).toBeTruthy();
    expect(rejected).toEqual([{ id: 2, reason: 'the VIN differs', version: 1 }]);
  });

  it('that the new owner accepted meanwhile is rejected only by who knows it', async () => {
    faster = true;
    page('/ownerTransfer?id=2');
    fireEvent.click(await button('Reject'));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Reason/u }), {
      target: { value: 'the VIN differs' },
    });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await within(dialog).findByText(/Transferee changed this at .*: Transfer accepted/u)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('Transfer rejected.')).toBeTruthy();
    expect(rejected).toMatchObject([{ version: 1 }, { version: 2 }]);
  });

  it('staff look at, and decide nothing', async () => {
    page('/ownerTransfer?id=1', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    expect(await within(await panel()).findByText('Naju agency')).toBeTruthy();
    for (const name of ['Approve', 'Reject']) expect(within(await panel()).queryByRole('button', { name })).toBeNull();
  });
});

describe('the panel', () => {
  it('shows both customers in full on request only', async () => {
    page('/ownerTransfer?id=1');
    expect(within(await panel()).queryByText('Lee')).toBeNull();
    fireEvent.click(await button('Show in full'));
    expect(await within(await panel()).findByText('010-2222-5678')).toBeTruthy();
    expect([looked, within(await panel()).queryByRole('button', { name: 'Show in full' })]).toEqual([1, null]);
  });

  it('has the document with its link, what is left of it, and who took it', async () => {
    more = {
      document: {
        id: 'AbCdEfGhIjKlMnOpQrStUv',
        state: 'open',
        name: 'RDI_X_2026-11-20.pdf',
        bytes: 40_960,
        createdAt: '2026-11-20T05:00:00.000Z',
        expiresAt: '2026-12-20T05:00:00.000Z',
        openings: 3,
        downloads: [
          { at: '2026-11-20T06:00:00.000Z', by: null, address: '203.0.113.24' },
          { at: '2026-11-20T05:30:00.000Z', by: 'Park Jihun', address: '10.0.0.4' },
        ],
      },
    };
    page('/ownerTransfer?id=3');
    await button('Download PDF');
    const here = await panel();
    for (const text of [/\/RdiDownload\/AbCdEfGhIjKlMnOpQrStUv$/u, '3 of 20', /40 KB/u, 'By the link', '203.0.113.24'])
      expect(within(here).getByText(text)).toBeTruthy();
    fireEvent.click(within(here).getByRole('button', { name: 'Download PDF' }));
    await waitFor(() => expect(saved.map((file) => file.name)).toEqual(['RDI_X_2026-11-20.pdf']));
  });

  it('shows where there is no such transfer', async () => {
    page('/ownerTransfer?id=99');
    expect(await screen.findByText('Transfer not found')).toBeTruthy();
  });
});
