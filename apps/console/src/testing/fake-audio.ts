const ofGain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
/** A browser's `AudioContext`: blocked until the test permits it. It counts the tones, and how often it was told to begin. */
export class FakeAudio extends EventTarget {
  static made: FakeAudio[] = [];
  state = 'suspended';
  currentTime = 0;
  asked = 0;
  tones = 0;
  constructor() {
    super();
    FakeAudio.made.push(this);
  }
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  resume(): Promise<void> {
    this.asked++;
    return Promise.resolve();
  }
  createOscillator = () => ({
    frequency: {},
    connect: <T>(to: T) => to,
    start: () => this.tones++,
    stop: () => undefined,
  });
  createGain = () => ({ gain: ofGain, connect: () => undefined });
}
