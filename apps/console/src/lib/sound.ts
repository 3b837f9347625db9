import { useSyncExternalStore } from 'react';

/**
 * The sounds of the console. The SOS sound is one looped buffer (two tones, then silence up to five seconds), so it
 * stays regular in a hidden tab with throttled timers. A browser allows sound only after a user gesture: until then the
 * state is `blocked`.
 */
export type SoundState = 'on' | 'blocked';
const periodSeconds = 5;

let context: AudioContext | null = null;
let loop: AudioBufferSourceNode | null = null;
let wanted = false;
const listeners = new Set<() => void>();

/** Call from a click or a key press: browsers unlock sound only then. */
export async function armSound(): Promise<SoundState> {
  const audio = open();
  if (audio && audio.state !== 'running') await audio.resume().catch(() => undefined);
  apply();
  return soundState();
}

export const soundState = (): SoundState => (context?.state === 'running' ? 'on' : 'blocked');
export function useSoundState(): SoundState {
  return useSyncExternalStore(subscribe, soundState);
}

/** Plays until stopped; if the browser blocks it, from the moment it is unlocked. */
export function ring(): void {
  wanted = true;
  open();
  apply();
}
export function stopSos(): void {
  wanted = false;
  apply();
}

/** A short chime for a new row in a queue; twice for critical ones. `volume`: up to 1. */
export function chime(times = 1, volume = 1): void {
  if (times === 0 || volume === 0) return;
  const audio = open();
  if (audio?.state !== 'running') return;
  for (let i = 0; i < times; i++) {
    const at = audio.currentTime + i * 0.45;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.value = 1046;
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(0.18 * volume, at + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.4);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.42);
  }
}

function open(): AudioContext | null {
  if (context || typeof AudioContext === 'undefined') return context;
  context = new AudioContext();
  context.addEventListener('statechange', apply);
  // Any gesture on the page will do; usually the login's button.
  for (const kind of ['pointerdown', 'keydown'] as const)
    window.addEventListener(kind, () => void (context?.state === 'suspended' && context.resume()), {
      capture: true,
      passive: true,
    });
  return context;
}

function apply(): void {
  if (wanted && context?.state === 'running' && !loop) {
    loop = context.createBufferSource();
    loop.buffer = twoTones(context);
    loop.loop = true;
    loop.connect(context.destination);
    loop.start();
  } else if (!wanted && loop) {
    loop.stop();
    loop.disconnect();
    loop = null;
  }
  for (const f of listeners) f();
}

function twoTones(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate * periodSeconds, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  const tones = [
    [0, 988],
    [0.28, 740],
    [0.56, 988],
    [0.84, 740],
  ] as const;
  for (const [start, hertz] of tones) {
    const length = Math.floor(0.26 * audio.sampleRate);
    for (let i = 0; i < length; i++) {
      const edge = Math.min(1, i / 300, (length - i) / 1200);
      const phase = (2 * Math.PI * hertz * i) / audio.sampleRate;
      samples[Math.floor(start * audio.sampleRate) + i] = 0.4 * edge * (Math.sin(phase) + 0.3 * Math.sin(3 * phase));
    }
  }
  return buffer;
}

function subscribe(f: () => void): () => void {
  open();
  listeners.add(f);
  return () => listeners.delete(f);
}
