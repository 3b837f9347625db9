import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appTransfers, ownerTransfers, rdi, type TransferDetail } from '@headland/contracts/owner-transfer';
import { rdiDays, rdiFileMs, rdiOpenings } from '@headland/domain/owner-transfer';
import { AppMembersModule } from '../app-members/app-members.module';
import { SessionModule } from '../../people/session/session.module';
import { refusal } from '../../testing/alerts';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { approvedTransfer, machineOf, makeMember, type Member } from '../../testing/transfers';
import { makeAccount, makeOrganizations, type MadeVehicle, type Organizations } from '../../testing/world';
import { OwnerTransferModule } from './owner-transfer.module';

let server: TestServer;
let at: Organizations;
let head: string;
let staff: string;
let seller: Member;
let buyer: Member;
let machine: MadeVehicle;
let transfer: TransferDetail;
let document: string;
/** offset of the server's clock */
let ahead = 0;

beforeAll(async () => {
  server = await startServer([SessionModule, AppMembersModule, OwnerTransferModule], {
    clock: () => new Date(Date.now() + ahead),
  });
  at = await makeOrganizations(server.database);
  const login = async (role: 'ADMIN' | 'STAFF', name: string) =>
    server.login(await makeAccount(server.database, 'HEAD_OFFICE', role, at.headOffice, { name }));
  [head, staff] = [await login('ADMIN', '박과장'), await login('STAFF', '정사원')];
  [seller, buyer] = [await makeMember(server, at.nami, '김민수'), await makeMember(server, at.nami, '이영희')];
});
afterAll(() => server.stop());
beforeEach(async () => {
  ahead = 0;
  machine = await machineOf(server, seller, at.nami);
  const { id } = await approvedTransfer(server, seller, buyer, machine.vin, head);
  transfer = await look(id);
  document = transfer.document?.id ?? '';
});

const look = (id = transfer.id) => server.call(ownerTransfers.get, { params: { id } }, staff);
const open = (id = document) => server.call(rdi.open, { body: { id } }, null);
const file = (opening: string) => server.call(rdi.file, { params: { opening } }, null);
const problem = async (call: Promise<unknown>): Promise<Refused> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('it was allowed');
};

