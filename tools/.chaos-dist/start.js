import { n as inCheckout } from "./assets/checkout-DtVrf1O3.js";
import { c as gone, d as signal, n as ensureDatabase, r as startPostgres, s as isFree } from "./assets/postgres-DGqLHpkb.js";
import { a as warn, i as strong, n as faint, r as say, t as Steps } from "./assets/say-Dcvh3aom.js";
import { n as sentenceOf, t as StopWith } from "./assets/stop-with-B6B3HYQA.js";
import { t as RunFile } from "./assets/run-file-CyhlSmV1.js";
import { n as readSettings, t as healthPorts } from "./assets/settings-BLQKD0Dy.js";
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
// src/run/demo-file.ts
function readDemo(dataDir) {
	const path = join(dataDir, "demo.json");
	return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}
/** The file is written when the data is loaded; a later start may stand on other ports. */
function keepDemoAddresses(settings, mqttUrl) {
	const demo = readDemo(settings.dataDir);
	if (demo === null) return;
	const broker = new URL(mqttUrl);
	const moved = (address) => settings.url + new URL(address).pathname;
	const now = {
		...demo,
		url: settings.url,
		openapi: moved(demo.openapi),
		mailbox: moved(demo.mailbox),
		mqtt: {
			host: broker.hostname,
			port: Number(broker.port) || 1883
		}
	};
	if (JSON.stringify(now) === JSON.stringify(demo)) return;
	const path = join(settings.dataDir, "demo.json");
	writeFileSync(`${path}.new`, `${JSON.stringify(now, null, 1)}\n`, { mode: 384 });
	renameSync(`${path}.new`, path);
}
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
// src/run/greet.ts
/** The one address to open, and who may sign in there. */
function greet(url, dataDir) {
	say(`\n  Headland is up: ${strong(url)}\n`);
	const demo = readDemo(dataDir);
	if (demo === null) return;
	for (const line of accountTable(demo.accounts)) say(`  ${line}`);
	say(faint("\n  The code of the second step appears on the page itself, as this is a development start."));
	say(faint(`  Mail and texts: ${demo.mailbox}\n`));
}
/** One line for each group type: its administrator and its staff. */
function accountTable(accounts) {
	const table = [[
		"",
		"ADMIN",
		"password",
		"STAFF",
		"password"
	], ...[...new Set(accounts.map((a) => a.groupType))].map((group) => [group, ...["ADMIN", "STAFF"].flatMap((role) => credentials(accounts.find((a) => a.groupType === group && a.role === role)))])];
	const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
	return table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd());
}
var credentials = (account) => [account?.id ?? "", account?.password ?? ""];
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
// src/run/part.ts
var firstPauseMs = 500;
var longestPauseMs = 3e4;
/** Up this long, a part counts as healthy and its next crash starts the pauses from the beginning. */
var steadyMs = 6e4;
/** One Node process that is kept running: started again after a crash, each time after a longer pause, until it is told to stop. */
var Part = class {
	plan;
	log;
	child;
	stopping = false;
	pauseMs = firstPauseMs;
	timer;
	crashes = 0;
	saidReady = false;
	lastWarning = "";
	constructor(plan) {
		this.plan = plan;
		this.log = new LogFile(plan.logFile);
	}
	get name() {
		return this.plan.name;
	}
	start() {
		const startedAt = Date.now();
		const child = spawn(process.execPath, [
			"--enable-source-maps",
			this.plan.script,
			...this.plan.args ?? []
		], {
			stdio: [
				"ignore",
				"pipe",
				"pipe"
			],
			detached: true,
			env: {
				...process.env,
				...this.plan.env
			}
		});
		this.child = child;
		this.saidReady = false;
		if (child.pid !== void 0) this.plan.onSpawn(this.plan.name, child.pid);
		for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", (line) => this.hear(line));
		child.once("error", (e) => this.hear(`cannot be started: ${e.message}`));
		child.once("close", (code, by) => {
			this.child = void 0;
			if (this.stopping) return;
			this.crashes++;
			if (Date.now() - startedAt > steadyMs) this.pauseMs = firstPauseMs;
			warn(this.plan.name, `ended (${by ?? `exit code ${code}`}), starts again in ${this.pauseMs / 1e3} s; its log: ${this.log.path}`);
			this.timer = setTimeout(() => this.start(), this.pauseMs);
			this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
		});
	}
	/** Resolves when the part says that it is ready; a part that crashes three times before that stops the start. */
	async ready(withinMs) {
		const until = Date.now() + withinMs;
		const crashesBefore = this.crashes;
		while (!await this.isReady()) {
			if (this.stopping) return;
			if (this.crashes - crashesBefore >= 3 || Date.now() > until) {
				const what = Date.now() > until ? `was not ready within ${withinMs / 1e3} s` : "ends right after its start";
				throw new StopWith(`The ${this.plan.name} process ${what}; the end of its log ${this.log.path}:\n${this.log.tail(8)}`);
			}
			await new Promise((r) => setTimeout(r, 100));
		}
	}
	async isReady() {
		if ("line" in this.plan.ready) return this.saidReady;
		try {
			const answer = await fetch(this.plan.ready.url, { signal: AbortSignal.timeout(2e3) });
			await answer.arrayBuffer();
			return answer.status === 200;
		} catch {
			return false;
		}
	}
	async restart() {
		await this.stop();
		this.stopping = false;
		this.pauseMs = firstPauseMs;
		this.start();
	}
	/** SIGTERM, and SIGKILL for what has not ended by then. */
	async stop(graceMs = 1e4) {
		this.stopping = true;
		clearTimeout(this.timer);
		const pid = this.child?.pid;
		if (pid === void 0) return;
		signal(pid, "SIGTERM");
		if (!await gone(pid, graceMs)) {
			warn(this.plan.name, `did not end within ${graceMs / 1e3} s and was killed`);
			signal(pid, "SIGKILL");
			await gone(pid, 5e3);
		}
	}
	kill() {
		this.stopping = true;
		clearTimeout(this.timer);
		if (this.child?.pid !== void 0) signal(this.child.pid, "SIGKILL");
	}
	hear(line) {
		this.log.write(line);
		if ("line" in this.plan.ready && this.plan.ready.line.test(line)) this.saidReady = true;
		const { text, important } = readLogLine(line);
		if (!important || text === this.lastWarning || this.stopping) return;
		this.lastWarning = text;
		warn(this.plan.name, text);
	}
};
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
		PUBLIC_DIR: inCheckout("apps/console/dist"),
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
// src/start.ts
/**
* `npm start`: brings the whole product up on this machine and keeps it up until Ctrl-C. Services that the environment names are used, the others are
* started here; then the schema, the four server processes, and a simulated fleet. tools/start.mjs has installed and built before.
*/
async function start() {
	const startedAt = Number(process.env.HEADLAND_STARTED_AT) || Date.now();
	const settings = readSettings(process.env, process.argv.slice(2));
	const runFile = await RunFile.take(settings.dataDir, settings.url);
	const stack = new Stack();
	onEnd(stack, runFile);
	try {
		await bringUp(settings, stack, runFile, startedAt);
	} catch (e) {
		if (stack.ending) return;
		await stack.end();
		runFile.release();
		throw e;
	}
}
async function bringUp(settings, stack, runFile, startedAt) {
	await checkPorts(settings);
	await checkExternalServices(settings);
	const secrets = keepSecrets(settings.dataDir);
	const steps = new Steps(2, 6);
	const log = (name) => join(settings.dataDir, "logs", `${name}.log`);
	const ports = healthPorts(settings.port);
	const answers = (port) => ({ url: `http://127.0.0.1:${port}/readyz` });
	const part = (name, script, env, ready, args = []) => stack.push(new Part({
		name,
		script: inCheckout(script),
		args,
		env,
		ready,
		logFile: log(name),
		onSpawn: runFile.record
	}));
	steps.begin("Database");
	let databaseUrl = settings.databaseUrl;
	if (databaseUrl === void 0) databaseUrl = await stack.push(new Database(settings.dataDir, secrets.databasePassword, runFile.record)).start();
	steps.end(settings.databaseUrl === void 0 ? "built-in PostgreSQL" : "DATABASE_URL");
	const services = {
		databaseUrl,
		redisUrl: settings.redisUrl,
		mqttUrl: settings.mqttUrl ?? `mqtt://127.0.0.1:${settings.mqttPort}`
	};
	steps.begin("Schema and data");
	steps.end(await migrate(serverEnvironment("migrate", settings, services, secrets), log("migrate"), stack));
	keepDemoAddresses(settings, services.mqttUrl);
	steps.begin("Broker and server");
	const parts = [];
	if (settings.mqttUrl === void 0) {
		const broker = part("broker", "apps/server/dist/embedded-broker.js", brokerEnvironment(settings, databaseUrl, secrets), answers(ports.broker));
		broker.start();
		await broker.ready(3e4);
	}
	for (const name of serverParts) parts.push(part(name, "apps/server/dist/main.js", serverEnvironment(name, settings, services, secrets), answers(ports[name])));
	for (const each of parts) each.start();
	await Promise.all(parts.map((each) => each.ready(6e4)));
	const brokerIs = settings.mqttUrl === void 0 ? "built-in MQTT broker" : "MQTT_URL";
	steps.end(`${brokerIs}, queues in ${settings.redisUrl === void 0 ? "PostgreSQL" : "Redis"}`);
	const devices = join(settings.dataDir, "fleet.json");
	steps.begin("Simulated fleet");
	if (!settings.fleet) steps.end("left out (--no-fleet)");
	else if (!existsSync(devices)) steps.end("left out: the database holds no demo data");
	else {
		const fleet = part("fleet", "apps/simulator/dist/main.js", {}, { line: /"event":"started"/ }, [
			"--devices",
			devices,
			"--mqtt",
			services.mqttUrl,
			"--state",
			join(settings.dataDir, "fleet-state.json")
		]);
		fleet.start();
		await fleet.ready(1e4);
		steps.end();
	}
	let open = settings.url;
	if (settings.dev) open = await (await import("./assets/dev-2Dz1DPct.js")).develop(settings, parts, stack);
	if (stack.ending) return;
	greet(open, settings.dataDir);
	say(faint(`Up in ${((Date.now() - startedAt) / 1e3).toFixed(0)} s. Logs: ${join(settings.dataDir, "logs")}. Ctrl-C ends everything.`));
}
async function checkPorts(settings) {
	const ports = healthPorts(settings.port);
	const wanted = serverParts.map((name) => [ports[name], `PORT=${settings.port === 3e3 ? 3100 : 3e3}`]);
	if (settings.mqttUrl === void 0) wanted.push([settings.mqttPort, `MQTT_PORT=${settings.mqttPort === 1883 ? 1993 : 1883}`], [ports.broker, "PORT=3100"]);
	if (settings.dev) wanted.push([ports.console, "PORT=3100"]);
	for (const [port, otherwise] of wanted) {
		if (await isFree(port)) continue;
		throw new StopWith(`Port ${port} is in use by another program: end that one, or choose another with ${otherwise} npm start${port > settings.port && port <= ports.console ? ` (the ${port - settings.port + 1} ports from PORT on are needed)` : ""}.`);
	}
}
/** What was started, in order; it ends backwards: the fleet, the server processes side by side, the broker, the database. */
var Stack = class {
	ending = false;
	started = [];
	push(it) {
		this.started.push(it);
		return it;
	}
	async end() {
		this.ending = true;
		const backwards = [...this.started].reverse();
		const isServer = (it) => it instanceof Part && serverParts.includes(it.name);
		for (let i = 0; i < backwards.length;) {
			const first = backwards[i];
			const together = first !== void 0 && isServer(first) ? backwards.slice(i).filter(isServer) : backwards.slice(i, i + 1);
			await Promise.all(together.map((it) => it.stop()));
			i += together.length;
		}
	}
	kill() {
		for (const it of this.started) it.kill?.();
	}
};
function onEnd(stack, runFile) {
	const end = (name) => {
		if (stack.ending) {
			stack.kill();
			return;
		}
		stack.ending = true;
		say(`\nEnding ${faint(`(${name})`)}…`);
		stack.end().then(() => {
			runFile.release();
			say("Ended.");
			process.exit(0);
		});
	};
	for (const name of [
		"SIGINT",
		"SIGTERM",
		"SIGHUP"
	]) process.on(name, () => end(name));
}
start().catch((e) => {
	const known = e instanceof StopWith;
	process.stderr.write(`\n${strong(known ? sentenceOf(e) : `The start failed: ${sentenceOf(e)}`)}\n`);
	if (!known && e instanceof Error && e.stack !== void 0) process.stderr.write(`${faint(e.stack)}\n`);
	process.exit(1);
});
export { Stack };

//# sourceMappingURL=start.js.map