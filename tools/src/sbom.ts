import { resolve } from 'node:path';
import { writeBills } from './run/bill-of-materials';
import { sentenceOf } from './run/stop-with';

/** `npm run sbom [-- <folder>]`: what server and console are made of, as CycloneDX (docs/operations.md). */
try {
  // npm runs this in the folder of the checkout; the name is relative to the user's folder
  for (const { file, components } of writeBills(
    resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2] ?? 'sbom'),
  ))
    console.log(`${file}: ${components} components`);
} catch (error) {
  console.error(sentenceOf(error));
  process.exit(1);
}
