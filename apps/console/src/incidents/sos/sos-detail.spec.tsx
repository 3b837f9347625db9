import { deliveries } from '@headland/contracts/delivery';
import { organizations } from '@headland/contracts/organization';
import type { Delivery, Incident } from '@headland/contracts/shared-shapes';
import { sosAlerts, type SosDetail, type SosEvidence, type SosRow } from '@headland/contracts/sos';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Map as Leaflet } from 'leaflet';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../lib/call';
import * as files from '../../lib/save-file';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { anSos, anSosInFull } from '../../testing/subjects';
import { SosPage } from './sos.page';

const sheet = (id: number, more: Partial<SosEvidence> = {}): SosEvidence => ({
  id,
  number: 4000 + id,
  madeAt: '2026-11-20T06:00:00.000Z',
  by: 'Lee Seoyeon',
  language: 'ko',
  version: 3,
  sha256: `${id}`.repeat(64).slice(0, 64),
  bytes: 51_234,
  ...more,
});
const incident: Incident = {
  vehicleId: 101,
  at: 1_795_150_800_000,
  from: 1_795_149_000_000,
  to: 1_795_152_600_000,
  points: [],
  values: {},
  moments: [],
};

let row: SosRow;
let more: Partial<SosDetail>;
let tree: ReturnType<typeof node>[];
let sheets: SosEvidence[];
let noted: string[];
let dispatched: unknown[];
let asked: unknown[];
let resolved: unknown[];
let corrected: unknown[];
let reopened: unknown[];
let refuse: Problem | null;
let replays: number;
let resent: Delivery;
const node = (id: number, parentId: number | null, name: string, type: 'HEAD_OFFICE' | 'AGENCY') => ({
  id,
  parentId,
  name,
  type,
  lat: null,
  lon: null,
});
const answers = [
  answer(sosAlerts.list, ({ query }) => {
    asked.push(query);
    return { rows: [row], total: 1 };
  }),
  answer(sosAlerts.counts, () => ({
    raised: 1,
    acknowledged: 0,
    dispatched: 0,
    closedToday: 0,
    closed: 12,
    all: 13,
    medianAcknowledgeSeconds: null,
    medianResolveSeconds: null,
  })),
  answer(sosAlerts.get, ({ params }) => anSosInFull({ ...row, id: params.id }, more)),
  answer(sosAlerts.evidence, () => sheets),
  answer(sosAlerts.makeEvidence, () => {
    const made = sheet(sheets.length + 1, { by: 'Kim Minsu' });
    sheets = [made, ...sheets];
    return made;
  }),
  answer(sosAlerts.evidenceFile, ({ params }) => ({
    name: `SOS_${params.id}_${params.sheet}.pdf`,
    bytes: new Uint8Array([37, 80, 68, 70]),
  })),
  answer(sosAlerts.incident, () => {
    replays++;
    return incident;
  }),
  answer(sosAlerts.note, ({ body }) => {
    noted.push(body.note);
    return row;
  }),
  answer(sosAlerts.dispatch, ({ body }) => {
    dispatched.push(body);
    return row;
  }),
  answer(sosAlerts.resolve, ({ body }) => {
    if (refuse) throw refuse;
    resolved.push(body);
    return row;
  }),
  answer(sosAlerts.correctDispatch, ({ body }) => {
    corrected.push(body);
    return row;
  }),
  answer(sosAlerts.reopen, ({ body }) => {
    reopened.push(body);
    return row;
  }),
  answer(deliveries.resend, () => resent),
  answer(organizations.tree, () => tree),
];
beforeEach(() => {
  row = anSos(2, { status: 'acknowledged', acknowledgedAt: '2026-11-20T05:00:43.000Z', acknowledgedBy: 'Lee Seoyeon' });
  more = {};
  tree = [node(1, null, 'Head office', 'HEAD_OFFICE'), node(31, 1, 'Far agency', 'AGENCY')];
  sheets = [];
  noted = [];
  dispatched = [];
  asked = [];
  resolved = [];
  corrected = [];
  reopened = [];
  refuse = null;
  replays = 0;
});
const page = (at = '/sos?id=2', as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) =>
  renderPage(<SosPage />, { answers, at, ...(as ? { as } : {}) });
