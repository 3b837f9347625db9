import { delimiter } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { readDemo, startProduct } from './product';
import { buildSimulator } from './simulator';

/**
 * Starts a product for each worker, since journeys use the same accounts and expect no other incidents; without a
 * fleet: a journey makes all its data. With E2E_URL the named products are used.
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
    // in sequence: the first one builds
    while (products.length < workers) products.push(await startProduct(['--no-fleet']));
  } catch (e) {
    await stop();
    throw e;
  }
  process.env.E2E_DEMO = products.map((product) => product.demo).join(delimiter);
  return stop;
}
