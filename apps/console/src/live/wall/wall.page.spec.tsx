import { ChakraProvider } from '@chakra-ui/react';
import { kiosks, WallSettings } from '@headland/contracts/kiosk';
import { wall, type WallPicture } from '@headland/contracts/wall';
import { act, render, screen, waitFor } from '@testing-library/react';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../lib/call';
import { TextProvider } from '../../lib/i18n';
import { answer, fakeFetch } from '../../testing/fake-back-end';
import { FakeAudio } from '../../testing/fake-audio';
import { fakeToken } from '../../testing/render-page';
import { anSos, aReport } from '../../testing/subjects';
import { system } from '../../ui/theme';
import { kioskHolder } from './kiosk';
import { WallPage } from './wall.page';

const picture: WallPicture = {
  head: 10,
  at: '2026-11-20T05:00:00.000Z',
  name: 'Control room',
  organization: 'Head office',
  settings: null,
  areas: [],
  faultsOverdue: 0,
  consumables: null,
  sos: [1, 2, 3, 4, 5, 6, 7].map((id) => anSos(id)),
  faults: [1, 2, 3, 4].map((id) => aReport(id, { severity: 'critical' })),
  sosOpen: 7,
  faultsOpen: { critical: 4, major: 80, minor: 3 },
  vehicles: 4218,
  online: 3967,
  engineOn: 1_234_567,
  acceptedToday: 28,
  completedToday: 31,
  medianAcknowledgeSeconds: 34,
};
/** The page's origin: a server of this spec, without a stream. */
declare const jsdom: { reconfigure: (to: { url: string }) => void };
let origin: Server;
beforeAll(async () => {
  origin = createServer((_, response) => response.writeHead(404).end());
  await new Promise<void>((done) => origin.listen(0, '127.0.0.1', done));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(origin.address() as AddressInfo).port}/` });
});
afterAll(() => origin.close());

let refuse: Problem | null;
let settings: WallSettings | null;
const answers = [
  answer(kiosks.open, () => {
    if (refuse) throw refuse;
    return {
      accessToken: fakeToken({ groupType: 'KIOSK', role: 'KIOSK' }),
      name: 'Control room',
      organization: 'Head office',
      sound: false,
    };
  }),
  answer(wall.picture, () => ({ ...picture, settings })),
];
const show = () =>
  render(
    <ChakraProvider value={system}>
      <TextProvider language="en">
        <WallPage />
      </TextProvider>
    </ChakraProvider>,
  );
beforeEach(() => {
  refuse = null;
  settings = null;
  vi.stubGlobal('fetch', vi.fn(fakeFetch(answers)));
  window.history.replaceState(null, '', '/wall');
});

describe('a display without a valid token', () => {
  it('shows a message at once without a token, and sends no request', () => {
    show();
    expect(screen.getByText('No display token')).toBeTruthy();
    expect(fetch).not.toHaveBeenCalled();
  });
  it('shows this with its name when it was revoked', async () => {
    localStorage.setItem('headlandKiosk', JSON.stringify({ token: 'old', name: 'Control room' }));
    refuse = new Problem('E0105');
    show();
    expect(await screen.findByText('Display signed out')).toBeTruthy();
    expect(screen.getByText('Control room')).toBeTruthy();
  });
  it('goes on asking while the server is only away', async () => {
    localStorage.setItem('headlandKiosk', JSON.stringify({ token: 'mine', name: '' }));
    refuse = new Problem('UNAVAILABLE');
    show();
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    expect(screen.getByText('Connecting')).toBeTruthy();
    expect(screen.queryByText('Display signed out')).toBeNull();
  });
});

it('asks for a new token until the server answers, after its stream was ended', async () => {
  vi.useFakeTimers();
  try {
    refuse = new Problem('UNAVAILABLE');
    const [onEnd, onFresh] = [vi.fn(), vi.fn()];
    const holder = kioskHolder('mine', { onEnd, onFresh });
    holder.ended('E0105');
    await vi.advanceTimersByTimeAsync(10);
    expect(onFresh).not.toHaveBeenCalled();
    refuse = null;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(onFresh).toHaveBeenCalledTimes(1);
    expect(onEnd).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

describe('the wall', () => {
  it('reads its token from the address, removes it there, and shows the wall', async () => {
    window.history.replaceState(null, '', '/wall?token=mine');
    show();
    expect(await screen.findByText('Head office · Control room')).toBeTruthy();
    expect(window.location.search).toBe('');
    const cell = (label: string) => screen.getAllByText(label).at(-1)?.parentElement?.textContent;
    expect(cell('Vehicles')).toBe('Vehicles4,218');
    // seven digits would overflow the wall
    expect(cell('Engine on')).toContain('1.23M');
    expect(cell('Median ack.')).toBe('Median ack.00:34');
    // six SOS, the others as a number
    expect(screen.getAllByText(/^…00100/u).length).toBe(6);
    expect(screen.getByText('+1 more')).toBeTruthy();
    expect(screen.queryByText(/^Sound blocked/u)).toBeNull();
  });

  it('shows that it cannot sound where it should and what to do about it, and sounds as soon as it can', async () => {
    settings = WallSettings.parse({ language: 'en' });
    window.history.replaceState(null, '', '/wall?token=mine');
    vi.stubGlobal('AudioContext', FakeAudio);
    show();
    expect(await screen.findByText('Sound blocked: allow sound (autoplay) for this site')).toBeTruthy();
    const [audio] = FakeAudio.made;
    expect(audio?.tones).toBe(0);
    act(() => audio?.become('running'));
    expect(screen.queryByText(/^Sound blocked/u)).toBeNull();
    expect(audio?.tones, 'for those that wait').toBe(3);
  });

  it('shows across its width that the data has stopped, when no stream comes', async () => {
    window.history.replaceState(null, '', '/wall?token=mine');
    const beganMs = performance.now();
    show();
    const bar = await screen.findByRole('alert');
    expect(bar.textContent).toContain('DATA STOPPED');
    expect(performance.now() - beganMs).toBeGreaterThan(4_900);
  });
});
