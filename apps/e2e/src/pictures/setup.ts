import { readDemo, startProduct } from '../world/product';

/** A product with its fleet at work, or the one that E2E_URL and E2E_DEMO name. */
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
