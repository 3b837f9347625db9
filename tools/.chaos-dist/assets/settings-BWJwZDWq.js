import { t as checkout } from "./checkout-DtVrf1O3.js";
import { t as StopWith } from "./stop-with-B6B3HYQA.js";
import { resolve } from "node:path";
// src/run/say.ts
/** What the terminal shows: few lines, each worth reading. Everything else is in the log files. */
var colour = process.stdout.isTTY && !process.env.NO_COLOR;
var paint = (code, text) => colour ? `\u001b[${code}m${text}\u001b[0m` : text;
var say = (text) => void process.stdout.write(`${text}\n`);
var warn = (part, text) => void process.stdout.write(`${paint(33, `${part.padEnd(10)}`)} ${text}\n`);
var strong = (text) => paint(1, text);
var faint = (text) => paint(2, text);
/** `3/6 Database …` when it begins, and what came of it on the next line only when there is something to say. */
var Steps = class {
	number;
	total;
	startedAt = Date.now();
	open = false;
	constructor(number, total) {
		this.number = number;
		this.total = total;
	}
	begin(what) {
		this.end();
		this.number++;
		this.startedAt = Date.now();
		this.open = true;
		process.stdout.write(`${this.number}/${this.total} ${what}…${process.stdout.isTTY ? "" : "\n"}`);
	}
	/** Closes the line of the running step, on a terminal with what it took. */
	end(note = "") {
		if (!this.open) return;
		this.open = false;
		const seconds = ((Date.now() - this.startedAt) / 1e3).toFixed(1);
		if (process.stdout.isTTY) process.stdout.write(` ${faint(`${note === "" ? "" : `${note}, `}${seconds} s`)}\n`);
		else if (note !== "") process.stdout.write(`    ${note}\n`);
	}
};
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
export { say as a, faint as i, readSettings as n, strong as o, Steps as r, warn as s, healthPorts as t };

//# sourceMappingURL=settings-BWJwZDWq.js.map