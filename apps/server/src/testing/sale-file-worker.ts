import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { saleFileWorker } from '../ownership/sales/sale-file/sale-files';

const root = join(import.meta.dirname, '..', '..');

/** Builds the worker of sale files as the product ships it, and has the server of this spec use it. A thread of Node reads no TypeScript. */
export async function useBuiltSaleFileWorker(): Promise<() => void> {
  // inside the checkout, so that what it imports is found
  const outDir = join(root, '..', '..', 'node_modules', '.cache', `sale-file-worker-${process.pid}`);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { input: { worker: 'src/ownership/sales/sale-file/worker.main.ts' } },
    },
  });
  saleFileWorker.file = pathToFileURL(join(outDir, 'worker.js'));
  return () => rmSync(outDir, { recursive: true, force: true });
}
