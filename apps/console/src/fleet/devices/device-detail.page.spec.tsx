import { type DeviceChange, type DeviceDetail, devices, type RawMessage } from '@headland/contracts/device';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { aDeviceInFull } from '../../testing/devices';
import { renderPage } from '../../testing/render-page';
import { DeviceDetailPage } from './device-detail.page';

let device: DeviceDetail;
let changes: DeviceChange[];
let messages: RawMessage[];
let unregistered: unknown[];
const answers = [
  answer(devices.get, ({ params }) => {
    if (params.id !== device.id) throw new Problem('NOT_FOUND');
    return device;
  }),
  answer(devices.history, () => ({ rows: changes, total: changes.length })),
  answer(devices.messages, () => ({ listeningUntil: '2026-11-20T05:02:00.000Z', listening: true, messages })),
  answer(devices.unregister, ({ body }) => {
    unregistered.push(body);
    return (device = {
      ...device,
      version: 5,
      status: 'not_in_use',
      online: false,
      vehicle: null,
      locked: 'notInUse',
      config: { ...device.config, wanted: null },
    });
  }),
];
// jsdom has no canvas: a context whose methods do nothing
const pen = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true });

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.stubGlobal(
    'Path2D',
    class {
      constructor() {
        return pen;
      }
    },
  );
  device = aDeviceInFull(7);
  changes = [];
  messages = [];
  unregistered = [];
});
const open = (
  number = '7',
  as: { groupType: string; role: 'ADMIN' | 'STAFF' } = { groupType: 'HEAD_OFFICE', role: 'ADMIN' },
) => renderPage(<DeviceDetailPage />, { answers, at: `/deviceDetail/${number}`, path: '/deviceDetail/$number', as });
const part = (name: string) => screen.findByRole('region', { name });

