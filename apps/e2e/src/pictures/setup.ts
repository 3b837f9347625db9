import { readDemo, startProduct } from '../world/product';

/** Starts a product with its fleet, or uses the one of E2E_URL and E2E_DEMO. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) {
    readDemo();
    return undefined;
  }
  const product = await startProduct([]);
  process.env.E2E_URL = product.url;
  process.env.E2E_DEMO = product.demo;
  return product.stop;
}
