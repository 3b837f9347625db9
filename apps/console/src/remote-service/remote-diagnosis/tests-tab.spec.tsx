import {
  diagnosis,
  type DiagnosisFrame,
  type ProposedTest,
  type ServiceHistoryRow,
} from '@headland/contracts/diagnosis';
import { images } from '@headland/contracts/file';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aHistoryRow, aRun, idling } from '../../testing/diagnosis';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aServiceDetail, aServiceRow, aSession as aView } from '../../testing/service';
import { TestsTab } from './tests-tab';
import type { Answer, Ask, Session } from './use-session';

const pen: Record<string, unknown> = new Proxy<Record<string, unknown>>({}, { get: () => () => pen, set: () => true });
let sent: Ask[];
let answered: [number, Answer][];
let past: ServiceHistoryRow[];
let proposed: ProposedTest[];
let ears: Set<(frame: DiagnosisFrame) => void>;
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.stubGlobal('Path2D', function path() {
    return pen;
  });
  [sent, answered, past, proposed, ears] = [[], [], [], [], new Set()];
});
const picture = 'P'.repeat(22);
const answers = [
  answer(images.upload, () => ({ id: picture, name: 'spray.png', width: 800, height: 600, bytes: 9000 })),
  answer(diagnosis.get, () => aServiceDetail(aServiceRow(12, { vin: 'HDLT6A11NSK001012' }), [], { proposed })),
  answer(diagnosis.history, ({ query }) => {
    const rows = past.filter((r) => query.test.includes(r.test ?? '') && query.result.includes(r.result ?? 'fail'));
    return { rows, total: rows.length };
  }),
  answer(diagnosis.curve, () => ({
    offsetMs: 0,
    parts: [{ t0: 1_000, period: 100, step: 0, items: ['engine.rpm'], rows: [[820], [900]] }],
  })),
];
const aSession = (more: Partial<Session> = {}): Session => ({
  vehicleId: 12,
  view: aView(),
  line: 'connected',
  open: true,
  live: idling(),
  liveAt: Date.now(),
  frozen: false,
  test: null,
  result: null,
  problem: null,
  refused: null,
  busy: false,
  connect: () => undefined,
  ask: (what) => {
    sent.push(what);
    return Promise.resolve(aView());
  },
  confirm: (id, given) => {
    answered.push([id, given]);
    return Promise.resolve(aRun(id));
  },
  subscribe: (take) => {
    ears.add(take);
    return () => void ears.delete(take);
  },
  missed: 0,
  ...more,
});
const page = (session: Session, test: string, as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) =>
  renderPage(<TestsTab session={session} />, {
    answers,
    at: `/remoteDetail/12?tab=tests&test=${test}`,
    path: '/remoteDetail/$number',
    ...(as ? { as } : {}),
  });
const start = (name = 'Start the test') => screen.findByRole<HTMLButtonElement>('button', { name });
const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));

