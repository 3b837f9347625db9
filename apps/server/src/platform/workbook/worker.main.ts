import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Job } from './job';
import { FileRefusal } from './refusal';
import { work } from './work';

/** A thread of its own for one file: what the file does to it, it does to nothing else. */
const answer = await work(workerData as Job).then(
  (result): Answer => ({ result }),
  (error: unknown): Answer => {
    const { code, values, cause } =
      error instanceof FileRefusal
        ? error
        : new FileRefusal(tooLong(error) ? 'WORKBOOK_TOO_HEAVY' : 'WORKBOOK_UNREADABLE', {}, { cause: error });
    return { refused: { code, values, because: cause instanceof Error ? cause.message : String(cause ?? '') } };
  },
);
parentPort?.postMessage(answer);

/** What the readers cannot take because of its size: strings and lists that no program could hold, sheets beyond every bound. */
function tooLong(error: unknown): boolean {
  return (
    error instanceof RangeError ||
    (error instanceof Error && /exceeds|too large|outside the supported/iu.test(error.message))
  );
}
