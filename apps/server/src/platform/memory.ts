import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

/**
 * For work that allocates much and retains nothing, such as a workbook of a hundred thousand rows. While the machine
 * has free memory V8 grows rather than collects: the process would grow by hundreds of megabytes for nothing. Returns a
 * function to be called now and then, which collects when the heap has grown by this many bytes; that stops the process
 * for about a tenth of a second.
 */
export function tidyAfter(bytes: number): () => void {
  let base = used();
  return () => {
    if (used() - base < bytes) return;
    collect ??= exposed();
    collect();
    base = used();
  };
}

const used = (): number => getHeapStatistics().used_heap_size;

/** Node exposes the collector only to contexts created after the flag. */
function exposed(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