const reader = { groupType: 'HEAD_OFFICE', role: 'STAFF' } as const;
const section = async (title: string): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { level: 3, name: title })).closest('section') as HTMLElement;

describe('evidence reports', () => {
  it('are made with one button, saved at once, and are listed with hash and author', async () => {
    const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined);
    page();
    const part = within(await section('Incident reports'));
    fireEvent.click(part.getByRole('button', { name: 'Create incident report' }));
    expect(await part.findByText(/· Kim Minsu$/u)).toBeTruthy();
    expect(part.getByTitle(`SHA-256 ${'1'.repeat(64)}`)).toBeTruthy();
    await waitFor(() => expect(saved.mock.calls[0]?.[0].name).toBe('SOS_2_1.pdf'));
    fireEvent.click(part.getByRole('button', { name: /^Download the PDF of 2026-11-20/u }));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
    saved.mockRestore();
  });

  it('are for who may act: a reader sees none of it', async () => {
    sheets = [sheet(1)];
    page('/sos?id=2', reader);
    await section('Replay');
    expect(screen.queryByRole('heading', { name: 'Incident reports' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create incident report' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add note' })).toBeNull();
  });
});

describe('the replay', () => {
  it('is asked for when somebody opens it, by its button or with P', async () => {
    page();
    const part = within(await section('Replay'));
    expect(replays).toBe(0);
    fireEvent.click(part.getByRole('button', { name: 'Replay' }));
    const dialog = await screen.findByRole('dialog', { name: /^Button of HDLT6A11NSK001002/u });
    await waitFor(() => expect(replays).toBe(1));
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.keyDown(window, { key: 'p' });
    expect(await screen.findByRole('dialog', { name: /^Button of /u })).toBeTruthy();
  });

  it('of a device without a vehicle is not offered', async () => {
    row = anSos(2, { vehicle: { id: 0, vin: 'LONELY-1', model: '', deviceId: 'LONELY-1' } });
    page();
    await section('Incident reports');
    expect(screen.queryByRole('heading', { level: 3, name: 'Replay' })).toBeNull();
  });
});

describe('the head', () => {
  it('shows how long the SOS stayed at each step, and who ended it', async () => {
    row = anSos(2, {
      status: 'resolved',
      acknowledgedAt: '2026-11-20T05:00:43.000Z',
      acknowledgedBy: 'Lee Seoyeon',
      dispatchedAt: '2026-11-20T05:03:00.000Z',
      closedAt: '2026-11-20T05:40:00.000Z',
    });
    more = {
      steps: [{ number: 1, at: '2026-11-20T05:40:00.000Z', name: 'sos.resolved', by: 'Park Jihoon', note: null }],
    };
    page();
    await screen.findByRole('heading', { level: 2 });
    const steps = within(screen.getByText('Raised', { selector: 'li b' }).closest('ol') as HTMLElement)
      .getAllByRole('listitem')
      .map((li) => li.textContent);
    expect(steps[0]).toMatch(/for 00:42$/u);
    expect(steps[1]).toMatch(/Lee Seoyeonfor 02:17$/u);
    expect(steps[2]).toMatch(/for 37:00$/u);
    expect(steps[3]).toMatch(/Resolved.*Park Jihoon$/u);
  });

  it('shows the device’s own clock where it is off by more than 30 s, and not else', async () => {
    row = anSos(2, { skewMs: 31_000, deviceTime: '2026-11-20T05:00:31.000Z' });
    const first = page();
    expect(await screen.findByText(/^Device clock /u)).toBeTruthy();
    first.unmount();
    row = anSos(2, { skewMs: 29_000, deviceTime: '2026-11-20T05:00:29.000Z' });
    page();
    await screen.findByRole('heading', { level: 2 });
    expect(screen.queryByText(/^Device clock /u)).toBeNull();
  });
});

