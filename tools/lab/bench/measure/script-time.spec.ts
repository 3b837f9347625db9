import { describe, expect, it } from 'vitest';
import { scriptPerUpdate, type TraceEvent } from './script-time';

const event = (name: string, tsMs: number, durMs = 0, more: Partial<TraceEvent> = {}): TraceEvent => ({
  name,
  ph: durMs > 0 ? 'X' : 'R',
  pid: 1,
  tid: 1,
  ts: tsMs * 1000,
  dur: durMs * 1000,
  ...more,
});

describe('the script of an update', () => {
  it('is what ran from its mark on, including the function that set the mark, and nested time counts once', () => {
    const trace = [
      event('TimerFire', 100, 2),
      event('update', 100.5),
      event('FunctionCall', 100.1, 1.8),
      event('FireAnimationFrame', 110, 3),
      event('RunMicrotasks', 112, 1),
      event('Layout', 114, 5),
      event('FireAnimationFrame', 300, 7),
      event('TimerFire', 600, 1),
      event('update', 600.2),
      event('update', 1_100),
    ];
    expect(scriptPerUpdate(trace, 'update', 150, 'wall')).toEqual([5, 1]);
  });

  it('is that of the page, not of a worker', () => {
    const trace = [
      event('update', 10),
      event('FunctionCall', 11, 4, { tid: 2 }),
      event('FunctionCall', 12, 1),
      event('update', 500),
    ];
    expect(scriptPerUpdate(trace, 'update', 150, 'wall')).toEqual([1]);
    expect(scriptPerUpdate([], 'update', 150, 'wall')).toEqual([]);
  });

  it('leaves out, by the processor’s clock, what it waited for one', () => {
    const trace = [
      event('update', 10),
      event('FireAnimationFrame', 12, 20, { tdur: 3_000 }),
      event('FunctionCall', 40, 2),
      event('update', 500),
    ];
    expect(scriptPerUpdate(trace, 'update', 150, 'processor')).toEqual([5]);
    expect(scriptPerUpdate(trace, 'update', 150, 'wall')).toEqual([22]);
  });
});
