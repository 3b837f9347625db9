import { i as findPostgres, t as endLeftover } from "./assets/postgres-DoksQhnK.js";
import { n as runningIn } from "./assets/run-file-Cl7g_Y5K.js";
import { n as readSettings } from "./assets/settings-BLQKD0Dy.js";
import { n as sentenceOf, t as StopWith } from "./assets/stop-with-B6B3HYQA.js";
import { rmSync } from "node:fs";
import { join } from "node:path";
// src/reset.ts
/** `npm run reset`: empties the data folder of this checkout, database and all. The next start begins anew. */
async function reset() {
	const { dataDir } = readSettings(process.env, []);
	const running = runningIn(dataDir);
	if (running !== null) throw new StopWith(`Headland is running at ${running.url} (process ${running.pid}): end it with Ctrl-C, then reset.`);
	const database = findPostgres(join(dataDir, "postgres")).dataDir;
	await endLeftover(database);
	for (const path of [database, dataDir]) rmSync(path, {
		recursive: true,
		force: true
	});
	console.log(`${dataDir} is empty. npm start begins anew.`);
}
reset().catch((e) => {
	console.error(sentenceOf(e));
	process.exit(1);
});
export {};

//# sourceMappingURL=reset.js.map