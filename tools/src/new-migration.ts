import { writeFileSync } from 'node:fs';
import { inCheckout } from './run/checkout';

/** `npm run lab -- new-migration "vehicles know their colour"`: a file with the next number. Forward only; its SQL is written by hand. */
const sentence = process.argv.slice(2).join(' ').trim();
const slug = sentence
  .toLowerCase()
  .replace(/[^a-z0-9]+/g, '-')
  .replace(/^-|-$/g, '');
if (slug === '') {
  console.error('Say what it does, in a sentence: npm run lab -- new-migration "vehicles know their colour"');
  process.exit(1);
}
const time = Date.now();
const name = `${slug
  .split('-')
  .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  .join('')}${time}`;
const file = inCheckout(`apps/server/src/platform/database/migrations/${time}-${slug}.ts`);
writeFileSync(
  file,
  `import type { MigrationInterface, QueryRunner } from 'typeorm';

/** ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. */
export class ${name} implements MigrationInterface {
  name = '${name}';

  async up(q: QueryRunner): Promise<void> {
    await q.query(\`\`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
`,
);
console.log(`Written: ${file}\nWrite its SQL; the next start runs it.`);
