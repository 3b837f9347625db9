import { describe, expect, it } from 'vitest';
import { outcomes, type Step } from './orders';

const at = (fromMs: number, toMs: number, what: string): Step<string> => ({ fromMs, toMs, what });
const orders = (...lines: Step<string>[][]): string[] => outcomes(lines, '', (text, what) => text + what).sort();

describe('what may have happened', () => {
  it('is unique where the times decide', () => {
    expect(orders([at(0, 1, 'a'), at(4, 5, 'b')], [at(2, 3, 'x')])).toEqual(['axb']);
    expect(orders([], [])).toEqual(['']);
  });
  it('is either where they overlap', () => expect(orders([at(0, 2, 'a')], [at(1, 3, 'x')])).toEqual(['ax', 'xa']));
  it('keeps the order of a line, however its times overlap', () =>
    expect(orders([at(0, 9, 'a'), at(0, 9, 'b')])).toEqual(['ab']));
  it('knows that what came before something early was earlier still', () => {
    // `a` may have taken until 9, but `b` of the same line was over at 3, before `x` began
    expect(orders([at(0, 9, 'a'), at(2, 3, 'b')], [at(4, 5, 'x')])).toEqual(['abx']);
  });
  it('leaves out what a state makes impossible', () => {
    const close = outcomes([[at(0, 5, 'open')], [at(1, 3, 'close')]], false, (open, what) =>
      what === 'open' ? true : open ? false : null,
    );
    expect(close).toEqual([false]);
  });
  it('is nothing where no order is possible', () => {
    expect(
      outcomes([[at(5, 6, 'open')], [at(1, 3, 'close')]], false, (open, what) =>
        what === 'open' ? true : open ? false : null,
      ),
    ).toEqual([]);
  });
});
