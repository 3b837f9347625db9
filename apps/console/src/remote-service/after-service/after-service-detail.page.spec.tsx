import { afterService, type Approval, type Injectors, type WriteRow } from '@headland/contracts/after-service';
import { type AskBody, diagnosis, type ServiceDetail, type SessionView } from '@headland/contracts/diagnosis';
import { injectorProfiles } from '@headland/contracts/profile';
import type { ReplacedPart } from '@headland/contracts/service-write';
import { shippedInjectorProfile, shippedInjectorProfileFile } from '@headland/domain/after-service/injector-profile';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aCode, anApproval, aWrite, someInjectors } from '../../testing/after-service';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aHolder, aServiceDetail, aServiceRow, aSession } from '../../testing/service';
import { AfterServiceDetailPage } from './after-service-detail.page';

let detail: ServiceDetail;
let session: SessionView;
let asked: AskBody[];
let kinds: string[];
let injectors: Injectors;
let profile: { version: number };
let writes: WriteRow[];
let approvals: Approval[];
let approvalsAsked: ReplacedPart[];
let decided: boolean[];
const answers = [
  answer(diagnosis.get, () => detail),
  answer(diagnosis.connect, ({ body }) => {
    kinds.push(body.kind);
    return session;
  }),
  answer(diagnosis.session, () => session),
  answer(diagnosis.ask, ({ body }) => {
    asked.push(body);
    return session;
  }),
  answer(diagnosis.history, () => ({ rows: [], total: 0 })),
  answer(afterService.injectors, () => injectors),
  answer(injectorProfiles.present, () => profile),
  answer(afterService.writes, () => ({ rows: writes, total: writes.length })),
  answer(afterService.approvals, () => approvals),
  answer(afterService.requestApproval, ({ body }) => {
    approvalsAsked.push(body);
    const made = anApproval(4, { value: body, mine: true, mayDecide: false, by: 'Kim Minsu' });
    approvals = [made];
    return made;
  }),
  answer(afterService.decideApproval, ({ body }) => {
    decided.push(body.approve);
    approvals = [];
    return anApproval(4, { state: body.approve ? 'approved' : 'declined' });
  }),
];
const standing = { key: 1, 'engine.rpm': 0, 'engine.steady': 60, battery: 12.6, speed: 0, 'pto.rpm': 0 };
/** Last contact: now, however slow the test is. */
const served = (more: Partial<SessionView> = {}) =>
  aSession({ kind: 'afterService', heardAt: new Date(Date.now() + 600_000).toISOString(), live: standing, ...more });
const mine = () => aServiceRow(1, { holder: aHolder({ mine: true, kind: 'afterService' }) });
beforeEach(() => {
  detail = aServiceDetail(mine());
  session = served();
  [asked, kinds, writes, approvals, approvalsAsked, decided] = [[], [], [], [], [], []];
  injectors = someInjectors();
  profile = shippedInjectorProfileFile;
});
const page = (search = 'tab=work', as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) =>
  renderPage(<AfterServiceDetailPage />, {
    answers,
    at: `/afterServiceDetail/1?${search}`,
    path: '/afterServiceDetail/$number',
    ...(as ? { as } : {}),
  });
const codeOf = (n: string) => screen.findByLabelText(`New code of cylinder ${n}`);
const typeCode = async (n: string, value: string) => fireEvent.change(await codeOf(n), { target: { value } });
const noteOf = async (n: string) => (await codeOf(n)).closest('td')?.querySelector('[role=status]')?.textContent;

