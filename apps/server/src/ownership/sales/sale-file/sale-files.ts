import { Worker } from 'node:worker_threads';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { Semaphore } from '../../../platform/semaphore';
import { LOG } from '../../../platform/log';
import type { Answer, Job, Result } from './job';
import { FileRefusal } from './refusal';

/** The built worker is beside the built server; a spec gives the path of its own build. */
export const saleFileWorker = { file: new URL('./sale-file-worker.js', import.meta.url) };
/** What one file may take. Unpacked bytes are bounded where they are unpacked (zip.ts), since they do not count as heap. */
export const fileLimits = { seconds: 30, heapMegabytes: 192 };
const atOnce = 2;

/**
 * Reads and writes files of sales, each in a worker with limits on time and memory: two at a time, the others wait. Throws a FileRefusal for what
 * is no workbook or needs too many resources.
 */
@Injectable()
export class SaleFiles implements OnApplicationShutdown {
  private readonly turns = new Semaphore(atOnce);
  private readonly workers = new Set<Worker>();

  constructor(@Inject(LOG) private readonly log: Logger) {}

  /** The job is made when its turn has come, so that what waits holds no bytes. */
  run<J extends Job>(make: () => Promise<J>): Promise<Result<J>> {
    return this.turns.run(async () => this.inWorker(await make()));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.workers].map((w) => w.terminate()));
  }

  private async inWorker<J extends Job>(job: J): Promise<Result<J>> {
    const began = performance.now();
    const worker = new Worker(saleFileWorker.file, {
      workerData: job,
      // nothing of the server is its business
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: fileLimits.heapMegabytes, maxYoungGenerationSizeMb: 32 },
    });
    this.workers.add(worker);
    let timer: NodeJS.Timeout | undefined;
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        const tooHeavy = (because: string): void =>
          resolve({ refused: { code: 'SALE_FILE_TOO_HEAVY', values: {}, because } });
        timer = setTimeout(() => tooHeavy(`more than ${fileLimits.seconds} s`), fileLimits.seconds * 1000);
        worker.once('message', resolve);
        worker.once('error', (error: Error & { code?: string }) =>
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHeavy(error.message) : reject(error),
        );
        worker.once('exit', (code) => reject(new Error(`the worker of a file ended with ${code}`)));
      });
      if ('result' in answer) return answer.result as Result<J>;
      const { code, values, because } = answer.refused;
      this.log.info(
        { code, because, job: job.kind, ms: Math.round(performance.now() - began) },
        'a file of sales was refused',
      );
      throw new FileRefusal(code, values);
    } finally {
      clearTimeout(timer);
      this.workers.delete(worker);
      await worker.terminate();
    }
  }
}
