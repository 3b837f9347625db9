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
  const start = async (): Promise<void> => void products.push(await startProduct(['--no-fleet']));
  try {
    // the first one builds
    await start();
    const others = await Promise.allSettled(Array.from({ length: workers - 1 }, start));
    const failed = others.find((other) => other.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  } catch (e) {
    await stop();
    throw e;
  }
  process.env.E2E_DEMO = products.map((product) => product.demo).join(delimiter);
  return stop;
}