describe('a test', () => {
  it('starts once all holds, all is confirmed and the machine is named', async () => {
    page(aSession(), 'runup');
    const button = await start();
    expect(button.disabled).toBe(true);
    expect(screen.getByText('Select all on-site confirmations.')).toBeTruthy();
    tick('Nobody is within reach of the machine');
    fireEvent.click(button);
    const dialog = await screen.findByRole('dialog', { name: /Start Run-up on HDLT6A11NSK001012/u });
    expect(sent).toEqual([]);
    expect(document.activeElement?.textContent).toBe('Cancel');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Start the test' }));
    expect(sent).toEqual([{ op: 'test', test: 'runup', args: {}, confirmed: ['area.clear'] }]);
    // the next test needs a new confirmation
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'Nobody is within reach of the machine' }).checked,
    ).toBe(false);
  });

  it.each<[string, string, Partial<Session>]>([
    ['12.3 V', 'Not OK: Battery voltage ≥ 12.40 V', { live: idling({ 'engine.rpm': 0, battery: 12.3 }) }],
    ['a brake that is off', 'Not OK: Parking brake on', { live: idling({ 'brake.park': 0, 'engine.rpm': 0 }) }],
    ['no session', 'Not connected.', { open: false, view: null }],
    ['a lost link', 'Connection lost; values are outdated.', { frozen: true }],
  ])('does not start with %s, and shows this', async (_, reason, over) => {
    page(aSession(over), 'compres');
    expect((await start()).disabled).toBe(true);
    expect(screen.getByText(reason)).toBeTruthy();
  });

  it('treats an unknown value as not met', async () => {
    const { battery: _, ...live } = idling({ 'engine.rpm': 0 });
    page(aSession({ live }), 'egrTest');
    await start();
    expect(screen.getByText('Unknown')).toBeTruthy();
  });

  it('is not started by who may only look', async () => {
    page(aSession(), 'runup', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    expect((await start()).disabled).toBe(true);
    expect(screen.getByText('You have no permission to run tests.')).toBeTruthy();
  });

  it('that needs another is led to it, until that has passed a short while ago', async () => {
    const standing = aSession({ live: idling({ 'engine.rpm': 0 }) });
    const { unmount } = page(standing, 'lqsLevel');
    const needs = 'Urea stabilization passed within the last 30 min';
    expect(await screen.findByText(`Not OK: ${needs}`)).toBeTruthy();
    unmount();
    past = [
      aHistoryRow(3, {
        test: 'ureaStabilisation',
        result: 'pass',
        verdict: 'pass',
        endedAt: new Date(Date.now() - 60_000).toISOString(),
      }),
    ];
    page(standing, 'lqsLevel');
    expect(await screen.findByText('Select all on-site confirmations.')).toBeTruthy();
  });

  it('of the buzzer is sent as a write', async () => {
    page(aSession({ live: idling({ 'engine.rpm': 0 }) }), 'buzzTest');
    await start();
    tick('Nobody is within reach of the machine');
    fireEvent.click(await start());
    expect(sent).toEqual([{ op: 'write', item: 'buzzTest', value: {}, confirmed: ['area.clear'] }]);
  });
});

describe('a test under way', () => {
  const run = aRun(31, {
    test: 'compres',
    state: 'running',
    step: 1,
    progress: 0.4,
    prompt: 'crank.now',
    leftS: 65,
    endedAt: null,
    verdict: null,
  });
  const running = () => aSession({ test: run, view: aView({ state: 'running', tests: [run] }), line: 'running' });

  it('shows its step, what to do on site, how long yet, and is stopped by the button and by Esc from anywhere', async () => {
    page(running(), 'runup');
    const abort = await screen.findByRole('button', { name: 'Abort (Esc)' });
    // the running test is selected, whatever the address names
    expect(screen.getByRole('heading', { name: 'Compression' })).toBeTruthy();
    expect(screen.getByText('Person on site: crank the engine now.', { selector: '[role=alert]' })).toBeTruthy();
    expect(screen.getByText('Step 2 of 3')).toBeTruthy();
    expect(screen.getByText(/^(?:1:0[0-5]|0:\d\d) left$/u)).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0.4');
    expect(screen.queryByRole('button', { name: 'Start the test' })).toBeNull();
    fireEvent.click(abort);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(sent).toEqual([{ op: 'abort' }, { op: 'abort' }]);
    expect(screen.getByText('Abort sent; waiting for the device')).toBeTruthy();
  });

  it('allows no other test at the same time: the list gives way', async () => {
    page(running(), 'compres');
    expect(await screen.findByRole('region', { name: 'Conditions during the test' })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Tests' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Run-up' })).toBeNull();
  });

  it('shows the conditions that must hold meanwhile: cranking may pull the battery down', async () => {
    page(running(), 'compres');
    const during = within(await screen.findByRole('region', { name: 'Conditions during the test' }));
    expect(during.getByText('Parking brake on')).toBeTruthy();
    expect(during.queryByText(/Battery voltage/u)).toBeNull();
    expect(during.queryByText('Engine stopped')).toBeNull();
  });

  it('shows values as they come', async () => {
    const rpm = aRun(31, { ...run, test: 'runup' });
    page(aSession({ test: rpm, view: aView({ tests: [rpm] }) }), 'runup');
    const chart = await screen.findByRole('region', { name: 'Engine speed' });
    await within(chart).findByText('900');
    act(() => {
      for (const ear of ears)
        ear({
          ...{ sessionId: 5, at: 1, offsetMs: 0 },
          test: {
            id: 31,
            state: 'running',
            step: 1,
            progress: 0.5,
            leftS: null,
            prompt: null,
            part: { t0: 1_200, period: 100, step: 1, items: ['engine.rpm'], rows: [[2_450]] },
          },
        });
    });
    expect(await within(chart).findByText('2,450')).toBeTruthy();
  });
});

