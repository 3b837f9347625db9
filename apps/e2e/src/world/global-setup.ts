import { readDemo, startProduct } from './product';

/** `npm test` names the product that it started; without one the journeys bring up their own, with no fleet: every fact is made by a journey. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) {
    readDemo();
    return undefined;
  }
  const product = await startProduct(['--no-fleet']);
  process.env.E2E_URL = product.url;
  process.env.E2E_DEMO = product.demo;
  return product.stop;
}
