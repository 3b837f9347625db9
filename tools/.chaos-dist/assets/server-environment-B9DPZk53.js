import { n as sentenceOf, t as StopWith } from "./stop-with-B6B3HYQA.js";
import { n as inCheckout } from "./checkout-DtVrf1O3.js";
import { c as gone, d as signal, n as ensureDatabase, r as startPostgres } from "./postgres-DoksQhnK.js";
import { t as healthPorts } from "./settings-BLQKD0Dy.js";
import { a as warn } from "./say-Dcvh3aom.js";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import pg from "pg";
// src/run/database.ts
/** The built-in PostgreSQL of a data folder, kept running on the same port until it is told to stop. */
var Database = class {
	dataDir;
	password;
	onSpawn;
	running;
	stopping = false;
	constructor(dataDir, password, onSpawn) {
		this.dataDir = dataDir;
		this.password = password;
		this.onSpawn = onSpawn;
	}
	async start() {
		const portFile = join(this.dataDir, "postgres.port");
		const lastPort = existsSync(portFile) ? Number(readFileSync(portFile, "utf8")) : NaN;
		mkdirSync(this.dataDir, { recursive: true });
		const postgres = await startPostgres({
			dataDir: join(this.dataDir, "postgres"),
			password: this.password,
			port: this.running?.port ?? (lastPort > 0 ? lastPort : void 0),
			logFile: join(this.dataDir, "logs", "postgres.log")
		});
		this.running = postgres;
		writeFileSync(portFile, String(postgres.port));
		if (postgres.child.pid !== void 0) this.onSpawn("postgres", postgres.child.pid);
		postgres.child.once("exit", (code, by) => {
			if (!this.stopping) this.startAgain(`${by ?? `exit code ${code}`}`);
		});
		await ensureDatabase(postgres.url("postgres"), "headland");
		return postgres.url("headland");
	}
	async stop() {
		this.stopping = true;
		await this.running?.stop();
	}
	async startAgain(why) {
		warn("database", `ended (${why}), starts again`);
		for (let pauseMs = 500; !this.stopping; pauseMs = Math.min(pauseMs * 2, 15e3)) try {
			await this.start();
			return;
		} catch (e) {
			warn("database", `does not start: ${sentenceOf(e)}`);
			await new Promise((r) => setTimeout(r, pauseMs));
		}
	}
};
// src/run/external-services.ts
/** Looks once at each service that the environment names, so that a wrong address is one sentence now instead of a retry loop later. */
async function checkExternalServices(settings) {
	if (settings.databaseUrl !== void 0) await checkDatabase(settings.databaseUrl);
	if (settings.redisUrl !== void 0) await checkPort("REDIS_URL", "Redis", settings.redisUrl, 6379, "keep the queues in PostgreSQL");
	if (settings.mqttUrl !== void 0) {
		await checkPort("MQTT_URL", "MQTT broker", settings.mqttUrl, 1883, "use the built-in broker");
		if (!process.env.MQTT_PASSWORD) throw new StopWith("MQTT_URL names a broker of your own: set MQTT_PASSWORD (and MQTT_USERNAME, if it is not headland-server) to the account of the server there.");
	}
}
async function checkDatabase(url) {
	const client = new pg.Client({
		connectionString: url,
		connectionTimeoutMillis: 5e3
	});
	client.on("error", () => void 0);
	try {
		await client.connect();
		const { rows } = await client.query(`SELECT current_setting('server_version_num')::int AS v`);
		const version = Math.floor((rows[0]?.v ?? 0) / 1e4);
		if (version < 15) throw new StopWith(`DATABASE_URL names a PostgreSQL ${version}; Headland needs 15 or newer.`);
	} catch (e) {
		if (e instanceof StopWith) throw e;
		if (e.code === "3D000") return;
		throw new StopWith(`The database of DATABASE_URL does not answer (${sentenceOf(e)}): start it, correct the address, or unset DATABASE_URL to use the built-in PostgreSQL.`);
	} finally {
		await client.end().catch(() => void 0);
	}
}
async function checkPort(key, what, url, standardPort, otherwise) {
	let address;
	try {
		address = new URL(url);
	} catch {
		throw new StopWith(`${key} is not an address: ${url}`);
	}
	const port = Number(address.port) || standardPort;
	const host = address.hostname.replace(/^\[|\]$/g, "");
	const problem = await new Promise((done) => {
		const socket = connect({
			host,
			port,
			timeout: 5e3
		});
		const end = (text) => {
			socket.destroy();
			done(text);
		};
		socket.once("connect", () => end(null));
		socket.once("error", (e) => end(sentenceOf(e)));
		socket.once("timeout", () => end("no answer within 5 s"));
	});
	if (problem !== null) throw new StopWith(`The ${what} of ${key} does not answer (${problem}): start it, correct the address, or unset ${key} to ${otherwise}.`);
}
// src/run/log-file.ts
var largestBytes = 20971520;
/** A log of one part. It is kept below 20 MB by setting the full one aside, once: two files, never a full disk. */
var LogFile = class {
	path;
	size;
	constructor(path) {
		this.path = path;
		mkdirSync(dirname(path), { recursive: true });
		this.size = existsSync(path) ? statSync(path).size : 0;
	}
	write(line) {
		if (this.size > largestBytes) {
			renameSync(this.path, `${this.path}.1`);
			this.size = 0;
		}
		this.size += Buffer.byteLength(line) + 1;
		try {
			appendFileSync(this.path, `${line}\n`);
		} catch {}
	}
	tail(lines) {
		return existsSync(this.path) ? readFileSync(this.path, "utf8").trim().split("\n").slice(-lines).join("\n") : "";
	}
};
/** A line of a server process (pino JSON) as a person reads it, and whether it is worth a line on the terminal. */
function readLogLine(line) {
	if (!line.startsWith("{")) return {
		text: line,
		important: false
	};
	try {
		const entry = JSON.parse(line);
		const reason = typeof entry.error === "string" ? entry.error : entry.err?.message ?? entry.error?.message;
		const text = [entry.msg, reason !== void 0 && reason !== entry.msg ? reason : void 0].filter(Boolean).join(": ");
		return {
			text: text === "" ? line : text,
			important: (entry.level ?? 0) >= 40
		};
	} catch {
		return {
			text: line,
			important: false
		};
	}
}
// src/run/migrate.ts
/** Brings the schema up to date and, into an empty database, the demo data; gives back the last thing it said. */
async function migrate(env, logFile, stack) {
	const log = new LogFile(logFile);
	const child = spawn(process.execPath, ["--enable-source-maps", inCheckout("apps/server/dist/main.js")], {
		stdio: [
			"ignore",
			"pipe",
			"pipe"
		],
		detached: true,
		env: {
			...process.env,
			...env
		}
	});
	stack.push({ stop: async () => {
		if (child.pid === void 0 || child.exitCode !== null || child.signalCode !== null) return;
		signal(child.pid, "SIGTERM");
		if (!await gone(child.pid, 5e3)) signal(child.pid, "SIGKILL");
	} });
	let last = "";
	for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", (line) => {
		log.write(line);
		last = readLogLine(line).text;
	});
	const code = await new Promise((done, fail) => {
		child.once("error", fail);
		child.once("close", done);
	});
	if (code !== 0) throw new StopWith(`The database could not be brought up to date (exit code ${code}); the end of ${logFile}:\n${log.tail(10)}`);
	return last;
}
// src/run/secrets.ts
/** Made once, kept in a file that only its owner reads. */
function keepSecrets(dataDir) {
	const path = join(dataDir, "secrets.json");
	const kept = existsSync(path) ? parse(path) : {};
	const secret = (bytes) => randomBytes(bytes).toString("base64url");
	const all = {
		databasePassword: kept.databasePassword ?? secret(18),
		mqttPassword: kept.mqttPassword ?? secret(18),
		jwtSecret: kept.jwtSecret ?? secret(48),
		factoryApiKey: kept.factoryApiKey ?? secret(24)
	};
	if (Object.keys(all).some((key) => kept[key] === void 0)) {
		mkdirSync(dataDir, { recursive: true });
		writeFileSync(`${path}.new`, JSON.stringify(all, null, 2), { mode: 384 });
		renameSync(`${path}.new`, path);
	}
	chmodSync(path, 384);
	return all;
}
function parse(path) {
	try {
		return JSON.parse(readFileSync(path, "utf8"));
	} catch {
		throw new StopWith(`${path} cannot be read: put it back from a copy, or run npm run reset to begin with empty data.`);
	}
}
// src/run/server-environment.ts
var serverParts = [
	"api",
	"ingest",
	"alerts",
	"jobs"
];
/** Everything a server process is told by a start from this checkout; the meaning of each key stands in apps/server/src/platform/config.ts. */
function serverEnvironment(run, settings, services, secrets) {
	const ports = healthPorts(settings.port);
	return {
		RUN: run,
		PORT: String(settings.port),
		HEALTH_PORT: String(run === "migrate" ? settings.port : ports[run]),
		DATABASE_URL: services.databaseUrl,
		...services.redisUrl === void 0 ? {} : { REDIS_URL: services.redisUrl },
		MQTT_URL: services.mqttUrl,
		MQTT_USERNAME: mqttUsername(),
		MQTT_PASSWORD: mqttPassword(secrets),
		JWT_SECRET: process.env.JWT_SECRET || secrets.jwtSecret,
		FACTORY_API_KEY: process.env.FACTORY_API_KEY || secrets.factoryApiKey,
		DATA_DIR: settings.dataDir,
		...settings.dev ? {} : { PUBLIC_DIR: inCheckout("apps/console/dist") },
		PUBLIC_URL: settings.url,
		DEVELOPMENT: process.env.DEVELOPMENT || "true",
		...run === "migrate" ? { SEED: settings.seed } : {}
	};
}
/** What the embedded broker is told (apps/server/src/platform/mqtt/embedded-broker.main.ts). */
function brokerEnvironment(settings, databaseUrl, secrets) {
	return {
		DATABASE_URL: databaseUrl,
		BROKER_HOST: process.env.BROKER_HOST || "127.0.0.1",
		BROKER_PORT: String(settings.mqttPort),
		BROKER_HEALTH_PORT: String(healthPorts(settings.port).broker),
		MQTT_USERNAME: mqttUsername(),
		MQTT_PASSWORD: mqttPassword(secrets)
	};
}
var mqttUsername = () => process.env.MQTT_USERNAME || "headland-server";
var mqttPassword = (secrets) => process.env.MQTT_PASSWORD || secrets.mqttPassword;
export { migrate as a, checkExternalServices as c, keepSecrets as i, Database as l, serverEnvironment as n, LogFile as o, serverParts as r, readLogLine as s, brokerEnvironment as t };

//# sourceMappingURL=server-environment-B9DPZk53.js.map