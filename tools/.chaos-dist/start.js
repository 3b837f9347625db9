import { n as inCheckout } from "./assets/checkout-DtVrf1O3.js";
import { a as migrate, c as checkExternalServices, i as keepSecrets, l as Database, n as serverEnvironment, o as LogFile, r as serverParts, s as readLogLine, t as brokerEnvironment } from "./assets/server-environment-B9DPZk53.js";
import { a as warn, i as strong, n as faint, r as say, t as Steps } from "./assets/say-Dcvh3aom.js";
import { c as gone, d as signal, s as isFree } from "./assets/postgres-DoksQhnK.js";
import { n as sentenceOf, t as StopWith } from "./assets/stop-with-B6B3HYQA.js";
import { t as RunFile } from "./assets/run-file-Cl7g_Y5K.js";
import { n as readSettings, t as healthPorts } from "./assets/settings-BLQKD0Dy.js";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
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
// src/run/greet.ts
/** The one address to open, and who may sign in there. */
function greet(url, dataDir) {
	say(`\n  Headland is up: ${strong(url)}\n`);
	const demo = readDemo(dataDir);
	if (demo === null) return;
	for (const line of accountTable(demo.accounts)) say(`  ${line}`);
	if (demo.kiosk !== void 0) say(faint(`\n  Wall display: ${demo.url}/wall?token=${demo.kiosk}`));
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
	/** told to end, for a second Ctrl-C that will not wait */
	endingPid;
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
			if (this.child !== child) return;
			this.child = void 0;
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
		this.child = void 0;
		if (pid === void 0) return;
		this.endingPid = pid;
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
		const pid = this.child?.pid ?? this.endingPid;
		this.child = void 0;
		if (pid !== void 0) signal(pid, "SIGKILL");
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
			join(settings.dataDir, "fleet-state.json"),
			"--behaviour",
			JSON.stringify(demoBehaviour)
		]);
		fleet.start();
		await fleet.ready(1e4);
		steps.end();
	}
	let open = settings.url;
	if (settings.dev) open = await (await import("./assets/dev-0f_3cFH2.js")).develop(settings, parts, stack);
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
/** A busy day: a fault about every minute, an SOS call about twice an hour in a fleet of 200, so that there is something to see. */
var demoBehaviour = {
	faultsPerDay: 6,
	sosPerDay: .25
};
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