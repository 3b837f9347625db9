import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A lock shared by all tabs of a browser: one holds it, the others queue. */
class Locks {
  private held: Promise<unknown> | null = null;
  private readonly line: (() => void)[] = [];
  request(_name: string, { signal }: { signal: AbortSignal }, turn: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const mine = () => {
        this.held = turn().then(() => {
          this.held = null;
          this.line.shift()?.();
          resolve();
        });
      };
      signal.addEventListener('abort', () => {
        const at = this.line.indexOf(mine);
        if (at >= 0) this.line.splice(at, 1);
        reject(new DOMException('given up', 'AbortError'));
      });
      if (this.held === null) mine();
      else this.line.push(mine);
    });
  }
}
class Audio extends EventTarget {
  static made: Audio[] = [];
  state = 'running';
  sampleRate = 1_000;
  destination = {};
  sounding = 0;
  constructor() {
    super();
    Audio.made.push(this);
  }
  createBuffer = () => ({ getChannelData: () => new Float32Array(5_000) });
  createBufferSource = () => ({
    connect: () => undefined,
    disconnect: () => undefined,
    start: () => this.sounding++,
    stop: () => this.sounding--,
  });
}

beforeEach(() => {
  Audio.made = [];
  vi.stubGlobal('AudioContext', Audio);
});
afterEach(() => {
  vi.resetModules();
  Reflect.deleteProperty(navigator, 'locks');
});

/** Each tab has its own modules, and so its own sound. */
async function tab() {
  vi.resetModules();
  const { useRinging } = await import('./ringing');
  const made = Audio.made.length;
  const Bar = ({ on }: { on: boolean }) => {
    useRinging(on);
    return null;
  };
  const shown = render(<Bar on={false} />);
  const audio = Audio.made[made] as Audio;
  return {
    ring: (on: boolean) => act(async () => shown.rerender(<Bar on={on} />)),
    close: () => act(async () => shown.unmount()),
    block: (state: string) =>
      act(async () => {
        audio.state = state;
        audio.dispatchEvent(new Event('statechange'));
      }),
    sounds: () => audio.sounding > 0,
  };
}
const share = () => Object.defineProperty(navigator, 'locks', { value: new Locks(), configurable: true });

it('rings in one of two tabs; when that one closes, in the other', async () => {
  share();
  const [a, b] = [await tab(), await tab()];
  await a.ring(true);
  await b.ring(true);
  expect([a.sounds(), b.sounds()]).toEqual([true, false]);
  await a.close();
  expect([a.sounds(), b.sounds()]).toEqual([false, true]);
  await b.ring(false);
  expect(b.sounds()).toBe(false);
});

it('a tab whose sound the browser blocks leaves the bell to one that can play it, also when it is blocked while it rings', async () => {
  share();
  const [a, b] = [await tab(), await tab()];
  await a.block('suspended');
  await a.ring(true);
  await b.ring(true);
  expect([a.sounds(), b.sounds()]).toEqual([false, true]);
  await a.block('running');
  expect([a.sounds(), b.sounds()]).toEqual([false, true]);
  await b.block('interrupted');
  expect([a.sounds(), b.sounds()]).toEqual([true, false]);
});

it('one that gave up waiting does not ring later', async () => {
  share();
  const [a, b] = [await tab(), await tab()];
  await a.ring(true);
  await b.ring(true);
  await b.ring(false);
  await a.close();
  expect(b.sounds()).toBe(false);
});

it('without locks every tab rings: better twice than not at all', async () => {
  const [a, b] = [await tab(), await tab()];
  await a.ring(true);
  await b.ring(true);
  expect([a.sounds(), b.sounds()]).toEqual([true, true]);
});
