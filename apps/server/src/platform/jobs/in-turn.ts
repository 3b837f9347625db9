import type { Logger } from 'pino';
import type { LeaseWork } from './lease';

/**
 * Starts and stops of one work, one after the other. A lease waits only some seconds for a stop, and may be had again before
 * that has ended: the work then begins again after it, since what a late stop ends would be the new one. A start that was
 * stopped before its turn does nothing.
 */
export function inTurn(name: string, work: LeaseWork, log: Logger): LeaseWork {
  let asked = 0;
  let begun = false;
  let stopping = false;
  let last: Promise<unknown> = Promise.resolve();
  const next = (act: () => Promise<void>): Promise<void> => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    start: () => {
      const mine = ++asked;
      if (stopping) log.warn(`${name}: begins again when its former run has ended`);
      return next(async () => {
        if (mine !== asked) return;
        begun = true;
        await work.start();
      });
    },
    stop: (lost) => {
      asked++;
      return next(async () => {
        if (!begun) return;
        begun = false;
        stopping = true;
        try {
          await work.stop(lost);
        } finally {
          stopping = false;
        }
      });
    },
  };
}