describe('the log of messages', () => {
  const message = (id: number, over: Partial<Delivery>): Delivery => ({
    id,
    channel: 'sms',
    to: `Receiver ${id}`,
    text: 'text',
    state: 'failed',
    at: '2026-11-20T05:00:01.000Z',
    attempts: 8,
    nextTryAt: null,
    problem: 'the gateway answered 503',
    ...over,
  });
  const line = async (id: number): Promise<HTMLElement> =>
    (await screen.findByText(new RegExp(`Receiver ${id}`, 'u'))).closest('li') as HTMLElement;

  it('offers to send again what can be, and says so only of what is sent', async () => {
    more = {
      deliveries: [
        message(1, {}),
        message(2, { problem: 'noRecipient' }),
        message(3, { problem: 'withdrawn' }),
        message(4, { problem: 'SMS_AN_HOUR=2000' }),
      ],
    };
    page();
    const again = async (id: number) => within(await line(id)).queryByRole('button', { name: 'Resend' });
    expect(await again(2)).toBeNull();
    expect(within(await line(2)).getByTitle('Nobody can be reached')).toBeTruthy();
    expect(await again(3)).toBeNull();
    expect(within(await line(3)).getByText('Withdrawn')).toBeTruthy();
    expect(within(await line(4)).getByTitle('As many texts as allowed were sent (SMS_AN_HOUR=2000)')).toBeTruthy();
    resent = message(1, {});
    fireEvent.click((await again(1)) as HTMLElement);
    await screen.findByText('Not sent. Contact them by phone.');
    resent = message(1, { state: 'queued', problem: null });
    fireEvent.click((await again(1)) as HTMLElement);
    await screen.findByText('Resent');
  });
});