describe('a result', () => {
  const failed = aRun(41, {
    test: 'compres',
    verdict: 'fail',
    next: ['shutoff', 'replace:injector'],
    evidence: [
      {
        limit: 'range:crank.rpm',
        eval: 'range',
        item: 'crank.rpm',
        cylinder: null,
        measured: 185,
        min: 140,
        max: null,
        ok: true,
        symptom: null,
      },
      {
        limit: 'range:cyl.dRpm',
        eval: 'range',
        item: 'cyl.dRpm',
        cylinder: 3,
        measured: -14,
        min: -10,
        max: 10,
        ok: false,
        symptom: 'low',
      },
    ],
  });
  it('shows what was measured against which limit, and leads on', async () => {
    const { router } = page(
      aSession({
        result: failed,
        view: aView({ tests: [failed], proposed: [{ id: 'shutoff', because: 'result', of: 'compres' }] }),
      }),
      'compres',
    );
    const table = within(await screen.findByRole('table', { name: 'Evidence' }));
    const row = within(table.getByRole('row', { name: /cylinder 03/u }));
    expect(row.getByText('-14.0 rpm')).toBeTruthy();
    expect(row.getByText('-10.0 rpm … 10.0 rpm')).toBeTruthy();
    expect(row.getByText('too low')).toBeTruthy();
    expect(screen.getByText('Check or replace: injector')).toBeTruthy();
    expect(await start('Repeat')).toBeTruthy();
    fireEvent.click(
      within(screen.getByRole('region', { name: 'Result' })).getByRole('button', { name: 'Cylinder shut-off' }),
    );
    await waitFor(() => expect(router.state.location.search).toMatchObject({ test: 'shutoff', tab: 'tests' }));
  });

  it('and a fault show why each test is proposed, also before anybody is connected; the fault that one comes from is first', async () => {
    proposed = [
      { id: 'acvTest', because: 'fault', of: 'E0306' },
      { id: 'pumpPriming', because: 'needed', of: 'defControlTest' },
      { id: 'defControlTest', because: 'fault', of: 'E0410' },
      { id: 'egrTest', because: 'order', of: 'acvTest' },
    ];
    page(aSession({ open: false, view: null }), 'runup&code=E0410');
    const list = within(await screen.findByRole('region', { name: 'Recommended next' }));
    expect(list.getAllByRole('listitem').map((li) => li.textContent)).toEqual([
      'Pump primingrequired before Urea pressure control',
      'Urea pressure controlfor fault E0410',
      'Air control valvefor fault E0306',
      'EGR valvefollows Air control valve',
    ]);
  });

  it('that was aborted shows why', async () => {
    const gone = aRun(42, { test: 'runup', state: 'fail', verdict: null, reason: 'gate', item: 'brake.park' });
    page(aSession({ view: aView({ tests: [gone] }) }), 'runup');
    expect(await screen.findByText('Stopped: a required condition is not met. (Parking brake)')).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Result' })).getByText('Aborted')).toBeTruthy();
  });

  it('waits for the answer of somebody on site', async () => {
    const open = aRun(43, {
      test: 'buzzTest',
      verdict: 'incomplete',
      toConfirm: [{ key: 'buzzer.heard', item: null, photo: false }],
    });
    page(aSession({ view: aView({ tests: [open] }) }), 'buzzTest');
    const question = within(await screen.findByRole('group', { name: 'Was the buzzer heard?' }));
    fireEvent.click(question.getByRole('button', { name: 'No' }));
    expect(answered).toEqual([[43, { key: 'buzzer.heard', answer: false, photos: [] }]]);
  });

  it('requires the value that was read on site, and shows what it was compared with', async () => {
    const open = aRun(44, {
      test: 'lqsLevel',
      verdict: 'incomplete',
      toConfirm: [{ key: 'def.level.seen', item: 'def.level', photo: false }],
    });
    const { unmount } = page(aSession({ view: aView({ tests: [open] }) }), 'lqsLevel');
    const field = await screen.findByLabelText(/^Urea level read at the tank/u);
    const save = screen.getByRole('button', { name: 'Save' });
    expect(save).toHaveProperty('disabled', true);
    // a verdict is still possible: an answer is missing, and the list shows it, too
    expect(screen.queryByText('No verdict')).toBeNull();
    expect(screen.getAllByText('Answer needed').length).toBeGreaterThan(1);
    for (const impossible of ['340', 'half']) {
      fireEvent.change(field, { target: { value: impossible } });
      fireEvent.submit(field);
      expect(screen.getByText('A number from 0 to 100 %', { selector: '[role=alert] *, [role=alert]' })).toBeTruthy();
    }
    expect(answered).toEqual([]);
    fireEvent.change(field, { target: { value: '52.5' } });
    fireEvent.submit(field);
    expect(answered).toEqual([[44, { key: 'def.level.seen', answer: 52.5 }]]);
    unmount();
    const evidence = [
      {
        limit: 'seen',
        eval: 'seen',
        item: 'def.level',
        cylinder: null,
        measured: 70,
        min: 42.5,
        max: 62.5,
        ok: false,
        symptom: 'high',
      },
    ];
    page(aSession({ view: aView({ tests: [{ ...open, toConfirm: [], verdict: 'fail', evidence }] }) }), 'lqsLevel');
    expect((await screen.findByRole('row', { name: /Compared with the value read on site/u })).textContent).toContain(
      '70 %',
    );
  });

  it('accepts a yes to the spray with its picture, and shows it with the result', async () => {
    const open = aRun(45, {
      test: 'defInjectTest',
      verdict: 'incomplete',
      toConfirm: [{ key: 'spray.25mm', item: null, photo: true }],
    });
    const { unmount } = page(aSession({ view: aView({ tests: [open] }) }), 'defInjectTest');
    const question = within(await screen.findByRole('group', { name: 'Is the spray 25 ±5 mm wide?' }));
    expect(question.getByRole('button', { name: 'Yes' })).toHaveProperty('disabled', true);
    expect(question.getByRole('button', { name: 'No' })).toHaveProperty('disabled', false);
    const input = question.getByLabelText(/^Photo/u, { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File(['spray'], 'spray.png', { type: 'image/png' })] } });
    await waitFor(() => expect(question.getByRole('button', { name: 'Yes' })).toHaveProperty('disabled', false));
    fireEvent.click(question.getByRole('button', { name: 'Yes' }));
    expect(answered).toEqual([[45, { key: 'spray.25mm', answer: true, photos: [picture] }]]);
    unmount();
    const photos = [{ id: picture, key: 'spray.25mm', at: open.startedAt, by: 'Kim Minsu' }];
    page(aSession({ view: aView({ tests: [{ ...open, toConfirm: [], verdict: 'pass', photos }] }) }), 'defInjectTest');
    expect(
      await within(await screen.findByRole('region', { name: 'Photos taken on site' })).findByRole('button', {
        name: 'Is the spray 25 ±5 mm wide?',
      }),
    ).toBeTruthy();
  });
});
