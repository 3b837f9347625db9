import { n as inCheckout } from "./assets/checkout-DtVrf1O3.js";
import { readFileSync, writeFileSync } from "node:fs";
// src/new-migration.ts
/** `npm run new-migration "vehicles know their colour"`: a file with the next number, entered in the list. Forward only; its SQL is written by hand. */
var sentence = process.argv.slice(2).join(" ").trim();
var slug = sentence.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
if (slug === "") {
	console.error("Say what it does, in a sentence: npm run new-migration \"vehicles know their colour\"");
	process.exit(1);
}
var time = Date.now();
var name = `${slug.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}${time}`;
var folder = inCheckout("apps/server/src/platform/database");
var file = `${folder}/migrations/${time}-${slug}.ts`;
writeFileSync(file, `import type { MigrationInterface, QueryRunner } from 'typeorm';

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
`);
var entered = readFileSync(`${folder}/migrations.ts`, "utf8").replace(/((?:^import .*\n)+)/m, `$1import { ${name} } from './migrations/${time}-${slug}';\n`).replace(/(export const migrations = \[[\s\S]*?),?\s*\];/, `$1, ${name}];`);
writeFileSync(`${folder}/migrations.ts`, entered);
console.log(`Written: ${file}\nWrite its SQL; the next start runs it.`);
export {};

//# sourceMappingURL=new-migration.js.map