describe('what can be done', () => {
  it('a note is written with N', async () => {
    page();
    await section('Timeline');
    fireEvent.keyDown(window, { key: 'n' });
    const form = await screen.findByRole('group', { name: 'Add note' });
    fireEvent.change(within(form).getByLabelText('Note'), { target: { value: 'She answers' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(noted).toEqual(['She answers']));
  });

  it('a note, a resolution and a false alarm are not asked for once the SOS is closed', async () => {
    row = anSos(2, { status: 'falseAlarm', closedAt: '2026-11-20T05:10:00.000Z' });
    page();
    await section('Timeline');
    for (const key of ['n', 'r', 'f', 'e']) fireEvent.keyDown(window, { key });
    expect(document.querySelector('[data-own-keys]')).toBeNull();
  });

  it('R does nothing before the SOS is acknowledged', async () => {
    row = anSos(2);
    page();
    await section('Timeline');
    fireEvent.keyDown(window, { key: 'r' });
    expect(document.querySelector('[data-own-keys]')).toBeNull();
    fireEvent.keyDown(window, { key: 'f' });
    expect(await screen.findByRole('group', { name: /^Close the SOS of .* as a false alarm/u })).toBeTruthy();
  });

  it('a step is filled in beside its evidence: the first field has the focus, and Esc closes the step, not the SOS', async () => {
    const { router } = page();
    await section('Timeline');
    fireEvent.keyDown(window, { key: 'r' });
    const form = await screen.findByRole('group', { name: /^Resolve the SOS of/u });
    expect(screen.queryByRole('dialog')).toBeNull();
    const first = within(form).getByRole('radio', { name: 'No' });
    expect(document.activeElement).toBe(first);
    // a choice inside the form has no shortcut
    fireEvent.keyDown(first, { key: 'f' });
    fireEvent.keyDown(first, { key: 'j' });
    expect(screen.getByRole('group', { name: /^Resolve the SOS/u })).toBeTruthy();
    fireEvent.keyDown(first, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('group', { name: /^Resolve the SOS/u })).toBeNull());
    expect(router.state.location.search).toMatchObject({ id: '2' });
  });

  it('whoever goes Back and returns finds the form that was being filled in, without the keys going into it', async () => {
    const { router } = page();
    const leaveAndReturn = async () => {
      await act(() => router.navigate({ to: '/elsewhere' as never }));
      act(() => router.history.back());
      await section('Timeline');
    };
    await section('Timeline');
    fireEvent.keyDown(window, { key: 'r' });
    fireEvent.change(within(await screen.findByRole('group', { name: /^Resolve/u })).getByLabelText('Resolution'), {
      target: { value: 'Upright again' },
    });
    fireEvent.keyDown(window, { key: 'n' });
    fireEvent.change(within(await screen.findByRole('group', { name: 'Add note' })).getByLabelText('Note'), {
      target: { value: 'She answers' },
    });
    await leaveAndReturn();
    const form = await screen.findByRole('group', { name: /^Resolve/u });
    expect(within(form).getByLabelText<HTMLTextAreaElement>('Resolution').value).toBe('Upright again');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('She answers');
    expect(document.activeElement?.closest('[data-own-keys]')).toBeNull();
    fireEvent.click(within(form).getByRole('button', { name: 'Cancel' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(noted).toEqual(['She answers']));
    await waitFor(() => expect(document.querySelector('[data-own-keys]')).toBeNull());
    await leaveAndReturn();
    expect(document.querySelector('[data-own-keys]')).toBeNull();
  });

  it('a conflict names the colleague and the act, and the step can be sent again', async () => {
    page();
    await section('Timeline');
    fireEvent.keyDown(window, { key: 'r' });
    const form = await screen.findByRole('group', { name: /^Resolve the SOS/u });
    fireEvent.click(within(form).getByRole('radio', { name: 'No' }));
    fireEvent.change(within(form).getByLabelText('Resolution'), { target: { value: 'Upright again' } });
    refuse = new Problem('CHANGED_MEANWHILE', {
      by: 'Park Jihoon',
      at: '2026-11-20T05:28:31.000Z',
      what: 'sos.noted',
      version: 4,
    });
    fireEvent.click(within(form).getByRole('button', { name: 'Resolve' }));
    expect(await within(form).findByText(/^Park Jihoon changed this at .*: Note\./u)).toBeTruthy();
    refuse = null;
    fireEvent.click(within(form).getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(resolved).toEqual([{ injured: 'no', resolution: 'Upright again', version: 4 }]));
  });

  it('a dispatch is corrected in its person, phone and arrival; the timeline shows both values', async () => {
    row = anSos(2, {
      status: 'dispatched',
      version: 3,
      dispatchedAt: '2026-11-20T05:03:00.000Z',
      dispatch: {
        agency: { id: 7, name: 'Jeongeup agency' },
        person: 'Han Sora',
        phone: '010-5555-0100',
        etaMinutes: 20,
        note: null,
      },
    });
    more = {
      steps: [
        {
          number: 1,
          at: '2026-11-20T05:04:00.000Z',
          name: 'sos.dispatchCorrected',
          by: 'Kim',
          note: null,
          changes: [{ field: 'phone', from: '010-1', to: '010-2' }],
        },
      ],
    };
    page();
    expect((await section('Timeline')).textContent).toContain('Phone: 010-1 → 010-2');
    fireEvent.click(screen.getByRole('button', { name: 'Correct dispatch' }));
    const form = await screen.findByRole('group', { name: 'Correct the dispatch of Jeongeup agency' });
    const person = within(form).getByLabelText<HTMLInputElement>('Person');
    expect([person.value, document.activeElement]).toEqual(['Han Sora', person]);
    fireEvent.change(within(form).getByLabelText('Phone'), { target: { value: '010-5555-0119' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(corrected).toEqual([{ person: 'Han Sora', phone: '010-5555-0119', version: 3 }]));
  });

  it('a false alarm can be reopened for 15 minutes', async () => {
    const closed = (minutesAgo: number) =>
      anSos(2, {
        status: 'falseAlarm',
        cause: 'test',
        resolution: 'A test',
        closedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      });
    row = closed(16);
    const first = page();
    await section('False alarm');
    expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
    first.unmount();
    row = closed(2);
    page();
    await section('False alarm');
    fireEvent.click(screen.getByRole('button', { name: 'Reopen' }));
    const form = await screen.findByRole('group', { name: /^Reopen the SOS of/u });
    fireEvent.change(within(form).getByLabelText('Reason'), { target: { value: 'He lies under it' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Reopen' }));
    await waitFor(() => expect(reopened).toEqual([{ reason: 'He lies under it', version: 1 }]));
  });

  it('the own agency can be sent, however many others are nearer', async () => {
    const names = ['Own', 'One', 'Two', 'Three', 'Four'];
    row = { ...row, agency: { id: 50, name: 'Own' } };
    more = {
      nearest: [1, 2, 3, 4, 0].map((n) => ({
        id: 50 + n,
        name: names[n] ?? '',
        phone: null,
        distanceKm: n === 0 ? 40 : n,
        lat: null,
        lon: null,
      })),
    };
    page();
    for (const name of ['One', 'Two', 'Three', 'Own'])
      await screen.findByRole('radio', { name: new RegExp(`^${name}`, 'u') });
    expect(screen.queryByRole('radio', { name: /^Four/u })).toBeNull();
  });

  it('an agency beyond the nearest is chosen from the tree; an organisation that is none cannot be', async () => {
    page();
    fireEvent.click(await screen.findByRole('radio', { name: 'Another agency' }));
    fireEvent.click(screen.getByRole('button', { name: /^Choose an agency/u }));
    fireEvent.click(await screen.findByText('Head office'));
    expect(screen.getByRole('button', { name: /^Choose an agency/u }).textContent).not.toContain('Head office');
    fireEvent.click(screen.getByText('Far agency'));
    fireEvent.change(screen.getByLabelText('Person'), { target: { value: 'Jung Haneul' } });
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '010-5555-0119' } });
    fireEvent.change(screen.getByLabelText('Time to arrival'), { target: { value: '15' } });
    fireEvent.click(screen.getByRole('button', { name: 'Dispatch' }));
    await waitFor(() =>
      expect(dispatched).toEqual([
        { agencyId: 31, person: 'Jung Haneul', phone: '010-5555-0119', etaMinutes: 15, version: 1 },
      ]),
    );
  });

  describe('when a later press brings the position, and other agencies', () => {
    const moved: Partial<SosDetail> = {
      nearest: [31, 32, 33].map((id) => ({
        ...{ id, name: id === 31 ? 'Far agency' : `Agency ${id}`, phone: null, distanceKm: id - 30 },
        ...{ lat: null, lon: null },
      })),
    };
    const press = async (cache: ReturnType<typeof page>['cache']) => {
      more = moved;
      row = { ...row, version: 2, presses: 2 };
      await act(async () => void (await cache.invalidateQueries()));
      await screen.findByRole('radio', { name: /^Far agency/u });
    };
    const fillIn = () => {
      fireEvent.change(screen.getByLabelText('Person'), { target: { value: 'Jung Haneul' } });
      fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '010-5555-0119' } });
      fireEvent.change(screen.getByLabelText('Time to arrival'), { target: { value: '15' } });
    };
    const body = { person: 'Jung Haneul', phone: '010-5555-0119', etaMinutes: 15 };

    it('a form that nobody has touched has the nearest of these', async () => {
      const { cache } = page();
      expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^Jeongeup/u })).checked).toBe(true);
      await press(cache);
      expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Far agency/u }).checked).toBe(true);
      fillIn();
      fireEvent.click(screen.getByRole('button', { name: 'Dispatch' }));
      await waitFor(() => expect(dispatched).toEqual([{ ...body, agencyId: 31, version: 2 }]));
    });

    it('a form that somebody fills in shows the agency that it will send', async () => {
      tree = [...tree, node(7, 1, 'Jeongeup agency', 'AGENCY')];
      const { cache } = page();
      await screen.findByRole('radio', { name: /^Jeongeup/u });
      fillIn();
      await press(cache);
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Another agency' }).checked).toBe(true);
      expect(screen.getByRole('button', { name: /^Choose an agency/u }).textContent).toContain('Jeongeup agency');
      fireEvent.click(screen.getByRole('button', { name: 'Dispatch' }));
      await waitFor(() => expect(dispatched).toEqual([{ ...body, agencyId: 7, version: 1 }]));
    });

    it('a form that cannot show the agency sends none', async () => {
      tree = [];
      const { cache } = page();
      await screen.findByRole('radio', { name: /^Jeongeup/u });
      fillIn();
      await press(cache);
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Dispatch' }).disabled).toBe(true);
      fireEvent.click(screen.getByRole('radio', { name: /^Far agency/u }));
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Dispatch' }).disabled).toBe(false);
    });
  });

  it('the map moves when a later press brings another position', async () => {
    const flown = vi.spyOn(Leaflet.prototype, 'flyTo');
    row = { ...row, lat: 35, lon: 126 };
    const { cache } = page();
    await screen.findByText(/^35\.00000, 126\.00000/u);
    await screen.findByRole('button', { name: 'Layers' });
    expect(flown).not.toHaveBeenCalled();
    row = { ...row, version: 2, lat: 36.5, lon: 127.5 };
    await act(() => cache.invalidateQueries({ queryKey: [sosAlerts.get.path] }));
    await screen.findByText(/^36\.50000, 127\.50000/u);
    expect(flown.mock.lastCall?.[0]).toEqual([36.5, 127.5]);
    flown.mockRestore();
  });

  it('an earlier SOS of the machine opens from here', async () => {
    more = { earlier: [{ id: 1, type: 'rollover', status: 'resolved', raisedAt: '2026-10-01T05:00:00.000Z' }] };
    const { router } = page();
    const part = within(await section('Earlier SOS'));
    fireEvent.click(part.getByRole('link'));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ id: '1' }));
  });
});

