import { parseFaultCatalogue } from '@headland/domain/fault-catalogue-load';
import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { makeFaultCatalogue } from './make-fault-catalogue';

/** Writes libs/domain/src/fault-catalogue.json out of the table of rows; refuses what the product would refuse when it loads it. */
export async function main(): Promise<void> {
  const records = makeFaultCatalogue();
  parseFaultCatalogue(records);
  const file = new URL('../../../libs/domain/src/fault-catalogue.json', import.meta.url);
  writeFileSync(file, await format(JSON.stringify(records), { parser: 'json', printWidth: 170 }));
  console.log(`${records.length} codes written to ${file.pathname}`);
}