describe('the document of an approved transfer', () => {
  it('is a PDF with Korean set in its own font, with an unguessable file name and id', async () => {
    expect(transfer.document).toMatchObject({
      state: 'open',
      openings: 0,
      downloads: [],
      name: expect.stringMatching(/^RDI_HDLTTESTVEHI\d{5}_\d{4}-\d{2}-\d{2}\.pdf$/u) as unknown,
    });
    expect(document).toMatch(/^[\w-]{22}$/u);
    expect(Buffer.from(document, 'base64url')).toHaveLength(16);
    const { name, bytes } = await server.call(ownerTransfers.document, { params: { id: transfer.id } }, staff);
    expect([name, bytes.byteLength]).toEqual([transfer.document?.name, transfer.document?.bytes]);
    const text = Buffer.from(bytes).toString('latin1');
    expect([text.startsWith('%PDF-'), text.includes('/FontFile2'), /Pretendard/u.test(text)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('names who, what and when, and of the customers only what a mask leaves', async () => {
    const { bytes } = await server.call(ownerTransfers.document, { params: { id: transfer.id } }, head);
    const pdfText = lettersOf(Buffer.from(bytes));
    for (const part of ['인도 점검 및 인수 확인서', machine.vin, '이*희', '김*수', '박과장'])
      for (const letter of part.replaceAll(' ', '')) expect(pdfText).toContain(letter);
    for (const letter of '민영') expect(pdfText).not.toContain(letter);
  });

  it('is had by those only who read the transfer', async () => {
    const south = await server.login(await makeAccount(server.database, 'REGION', 'ADMIN', at.south));
    expect(await refusal(server.call(ownerTransfers.document, { params: { id: transfer.id } }, south))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await refusal(server.call(ownerTransfers.document, { params: { id: transfer.id } }, null))).toEqual([
      401,
      'NO_TOKEN',
    ]);
  });

  it('is shown to the new owner in the app, and to no one else', async () => {
    const of = async (caller: Member) =>
      (await caller.call(appTransfers.list, {})).find((t) => t.id === transfer.id)?.document;
    expect(await of(buyer)).toMatchObject({ id: document, state: 'open' });
    expect(await of(seller)).toBeNull();
  });
});

describe('its link', () => {
  it('shows the machine and the masked owner, and gives the file for an hour', async () => {
    const opened = await open();
    expect(opened).toMatchObject({
      model: 'HL 6-110',
      vin: machine.vin,
      owner: '이*희',
      name: transfer.document?.name,
      bytes: transfer.document?.bytes,
    });
    expect((await file(opened.opening)).bytes.byteLength).toBe(opened.bytes);
    expect((await file(opened.opening)).name).toBe(opened.name);
    ahead = rdiFileMs + 1_000;
    expect(await refusal(file(opened.opening))).toEqual([404, 'NOT_FOUND']);
  });

  it('records every download, by the link and by staff', async () => {
    const { opening } = await open();
    await file(opening);
    await server.call(ownerTransfers.document, { params: { id: transfer.id } }, staff);
    const { document: now, steps } = await look();
    expect(now?.openings).toBe(1);
    expect(now?.downloads.map((d) => [d.by, d.address !== ''])).toEqual([
      ['정사원', true],
      [null, true],
    ]);
    expect(steps.filter((s) => s.name === 'transfer.downloaded')).toHaveLength(2);
    const { rows } = await server.call(ownerTransfers.list, { query: { vin: machine.vin, status: 'approved' } }, head);
    expect(rows[0]?.document).toEqual({ state: 'open', downloads: 2 });
  });

  it(`opens ${rdiOpenings} times, also when they are all at once, and then names whom to ask`, async () => {
    const answers = await Promise.all(Array.from({ length: rdiOpenings + 3 }, () => refusal(open())));
    expect(answers.filter((a) => a === 'allowed')).toHaveLength(rdiOpenings);
    const refused = await problem(open());
    expect([refused.status, refused.error.code, refused.error.values]).toEqual([
      410,
      'RDI_USED_UP',
      { dealer: 'Nami', phone: '02-555-0100' },
    ]);
    expect((await look()).document).toMatchObject({ openings: rdiOpenings, state: 'usedUp' });
  });

  it(`opens for ${rdiDays} days`, async () => {
    ahead = rdiDays * 86_400_000 - 60_000;
    expect((await open()).vin).toBe(machine.vin);
    ahead += 120_000;
    const refused = await problem(open());
    expect([refused.status, refused.error.code, refused.error.values?.dealer]).toEqual([410, 'RDI_EXPIRED', 'Nami']);
  });

  it('with another id opens nothing', async () => {
    expect(await refusal(open(Buffer.alloc(16).toString('base64url')))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(open('short'))).toEqual([422, 'E0001']);
    expect(await refusal(file(Buffer.alloc(16, 1).toString('base64url')))).toEqual([404, 'NOT_FOUND']);
    // the id of the document is not what its file is asked for with
    expect(await refusal(file(document))).toEqual([404, 'NOT_FOUND']);
  });
});

/** Every text that the fonts of a PDF map to (ToUnicode). */
function lettersOf(pdf: Buffer): string {
  let letters = '';
  const text = pdf.toString('latin1');
  for (const { index } of text.matchAll(/stream\r?\n/gu)) {
    const start = text.indexOf('\n', index) + 1;
    const table = unpacked(pdf.subarray(start, text.indexOf('endstream', start)));
    if (!table.includes('beginbfrange') && !table.includes('beginbfchar')) continue;
    for (const [, hex = ''] of table.matchAll(/<([0-9a-fA-F]{4,})>/gu))
      letters +=
        hex
          .match(/.{4}/gu)
          ?.map((h) => String.fromCharCode(Number.parseInt(h, 16)))
          .join('') ?? '';
  }
  return letters;
}
function unpacked(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return bytes.toString('latin1');
  }
}