describe('the tabs', () => {
  it('show how many each holds, and the past begins with its last 31 days', async () => {
    const { router } = page('/sos');
    const closed = await screen.findByRole('tab', { name: /^Closed\s*12$/u });
    expect(screen.getByRole('tab', { name: /^All\s*13$/u })).toBeTruthy();
    fireEvent.click(closed);
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        tab: 'closed',
        from: expect.stringMatching(/^\d{4}-/u) as string,
      }),
    );
    fireEvent.click(screen.getByRole('tab', { name: /^Queue/u }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('from'));
  });

  it('of the past are tables with every column, sorted by their heads; an open SOS is shown beside the cards', async () => {
    row = anSos(2, {
      status: 'resolved',
      closedAt: '2026-11-20T05:40:00.000Z',
      acknowledgedAt: '2026-11-20T05:01:12.000Z',
      resolution: 'Pulled out',
    });
    const { router } = page('/sos?tab=closed');
    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((h) => h.textContent),
    ).toEqual(
      [
        'No.',
        'Status',
        'Age',
        'Time',
        'Type',
        'VIN',
        'Model',
        'Customer',
        'Phone',
        'Place',
        'Agency',
        'Handler',
        'Escalation level',
        'Time to acknowledge',
        'Resolution',
      ].map((title) => expect.stringContaining(title) as string),
    );
    expect(within(table).getByText('01:11')).toBeTruthy();
    fireEvent.click(within(table).getByRole('button', { name: 'Time to acknowledge' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: 'timeToAcknowledge' }));
    fireEvent.click(within(table).getByText('Pulled out'));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ id: '2' }));
    await waitFor(() =>
      expect(document.querySelector('[role=option][data-row="2"]')?.getAttribute('aria-selected')).toBe('true'),
    );
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('go back to the order of urgency in one press', async () => {
    const { router } = page('/sos?sort=age&order=desc');
    fireEvent.click(await screen.findByRole('button', { name: 'Priority' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'priority', order: 'asc' }));
    expect(screen.queryByRole('button', { name: 'Priority' })).toBeNull();
  });
});