describe('the page of a machine under service', () => {
  it('connects for after-service, and has engine, faults, tests, work and the sheet', async () => {
    detail = aServiceDetail(aServiceRow(1));
    page('');
    fireEvent.click(await screen.findByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(kinds).toEqual(['afterService']));
    expect(screen.getAllByRole('tab').map((t) => t.textContent)).toEqual([
      'Engine information',
      'Fault information',
      'Tests',
      'Service work',
      'Job sheet',
    ]);
  });

  it('leads to its own history while somebody else holds the machine', async () => {
    detail = aServiceDetail(aServiceRow(1, { holder: aHolder() }), ['held']);
    page('');
    expect((await screen.findByRole('link', { name: 'Show the history' })).getAttribute('href')).toBe(
      '/afterServiceHistory/1',
    );
  });

  it('writes nothing in a session of remote diagnosis', async () => {
    session = served({ kind: 'remote' });
    page();
    expect(await screen.findByText(/This is a remote diagnosis session/u)).toBeTruthy();
    expect(screen.queryByLabelText(/New code/u)).toBeNull();
  });

  it('shows who only reads what was written, and neither connects nor writes', async () => {
    detail = aServiceDetail(aServiceRow(1));
    writes = [aWrite(70)];
    page('tab=work', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    expect((await screen.findByRole('article', { name: 'Injector code · Cylinder 02' })).textContent).toContain(
      aCode(9),
    );
    for (const name of [/Connect/u, /Write/u, /Reset/u]) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('injector codes', () => {
  it('are in firing order, each with its cylinder', async () => {
    page();
    await codeOf('01');
    const rows = within(screen.getByRole('table', { name: 'Injector codes' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((r) => r.querySelector('th')?.textContent)).toEqual(['01', '03', '04', '02']);
    expect(rows[1]?.textContent).toContain(aCode(3));
    expect(rows[1]?.textContent).toContain('C3i checksum OK');
    expect(screen.getByText(/Firing order 1–3–4–2/u)).toBeTruthy();
  });

  it('are judged while they are typed', async () => {
    page();
    const right = aCode(9);
    const wrong = right.slice(0, -1) + (right.endsWith('A') ? 'B' : 'A');
    for (const [typed, message] of [
      ['AB', 'Use 3-20 uppercase letters and numbers.'],
      [wrong, '20 characters, no checksum'],
      [aCode(4), 'Another cylinder has the same code.'],
      [aCode(2), 'Same as the current code.'],
      [right, '20 characters, no checksum'],
      ['ABC', '3 characters, no checksum'],
    ] as const) {
      await typeCode('02', typed.toLowerCase());
      expect(await noteOf('02'), typed).toBe(message);
      expect(screen.getByLabelText('Write cylinder 02'), typed).toHaveProperty(
        'disabled',
        !message.includes('characters,'),
      );
    }
  });

  it('are written after everything was made sure of, for the cylinder and not for the row', async () => {
    page();
    await typeCode('04', aCode(9));
    fireEvent.click(screen.getByRole('button', { name: 'Write cylinder 04' }));
    const dialog = await screen.findByRole('dialog', {
      name: 'Write the injector code of cylinder 04 on HDLT6A11NSK001001?',
    });
    for (const text of [aCode(4), aCode(9)]) expect(dialog.textContent).toContain(text);
    expect(within(dialog).getByRole('button', { name: 'Write' })).toHaveProperty('disabled', true);
    for (const box of within(dialog).getAllByRole('checkbox')) fireEvent.click(box);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Write' }));
    await waitFor(() =>
      expect(asked).toEqual([
        {
          op: 'write',
          item: 'c3iInfo',
          value: { cylinder: '04', code: aCode(9) },
          confirmed: expect.arrayContaining(['code.checked']) as string[],
        },
      ]),
    );
  });

  it('are judged by the profile in use, and one that does not match it is written with a confirmation of its own', async () => {
    const luhn = {
      ...shippedInjectorProfile,
      version: 2,
      codings: shippedInjectorProfile.codings.map((c) => ({ ...c, checksum: { algorithm: 'luhnModN' as const } })),
    };
    profile = luhn;
    page();
    await typeCode('04', aCode(9));
    await waitFor(async () => expect(await noteOf('04')).toBe('20 characters, checksum OK'));
    const wrong = aCode(9).slice(0, -1) + (aCode(9).endsWith('A') ? 'B' : 'A');
    await typeCode('04', wrong);
    fireEvent.click(screen.getByRole('button', { name: 'Write cylinder 04' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Write the injector code of cylinder 04 on HDLT6A11NSK001001?' }),
    );
    expect(dialog.getByText('checksum mismatch')).toBeTruthy();
    for (const box of dialog.getAllByRole('checkbox')) fireEvent.click(box);
    fireEvent.click(dialog.getByRole('button', { name: 'Write' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({
      value: { cylinder: '04', code: wrong },
      confirmed: expect.arrayContaining(['code.checked', 'code.checksum']) as string[],
    });
  });

  it('are not written while the engine runs', async () => {
    session = served({ live: { ...standing, 'engine.rpm': 820 } });
    page();
    await typeCode('04', aCode(9));
    fireEvent.click(screen.getByRole('button', { name: 'Write cylinder 04' }));
    const dialog = await screen.findByRole('dialog');
    for (const box of within(dialog).getAllByRole('checkbox')) fireEvent.click(box);
    expect(within(dialog).getByRole('button', { name: 'Write' })).toHaveProperty('disabled', true);
  });
});

describe('a replaced part', () => {
  const fill = async (part: string) => {
    fireEvent.change(await screen.findByLabelText('Part'), { target: { value: part } });
    for (const [label, value] of [
      ['Part number', 'dpf2301'],
      ['Serial number', '1234567'],
      ['Hours in use', '0'],
    ] as const)
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
  };

  it('is sent with seven digits of serial, after it was confirmed as fitted', async () => {
    page('tab=work&work=partReplacement');
    await fill('injector');
    fireEvent.change(screen.getByLabelText('Serial number'), { target: { value: '12345' } });
    fireEvent.click(screen.getByRole('button', { name: 'Reset learned values' }));
    expect(await screen.findByText('Enter exactly 7 digits.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Serial number'), { target: { value: '1234567' } });
    fireEvent.click(screen.getByRole('button', { name: 'Reset learned values' }));
    const dialog = await screen.findByRole('dialog', {
      name: 'Reset the learned values of the Injector on HDLT6A11NSK001001?',
    });
    for (const box of within(dialog).getAllByRole('checkbox')) fireEvent.click(box);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reset learned values' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({
      item: 'partReplacement',
      value: { part: 'injector', partCode: 'DPF2301', serial: '1234567', hours: 0 },
    });
    expect(asked[0]).not.toHaveProperty('approvalId');
  });

  it('that can burn down waits for a second person, and is reset with their word only', async () => {
    const { cache } = page('tab=work&work=partReplacement');
    await fill('dpf');
    expect(screen.getByText('This part requires approval by a second person.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Request approval' }));
    expect((await screen.findByText(/Awaiting approval/u)).textContent).toMatch(/0?8:\d\d|0?9:\d\d/u);
    expect(approvalsAsked).toEqual([{ part: 'dpf', partCode: 'DPF2301', serial: '1234567', hours: 0 }]);
    expect(screen.queryByRole('button', { name: 'Reset learned values' })).toBeNull();

    approvals = approvals.map((a) => ({ ...a, state: 'approved' as const, decidedBy: 'Lee Jiho' }));
    await act(() => cache.invalidateQueries());
    expect(await screen.findByText(/Approved by Lee Jiho/u)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Reset learned values' }));
    const dialog = await screen.findByRole('dialog');
    for (const box of within(dialog).getAllByRole('checkbox')) fireEvent.click(box);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reset learned values' }));
    await waitFor(() =>
      expect(asked[0]).toMatchObject({ item: 'partReplacement', approvalId: 4, value: { part: 'dpf', hours: 0 } }),
    );
  });

  it('that the second person declines is asked for anew, with what was typed', async () => {
    const { emit } = page('tab=work&work=partReplacement');
    await fill('dpf');
    fireEvent.click(screen.getByRole('button', { name: 'Request approval' }));
    await screen.findByText(/Awaiting approval/u);
    approvals = [];
    act(() =>
      emit({
        number: 9,
        at: new Date().toISOString(),
        name: 'approval.declined',
        payload: { vehicleId: 1, sessionId: 5, approvalId: 4, part: 'dpf' },
        by: 'Lee Jiho',
      }),
    );
    expect(await screen.findByText('Approval was declined.')).toBeTruthy();
    expect(await screen.findByLabelText('Serial number')).toHaveProperty('value', '1234567');
  });

  it('is shown to the second person, who confirms it', async () => {
    detail = aServiceDetail(aServiceRow(1, { holder: aHolder({ kind: 'afterService' }) }), ['held']);
    approvals = [anApproval(4)];
    page('');
    const card = await screen.findByRole('region', { name: 'Approval requested' });
    for (const text of ['Lee Jiho, Head office', 'particulate filter', 'DPF2301', '1234567', '0 h', 'left'])
      expect(card.textContent).toContain(text);
    fireEvent.click(within(card).getByRole('button', { name: 'Approve' }));
    const dialog = await screen.findByRole('dialog');
    expect(decided).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(decided).toEqual([true]));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Approval requested' })).toBeNull());
  });

  it('is not decided by who asked for it, nor by who only reads', async () => {
    approvals = [anApproval(4, { mine: true, mayDecide: false })];
    page('');
    await screen.findByRole('tab', { name: 'Job sheet' });
    expect(screen.queryByRole('region', { name: 'Approval requested' })).toBeNull();
  });

  it('shows what was learned before and after, and that a failed one is put back', async () => {
    writes = [
      aWrite(71, {
        item: 'partReplacement',
        cylinder: null,
        part: 'egrValve',
        partCode: 'EGR1',
        serial: '7654321',
        hours: 12,
        old: null,
        new: null,
        readBack: null,
        learned: [{ item: 'closedStop', before: 3.2, after: 0 }],
      }),
      aWrite(72, { result: 'failed', reason: 'readBack', restored: true, verdict: null }),
      aWrite(73, { result: 'failed', reason: 'readBack', restored: false, verdict: null, cylinder: 3 }),
    ];
    page();
    const part = await screen.findByRole('article', { name: 'Part replacement · EGR valve' });
    expect(within(part).getByRole('row', { name: /Closed stop/u }).textContent).toBe('Closed stop3.2 %0 %');
    expect(screen.getByText('The previous values are restored.')).toBeTruthy();
    expect(screen.getByText(/values are not restored/u)).toBeTruthy();
  });
});

it('the buzzer is tested, and the answer whether it was heard is recorded', async () => {
  page('tab=work&work=buzzTest');
  const start = await screen.findByRole('button', { name: 'Start the test' });
  for (const box of screen.queryAllByRole('checkbox')) fireEvent.click(box);
  await waitFor(() => expect(start).toHaveProperty('disabled', false));
  fireEvent.click(start);
  await waitFor(() => expect(asked).toEqual([expect.objectContaining({ op: 'write', item: 'buzzTest' })]));
});
