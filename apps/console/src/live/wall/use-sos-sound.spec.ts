import { WallSettings } from '@headland/contracts/kiosk';
import type { SosSummary } from '@headland/contracts/sos';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeAudio } from '../../testing/fake-audio';
import { anSos } from '../../testing/subjects';

const settings = WallSettings.parse({});
beforeEach(() => {
  vi.resetModules();
  FakeAudio.made = [];
  vi.stubGlobal('AudioContext', FakeAudio);
});
/** A display that is opened: it has modules of its own, and so a sound of its own. */
async function display(sos: SosSummary[], of: WallSettings | null = settings) {
  const { useSosSound } = await import('./use-sos-sound');
  const { result, rerender } = renderHook(([sos, of]) => useSosSound(sos, of), {
    initialProps: [sos, of] as [SosSummary[], WallSettings | null],
  });
  const [audio] = FakeAudio.made;
  if (audio === undefined) throw new Error('a display opens its sound when it is opened');
  const become = (state: string) => act(async () => audio.become(state));
  const tones = (): number => audio.tones;
  return { audio, shows: (sos: SosSummary[], of = settings) => rerender([sos, of]), become, tones, result };
}

describe('a display', () => {
  it('opens its sound before there is an alarm, and shows while it is blocked', async () => {
    const { audio, become, result } = await display([]);
    expect([audio.asked, result.current]).toEqual([1, true]);
    await become('running');
    expect(result.current).toBe(false);
  });

  it.each([
    ['without settings', null],
    ['that is silent', { ...settings, sound: false }],
    ['whose volume is zero', { ...settings, volume: 0 }],
    ['where nothing is to sound', { ...settings, sounds: [] }],
  ])('%s misses no sound', async (_, of) => {
    const { become, tones, result } = await display([anSos(1)], of);
    expect(result.current).toBe(false);
    await become('running');
    expect(tones()).toBe(0);
  });

  it('where only faults sound stays quiet for an SOS', async () => {
    const { become, tones } = await display([anSos(1)], { ...settings, sounds: ['criticalFault'] });
    await become('running');
    expect(tones()).toBe(0);
  });
});

describe('an SOS', () => {
  it('sounds three times as soon as it is shown, whatever has brought it, and not again', async () => {
    const { become, shows, tones } = await display([]);
    await become('running');
    shows([anSos(1)]);
    expect(tones()).toBe(3);
    shows([anSos(1, { presses: 2, version: 2 })]);
    shows([]);
    shows([anSos(1)]);
    expect(tones()).toBe(3);
    shows([anSos(1), anSos(2)]);
    expect(tones()).toBe(6);
  });

  it('that waits when the display is opened sounds', async () => {
    const { become, tones } = await display([anSos(1)]);
    await become('running');
    expect(tones()).toBe(3);
  });

  it('that came while the sound was blocked sounds when it is permitted, if it still waits', async () => {
    const { become, shows, tones } = await display([]);
    shows([anSos(1)]);
    shows([anSos(1, { status: 'acknowledged' })]);
    await become('running');
    expect(tones()).toBe(0);
    await become('suspended');
    shows([anSos(1, { status: 'acknowledged' }), anSos(2)]);
    expect(tones()).toBe(0);
    await become('running');
    expect(tones()).toBe(3);
  });

  it('that came an hour late sounds only when it is pressed again', async () => {
    const { become, shows, tones } = await display([]);
    await become('running');
    shows([anSos(1, { late: true })]);
    expect(tones()).toBe(0);
    shows([anSos(1, { presses: 2 })]);
    expect(tones()).toBe(3);
  });

  it('that came on a silent display does not sound when it is made loud', async () => {
    const { become, shows, tones } = await display([anSos(1)], { ...settings, sound: false });
    await become('running');
    shows([anSos(1)], settings);
    expect(tones()).toBe(0);
  });
});
