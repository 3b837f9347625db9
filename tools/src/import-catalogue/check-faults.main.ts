import { FaultCatalogueProblem, faultCatalogue, parseFaultCatalogue } from '@headland/domain/fault-catalogue';
import { catalogueChanges } from '@headland/domain/fault-catalogue-changes';
import { readFileSync } from 'node:fs';

/** Reports what the product would report for a maker's list loaded at /breakdown: all errors, or the differences to the shipped one. */
export function main(): void {
  const file = process.argv[3];
  if (file === undefined) throw new Error('usage: node tools/src/import-catalogue/run.mjs check-faults <file.json>');
  try {
    const { records } = parseFaultCatalogue(JSON.parse(readFileSync(file, 'utf8')));
    const changes = catalogueChanges(faultCatalogue.records, records);
    for (const { code, fields } of changes) console.log(`${code}: ${fields.join(', ')}`);
    console.log(`${records.length} codes, ${changes.length} read differently than the shipped ones`);
  } catch (error) {
    if (!(error instanceof FaultCatalogueProblem)) throw error;
    for (const problem of error.problems) console.error(problem);
    process.exitCode = 1;
  }
}
