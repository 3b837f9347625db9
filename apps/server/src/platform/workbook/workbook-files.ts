import { Worker } from 'node:worker_threads';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { SheetRow, SheetTable } from '@headland/domain/workbook';
import { LOG } from '../log';
import { Semaphore } from '../semaphore';
import type { Answer, Format, Job, ReadFile } from './job';
import { FileRefusal } from './refusal';
import type { Mark } from './xlsx';

/** The built worker is beside the built server; a spec gives the path of its own build. */
export const workbookWorker = { file: new URL('./workbook-worker.js', import.meta.url) };
/** What one file may take. Unpacked bytes are bounded where they are unpacked (zip.ts), since they do not count as heap. */
export const fileLimits = { seconds: 30, heapMegabytes: 192 };
const atOnce = 2;

interface Marked {
  format: Format | null;
  table: SheetTable;
  bytes: () => Promise<Uint8Array>;
  /** of an .xls: its rows, the titles and the name of the new worksheet */
  rows: readonly SheetRow[];
  titles: Record<string, string>;
  name: string;
  marks: Mark[];
}

/**
 * Reads and marks workbooks that members import, each in a worker with limits on time and memory: two at a time, the others wait. Throws a FileRefusal
 * for what is no workbook or needs too many resources. Jobs are made when their turn has come, so that what waits holds no bytes.
 */
@Injectable()
export class WorkbookFiles implements OnApplicationShutdown {
  private readonly turns = new Semaphore(atOnce);
  private readonly workers = new Set<Worker>();

  constructor(@Inject(LOG) private readonly log: Logger) {}

  read<C extends string>(table: SheetTable<C>, bytes: () => Promise<Uint8Array>): Promise<ReadFile<C>> {
    return this.run(async () => ({ kind: 'read', table, bytes: await bytes() })) as Promise<ReadFile<C>>;
  }

  /** The same workbook with its bad cells filled and commented; an .xls becomes an .xlsx with the same rows. */
  mark({ format, table, bytes, rows, titles, name, marks }: Marked): Promise<Uint8Array> {
    return this.run(async (): Promise<Job> =>
      format === 'xls'
        ? { kind: 'write', rows, titles, name, marks }
        : { kind: 'mark', bytes: await bytes(), table, marks },
    ) as Promise<Uint8Array>;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.workers].map((w) => w.terminate()));
  }

  private run(make: () => Promise<Job>): Promise<ReadFile | Uint8Array> {
    return this.turns.run(async () => this.inWorker(await make()));
  }

  private async inWorker(job: Job): Promise<ReadFile | Uint8Array> {
    const began = performance.now();
    const worker = new Worker(workbookWorker.file, {
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
          resolve({ refused: { code: 'WORKBOOK_TOO_HEAVY', values: {}, because } });
        timer = setTimeout(() => tooHeavy(`more than ${fileLimits.seconds} s`), fileLimits.seconds * 1000);
        worker.once('message', resolve);
        worker.once('error', (error: Error & { code?: string }) =>
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHeavy(error.message) : reject(error),
        );
        worker.once('exit', (code) => reject(new Error(`the worker of a workbook ended with ${code}`)));
      });
      if ('result' in answer) return answer.result;
      const { code, values, because } = answer.refused;
      this.log.info(
        { code, because, job: job.kind, ms: Math.round(performance.now() - began) },
        'a workbook was refused',
      );
      throw new FileRefusal(code, values);
    } finally {
      clearTimeout(timer);
      this.workers.delete(worker);
      await worker.terminate();
    }
  }
}
