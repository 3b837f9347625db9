import { a as migrate, c as checkExternalServices, i as keepSecrets, l as Database, n as serverEnvironment } from "./assets/server-environment-B9DPZk53.js";
import { t as RunFile } from "./assets/run-file-Cl7g_Y5K.js";
import { n as readSettings } from "./assets/settings-BLQKD0Dy.js";
import { n as sentenceOf } from "./assets/stop-with-B6B3HYQA.js";
import { join } from "node:path";
// src/seed.ts
/** `npm run seed`: brings the schema up to date and loads the demo data into an empty database, without starting the product. */
async function seed() {
	const settings = readSettings({
		...process.env,
		SEED: "demo"
	}, []);
	const runFile = await RunFile.take(settings.dataDir, settings.url);
	await checkExternalServices({
		...settings,
		mqttUrl: void 0,
		redisUrl: void 0
	});
	const secrets = keepSecrets(settings.dataDir);
	const database = new Database(settings.dataDir, secrets.databasePassword, runFile.record);
	try {
		const services = {
			databaseUrl: settings.databaseUrl ?? await database.start(),
			redisUrl: void 0,
			mqttUrl: settings.mqttUrl ?? `mqtt://127.0.0.1:${settings.mqttPort}`
		};
		console.log(await migrate(serverEnvironment("migrate", settings, services, secrets), join(settings.dataDir, "logs", "migrate.log"), { push: (it) => it }));
	} finally {
		await database.stop();
		runFile.release();
	}
}
seed().catch((e) => {
	console.error(sentenceOf(e));
	process.exit(1);
});
export {};

//# sourceMappingURL=seed.js.map