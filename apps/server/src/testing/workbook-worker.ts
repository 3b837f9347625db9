import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { workbookWorker } from '../platform/workbook/workbook-files';

const root = join(import.meta.dirname, '..', '..');

/** Builds the worker of workbooks as the product ships it, and has the server of this spec use it. A thread of Node reads no TypeScript. */
export async function useBuiltWorkbookWorker(): Promise<() => void> {
  // inside the checkout, so that what it imports is found
  const outDir = join(root, '..', '..', 'node_modules', '.cache', `workbook-worker-${process.pid}`);
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
      rolldownOptions: { input: { worker: 'src/platform/workbook/worker.main.ts' } },
    },
  });
  workbookWorker.file = pathToFileURL(join(outDir, 'worker.js'));
  return () => rmSync(outDir, { recursive: true, force: true });
}