describe('the page of a device', () => {
  it('shows what it is, its last contact, its configuration and its vehicle', async () => {
    open();
    for (const [region, texts] of [
      ['Device', ['In use', 'Type 1', '2.4.1', '8982000000000007', '01055550007']],
      ['Connection', ['Online', '12', '3,456', '+0.1 s']],
      ['Configuration', ['30 s', 'Roll 45° · Pitch 45° · Yaw 60°', 'Remote start']],
      ['Vehicle', ['HDLT6A11NSK001007', 'HL 6-110', 'Naju agency', '2026-03-05']],
    ] as const) {
      const section = await part(region);
      for (const text of texts) expect(within(section).getByText(text), text).toBeDefined();
    }
    expect(screen.getByText(/^Sent .*, confirmed$/u)).toBeDefined();
    expect(screen.getByText('No messages in the last 7 days.')).toBeDefined();
  });

  it('warns of a clock that is off, and shows where the config is not there yet', async () => {
    device = aDeviceInFull(7, {
      skewMs: 7_300_000,
      config: {
        wanted: { interval: 60, rollover: { x: 40, y: 40, z: 55 }, remoteControl: 'none' },
        sent: device.config.sent,
        wantedAt: '2026-11-02T00:00:00.000Z',
        sentAt: '2026-11-01T00:00:01.000Z',
        confirmed: false,
      },
    });
    open();
    expect(await screen.findByText(/Clock skew 2 h/u)).toBeDefined();
    const config = await part('Configuration');
    expect(within(config).getByText('Sending')).toBeDefined();
    for (const text of ['60 s', '30 s', 'Sent configuration']) expect(within(config).getByText(text)).toBeDefined();
  });

  it('shows its traffic as bars, and as a table by the day', async () => {
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    device = aDeviceInFull(7, {
      traffic: {
        hours: [
          [hour, 118, 2, 40_000],
          [hour - 3_600_000, 2, 0, 960],
        ],
        messages: 120,
        duplicates: 2,
        missing: 5,
        gaps: 2,
      },
    });
    open();
    const traffic = await part('Traffic of the last 7 days');
    for (const text of ['120', '2', '5 in 2 gaps', '40.0 KB']) expect(within(traffic).getByText(text)).toBeDefined();
    expect(within(traffic).getByRole('img', { name: 'Messages per hour: 120' })).toBeDefined();
    await userEvent.click(within(traffic).getByRole('button', { name: 'As a table' }));
    const rows = within(within(traffic).getByRole('table', { name: 'Traffic per day' })).getAllByRole('row');
    expect(rows.length).toBeGreaterThan(1);
    await userEvent.click(within(traffic).getByRole('button', { name: 'As a chart' }));
    expect(within(traffic).queryByRole('table')).toBeNull();
  });

  it('links an administrator to unreadable messages, and shows others their number', async () => {
    device = aDeviceInFull(7, { quarantined: 3 });
    const { router, unmount } = open();
    await userEvent.click(await screen.findByRole('link', { name: 'Show 3 quarantined messages' }));
    await waitFor(() => expect(router.state.location.href).toBe('/memberHistory?tab=quarantine&device=HDKR-00007'));
    unmount();
    open('7', { groupType: 'PRODUCTION', role: 'ADMIN' });
    expect(await screen.findByText('Quarantined messages')).toBeDefined();
    expect(screen.queryByRole('link', { name: /quarantined/u })).toBeNull();
  });

  it('listens to the device only while the page is open', async () => {
    messages = [
      {
        receivedAt: '2026-11-20T05:00:01.000Z',
        topic: 'tms/v1/HDKR-00007/up/telemetry',
        bytes: 18,
        retained: false,
        encoding: 'json',
        text: '{\n  "v": 1\n}',
        cut: false,
      },
      {
        receivedAt: '2026-11-20T05:00:00.000Z',
        topic: 'tms/v1/HDKR-00007/up/status',
        bytes: 3,
        retained: true,
        encoding: 'unknown',
        text: '00 ff 10',
        cut: true,
      },
    ];
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Start' }));
    expect(await screen.findByText('2 received')).toBeDefined();
    const raw = await part('Raw messages');
    for (const text of [
      'telemetry',
      'JSON',
      '18 bytes',
      'retained by the broker',
      'not decoded',
      '00 ff 10',
      'Truncated: only the beginning is shown.',
    ])
      expect(within(raw).getByText(text), text).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.queryByText('telemetry')).toBeNull();
  });

  it('shows its history in words, with who and why', async () => {
    const step = { at: '2026-11-20T05:00:00.000Z', by: 'Lee Seoyeon', reason: 'Broken' };
    changes = [
      { id: '9.1', what: 'status', from: 'in_use', to: 'not_in_use', ...step },
      { id: '8.1', what: 'type', from: '1', to: '2', ...step },
      { id: '7.1', what: 'vehicle', from: null, to: 'HDLT6A11NSK001007', ...step, by: null, reason: null },
      { id: '6.0', what: 'record.created', from: null, to: null, ...step },
    ];
    open();
    const table = await screen.findByRole('table', { name: 'Change history' });
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((r) => r.textContent);
    expect(rows[0]).toMatch(/Status.*In use.*Not in use.*Lee Seoyeon.*Broken/u);
    expect(rows[1]).toMatch(/Device type.*Type 1.*Type 2/u);
    expect(rows[2]).toMatch(/Vehicle.*\(none\).*HDLT6A11NSK001007.*System.*–/u);
    expect(rows[3]).toMatch(/Registered.*–/u);
  });

  it.each(['8', '0', 'seven'])('%s is no device: "not found" with a link to the list', async (number) => {
    open(number);
    expect(await screen.findByText('Device not found')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to devices' }).getAttribute('href')).toBe('/device');
  });
});

describe('unregistering', () => {
  it('wants the id typed and a reason, and shows what became of it', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Unregister' }));
    const dialog = screen.getByRole('dialog', { name: 'Unregister device HDKR-00007?' });
    expect(within(dialog).getByText(/removed from vehicle HDLT6A11NSK001007/u)).toBeDefined();
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Unregister' });
    expect(confirm.disabled).toBe(true);
    fireEvent.change(within(dialog).getByLabelText('Type the device ID HDKR-00007 to confirm'), {
      target: { value: 'HDKR-00007' },
    });
    await userEvent.click(confirm);
    expect(await within(dialog).findByText('Reason for the change is required.')).toBeDefined();
    expect(unregistered).toEqual([]);
    fireEvent.change(within(dialog).getByLabelText('Reason for the change'), { target: { value: 'Broken' } });
    await userEvent.click(confirm);
    await waitFor(() => expect(unregistered).toEqual([{ version: 4, reason: 'Broken' }]));
    expect(await screen.findByText(/This device is unregistered/u)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Edit' }).disabled).toBe(true);
  });

  it('is forbidden while an SOS call is open, and shows this', async () => {
    device = aDeviceInFull(7, { locked: 'sos' });
    open();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Unregister' });
    expect(button.disabled).toBe(true);
    expect(button.title).toContain('while an SOS is open');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Edit' }).disabled).toBe(false);
  });

  it('is not there for who may only read', async () => {
    open('7', { groupType: 'REGION', role: 'ADMIN' });
    await screen.findByRole('heading', { name: 'HDKR-00007' });
    expect(screen.queryByRole('button', { name: 'Unregister' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });
});
