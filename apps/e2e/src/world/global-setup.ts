import { delimiter } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { readDemo, startProduct } from './product';
import { buildSimulator } from './simulator';

/**
 * A product for each worker, since journeys log the same accounts in and wait for a quiet desk; with no fleet: every fact is made by a journey. With E2E_URL
 * they go to the one that it names.
 */
export default async function globalSetup({ workers }: FullConfig): Promise<(() => Promise<void>) | undefined> {
  buildSimulator();
  if (process.env.E2E_URL) {
    readDemo();
    return undefined;
  }
  const products: Awaited<ReturnType<typeof startProduct>>[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(products.map((product) => product.stop())));
  try {
    // one after the other: the first builds what is not built
    while (products.length < workers) products.push(await startProduct(['--no-fleet']));
  } catch (e) {
    await stop();
    throw e;
  }
  process.env.E2E_DEMO = products.map((product) => product.demo).join(delimiter);
  return stop;
}
