import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

/**
 * For work that makes much garbage and keeps none of it, such as a workbook of a hundred thousand rows. While a machine has memory to give, V8 takes
 * it rather than collect: the process would grow by some hundred megabytes for nothing. Answers a function to be called now and then, which collects
 * when the heap has grown by so many bytes; that stops the process for about a tenth of a second.
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

/** Node shows the collector only to contexts that are made after the flag. */
function exposed(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
