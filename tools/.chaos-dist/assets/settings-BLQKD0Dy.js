import { t as checkout } from "./checkout-DtVrf1O3.js";
import { t as StopWith } from "./stop-with-B6B3HYQA.js";
import { resolve } from "node:path";
// src/run/settings.ts
var words = ["--dev", "--no-fleet"];
function readSettings(env, args) {
	const unknown = args.find((arg) => !words.includes(arg));
	if (unknown !== void 0) throw new StopWith(`npm start does not know ${unknown}; it knows ${words.join(" and ")}.`);
	const port = portOf(env, "PORT", 3e3);
	const seed = env.SEED || "demo";
	if (seed !== "demo" && seed !== "none") throw new StopWith(`SEED is demo or none, not ${seed}.`);
	return {
		port,
		mqttPort: portOf(env, "MQTT_PORT", 1883),
		dataDir: resolve(checkout, env.DATA_DIR || ".data"),
		url: env.PUBLIC_URL || `http://localhost:${port}`,
		databaseUrl: env.DATABASE_URL || void 0,
		redisUrl: env.REDIS_URL || void 0,
		mqttUrl: env.MQTT_URL || void 0,
		seed,
		fleet: !args.includes("--no-fleet"),
		dev: args.includes("--dev")
	};
}
/** The processes besides the api answer health questions on the ports after its own. */
var healthPorts = (port) => ({
	api: port,
	ingest: port + 1,
	alerts: port + 2,
	jobs: port + 3,
	broker: port + 4,
	console: port + 5
});
function portOf(env, key, standard) {
	const text = env[key];
	if (text === void 0 || text === "") return standard;
	const port = Number(text);
	if (Number.isInteger(port) && port >= 1 && port <= 65530) return port;
	throw new StopWith(`${key} is a port number between 1 and 65530, not ${text}.`);
}
export { readSettings as n, healthPorts as t };

//# sourceMappingURL=settings-BLQKD0Dy.js.map