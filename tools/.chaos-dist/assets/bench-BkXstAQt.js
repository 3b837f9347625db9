import { t as StopWith } from "./stop-with-B6B3HYQA.js";
import { a as answers, c as gone, d as signal, n as ensureDatabase, o as freePort, r as startPostgres } from "./postgres-DoksQhnK.js";
import { n as percentiles, t as Histogram } from "./histogram-B9tITevf.js";
import { n as fleetBounds } from "./load-message-cLdWyNn7.js";
import { n as session } from "./session-BnkXTnh1.js";
import { closeSync, createReadStream, existsSync, mkdirSync, openSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { parseArgs } from "node:util";
import { fork, spawn, spawnSync } from "node:child_process";
import { pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { createServer } from "node:http";
import { chromium } from "playwright-core";
// src/bench/parts/part.ts
var running = /* @__PURE__ */ new Set();
/** Starts another part of this very program (main.ts names them) with its plan in the environment; it can send messages. */
function startOwnPart(name, where) {
	const logFile = join(where.dir, `${name}.log`);
	const log = openSync(logFile, "a");
	const env = {
		...process.env,
		...where.env,
		...where.plan === void 0 ? {} : { BENCH_PLAN: JSON.stringify(where.plan) }
	};
	const child = fork(ownProgram(), [name, ...where.args ?? []], {
		env,
		detached: true,
		stdio: [
			"ignore",
			log,
			log,
			"ipc"
		],
		execArgv: ["--enable-source-maps"]
	});
	closeSync(log);
	return register(name, child, logFile);
}
function startProgram(name, command, args, where) {
	const logFile = join(where.dir, `${name}.log`);
	const log = openSync(logFile, "a");
	const child = spawn(command, args, {
		cwd: where.cwd ?? where.dir,
		env: {
			...process.env,
			...where.env
		},
		detached: true,
		stdio: [
			"ignore",
			log,
			log
		]
	});
	closeSync(log);
	return register(name, child, logFile);
}
/** Resolves with the first message that `is` accepts; rejects with the last words of a part that ends before. */
function messageOf(part, is, withinMs = 3e4) {
	return new Promise((resolve, reject) => {
		const stop = () => {
			clearTimeout(timer);
			part.child.off("message", heard);
			part.child.off("exit", ended);
		};
		const heard = (message) => {
			if (!is(message)) return;
			stop();
			resolve(message);
		};
		const ended = () => {
			stop();
			reject(new StopWith(`${part.name} ended:\n${tailOf(part.logFile)}`));
		};
		const timer = setTimeout(() => {
			stop();
			reject(new StopWith(`${part.name} said nothing within ${withinMs / 1e3} s:\n${tailOf(part.logFile)}`));
		}, withinMs);
		part.child.on("message", heard);
		part.child.on("exit", ended);
	});
}
/** Asks again and again until the answer is yes. A part that ends meanwhile is the reason that is told. */
async function until(what, isSo, options) {
	const end = performance.now() + options.withinMs;
	for (;;) {
		if (await isSo()) return;
		const dead = options.parts?.find((p) => p.child.exitCode !== null || p.child.signalCode !== null);
		if (dead) throw new StopWith(`waiting for: ${what}; ${dead.name} ended:\n${tailOf(dead.logFile)}`);
		if (performance.now() > end) {
			const words = (options.parts ?? []).map((p) => `${p.name}:\n${tailOf(p.logFile)}`).join("\n");
			throw new StopWith(`waited ${options.withinMs / 1e3} s for: ${what}\n${words}`);
		}
		await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? 50));
	}
}
async function stopAllParts() {
	await Promise.all([...running].map((part) => part.stop()));
}
var program = process.argv[1] ?? "";
var ownProgram = () => program;
/** Root of the repository, which holds the lock file of its packages. */
function repositoryRoot() {
	for (let folder = dirname(ownProgram());; folder = dirname(folder)) {
		if (existsSync(join(folder, "package-lock.json"))) return folder;
		if (folder === dirname(folder)) throw new StopWith("the benchmark is started from its repository: node tools/dist/bench.js");
	}
}
function tailOf(file) {
	try {
		return readFileSync(file, "utf8").trim().split("\n").slice(-12).join("\n");
	} catch {
		return "(no log)";
	}
}
function register(name, child, logFile) {
	const pid = child.pid;
	if (pid === void 0) throw new StopWith(`${name} cannot be started`);
	const part = {
		name,
		pid,
		child,
		logFile,
		stop: async (withinMs = 1e4) => {
			running.delete(part);
			if (child.exitCode !== null || child.signalCode !== null) return;
			signal(pid, "SIGTERM");
			if (await gone(pid, withinMs)) return;
			signal(pid, "SIGKILL");
			await gone(pid, 2e3);
		}
	};
	running.add(part);
	child.on("exit", () => running.delete(part));
	child.on("error", () => void 0);
	return part;
}
process.on("exit", () => {
	for (const part of running) signal(part.pid, "SIGKILL");
});
// src/bench/parts/broker.ts
var hasMosquitto = () => spawnSync("mosquitto", ["-h"]).error === void 0;
/**
* Mosquitto with the settings of production, infra/mosquitto/mosquitto.conf, for both sides; only who may connect, the ports and the folder
* are exchanged, since those are what the two sides differ in.
*/
async function startMosquitto(dir, name, access) {
	const data = join(dir, name);
	mkdirSync(data, { recursive: true });
	const devicePort = await freePort();
	const serverPort = await freePort();
	const own = [
		`listener ${devicePort} 127.0.0.1`,
		...access.kind === "anybody" ? [] : ["use_username_as_clientid true"],
		`listener ${serverPort} 127.0.0.1`,
		`persistence_location ${data}/`,
		"log_dest stderr",
		...process.getuid?.() === 0 ? ["user root"] : [],
		...access.kind === "anybody" ? ["allow_anonymous true"] : [
			"allow_anonymous false",
			`password_file ${access.passwordFile}`,
			`acl_file ${access.aclFile}`
		]
	];
	const conf = join(data, "mosquitto.conf");
	writeFileSync(conf, [
		...own,
		...sharedSettings(),
		""
	].join("\n"));
	const part = startProgram(name, "mosquitto", ["-c", conf], { dir });
	await until(`${name} to listen`, async () => await answers(devicePort) && answers(serverPort), {
		withinMs: 1e4,
		parts: [part]
	});
	return {
		deviceUrl: `mqtt://127.0.0.1:${devicePort}`,
		serverUrl: `mqtt://127.0.0.1:${serverPort}`,
		pid: part.pid,
		part
	};
}
/** Settings that belong to one installation, not to the way a broker works. */
var exchanged = [
	"listener",
	"port",
	"bind_address",
	"socket_domain",
	"protocol",
	"use_username_as_clientid",
	"allow_anonymous",
	"password_file",
	"acl_file",
	"persistence_location",
	"log_dest",
	"user",
	"pid_file",
	"include_dir",
	"websockets_",
	"cafile",
	"certfile",
	"keyfile",
	"per_listener_settings"
];
function sharedSettings() {
	const file = join(repositoryRoot(), "infra/mosquitto/mosquitto.conf");
	if (!existsSync(file)) return fallback;
	return readFileSync(file, "utf8").split("\n").map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#")).filter((line) => !exchanged.some((key) => line.startsWith(key.endsWith("_") ? key : `${key} `)));
}
/** Without these Mosquitto drops silently what it has acknowledged: 1,000 waiting messages a client, 20 in flight. */
var fallback = [
	"persistence true",
	"autosave_interval 30",
	"max_inflight_messages 10000",
	"max_queued_messages 2000000",
	"max_queued_bytes 1073741824",
	"message_size_limit 65536",
	"connection_messages false",
	"log_type error",
	"log_type warning"
];
// src/bench/measure/pairs.ts
function spreadOf(values) {
	if (values.length === 0) throw new RangeError("no values");
	const sorted = [...values].sort((a, b) => a - b);
	const mid = Math.floor(sorted.length / 2);
	const upper = sorted[mid] ?? NaN;
	return {
		median: sorted.length % 2 === 1 ? upper : ((sorted[mid - 1] ?? NaN) + upper) / 2,
		min: sorted[0] ?? NaN,
		max: sorted.at(-1) ?? NaN,
		values: [...values]
	};
}
/** Runs `pairs` pairs; who goes first changes each time, so that neither side always gets the warmer machine. */
async function inPairs(pairs, product, limit) {
	const result = {
		product: [],
		limit: []
	};
	for (let pair = 0; pair < pairs; pair++) if (pair % 2 === 0) {
		result.limit.push(await limit(pair));
		result.product.push(await product(pair));
	} else {
		result.product.push(await product(pair));
		result.limit.push(await limit(pair));
	}
	return result;
}
/** Least-squares slope of points (x, y): growth of memory per second, for one. */
function slopeOf(points) {
	const n = points.length;
	if (n < 2) return 0;
	const meanX = points.reduce((s, p) => s + p.x, 0) / n;
	const meanY = points.reduce((s, p) => s + p.y, 0) / n;
	const over = points.reduce((s, p) => s + (p.x - meanX) * (p.y - meanY), 0);
	const under = points.reduce((s, p) => s + (p.x - meanX) ** 2, 0);
	return under === 0 ? 0 : over / under;
}
// src/bench/report.ts
function figure(f) {
	const product = spreadOf(f.product);
	const limit = f.limit === void 0 ? null : spreadOf(f.limit);
	const ratio = f.limit === void 0 ? null : spreadOf(f.product.map((p, i) => p / (f.limit?.[i] ?? NaN)));
	return {
		bench: f.bench,
		name: f.name,
		unit: f.unit,
		product,
		limit,
		limitIs: f.limitIs ?? null,
		ratio,
		goal: f.goal ?? null,
		met: f.goal === void 0 ? null : meets(f.goal, product.median, ratio?.median ?? null)
	};
}
function meets(goal, value, ratio) {
	return goal.every((g) => {
		const x = g.of === "ratio" ? ratio : value;
		return x !== null && Number.isFinite(x) && (g.at === "most" ? x <= g.than : x >= g.than);
	});
}
var heads = [
	"figure",
	"product",
	"limit",
	"ratio",
	"goal",
	""
];
/** The figures as cells of text, for the terminal and for the page. */
function cellsOf(f) {
	return [
		f.name,
		`${withSpread(f.product)} ${f.unit}`.trim(),
		f.limit === null ? "" : `${withSpread(f.limit)}${f.limitIs === null ? "" : ` (${f.limitIs})`}`,
		f.ratio === null ? "" : withSpread(f.ratio),
		f.goal === null ? "" : f.goal.map((g) => `${g.of === "ratio" ? "ratio " : ""}${g.at === "most" ? "≤" : "≥"} ${plain(g.than)}`).join(", "),
		f.met === null ? "" : f.met ? "met" : "MISSED"
	];
}
/** Median, and in brackets the least and the greatest of the repetitions. */
var withSpread = (s) => s.values.length === 1 ? plain(s.median) : `${plain(s.median)} (${plain(s.min)}–${plain(s.max)})`;
function plain(n) {
	if (!Number.isFinite(n)) return "–";
	const size = Math.abs(n);
	return n.toLocaleString("en-US", { maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : 2 });
}
function asTable(figures) {
	const rows = [heads, ...figures.map(cellsOf)];
	const widths = heads.map((_, i) => Math.max(...rows.map((r) => (r[i] ?? "").length)));
	return rows.map((r) => r.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ").trimEnd()).join("\n");
}
function asMarkdown(report) {
	const m = report.machine;
	const lines = [
		"# Measured",
		"",
		"Written by `npm run bench`; the same as JSON in `bench.json`. Every figure stands beside its limit, measured in the same minutes on the same machine with the",
		"same load generator: load, broker, database, server and browsers share its cores, so the ratios mean more than the figures. Medians, and in brackets the least",
		"and the greatest repetition; a ratio is taken within each pair of runs.",
		"",
		`${report.at}; ${m.cores} cores (${m.cpu}), ${m.memoryGiB} GiB, ${m.platform}, Node ${m.node}, load average before: ${m.loadBefore}.`,
		"",
		`Settings: ${Object.entries(report.settings).map(([k, v]) => `${k} ${v}`).join(", ")}.`
	];
	for (const bench of new Set(report.figures.map((f) => f.bench))) {
		lines.push("", `## ${bench}`, "", `| ${heads.join(" | ")} |`, `|${heads.map(() => "---").join("|")}|`);
		for (const f of report.figures.filter((x) => x.bench === bench)) lines.push(`| ${cellsOf(f).map((c) => c.replaceAll("|", "\\|")).join(" | ")} |`);
	}
	if (report.notes.length > 0) lines.push("", "## Notes", "", ...report.notes.map((n) => `- ${n}`));
	return `${lines.join("\n")}\n`;
}
/** A later run of some benchmarks replaces only their figures and notes. */
function merge(before, now) {
	if (before === null) return now;
	const again = new Set(now.figures.map((f) => f.bench));
	return {
		...now,
		figures: [...before.figures.filter((f) => !again.has(f.bench)), ...now.figures],
		notes: [.../* @__PURE__ */ new Set([...before.notes.filter((n) => ![...again].some((b) => n.startsWith(`${b}: `))), ...now.notes])]
	};
}
// src/bench/measure/process-cost.ts
/** Of a process and all its descendants (PostgreSQL is a tree). A process that has ended in between costs nothing more. */
function costOf(pid) {
	const children = childrenByParent();
	const cost = {
		cpuS: 0,
		rssBytes: 0
	};
	const open = [pid];
	for (let next = open.pop(); next !== void 0; next = open.pop()) {
		const own = readCost(next);
		if (own !== null) {
			cost.cpuS += own.cpuS;
			cost.rssBytes += own.rssBytes;
		}
		open.push(...children.get(next) ?? []);
	}
	return cost;
}
/** The CPU of each named process group over a stretch of time, and where its memory went. */
var CostMeter = class {
	pids;
	before;
	startedMs = performance.now();
	constructor(pids) {
		this.pids = pids;
		this.before = this.read();
	}
	stop() {
		const elapsedS = (performance.now() - this.startedMs) / 1e3;
		const after = this.read();
		const cpuS = {};
		const rssBytes = {};
		for (const [name, cost] of after) {
			cpuS[name] = cost.cpuS - (this.before.get(name)?.cpuS ?? 0);
			rssBytes[name] = cost.rssBytes;
		}
		return {
			elapsedS,
			cpuS,
			rssBytes
		};
	}
	read() {
		return new Map(Object.entries(this.pids).map(([name, pids]) => [name, pids.map(costOf).reduce((a, b) => ({
			cpuS: a.cpuS + b.cpuS,
			rssBytes: a.rssBytes + b.rssBytes
		}), {
			cpuS: 0,
			rssBytes: 0
		})]));
	}
};
/** Clock ticks a second of /proc/<pid>/stat: 100 on every Linux that Node runs on. */
var ticksPerS = 100;
function readCost(pid) {
	const fields = statOf(pid);
	if (fields === null) return null;
	return {
		cpuS: fields.slice(11, 15).reduce((sum, f) => sum + Number(f), 0) / ticksPerS,
		rssBytes: privateBytes(pid) ?? Number(fields[21]) * 4096
	};
}
/** Proportional set size: the pages PostgreSQL's processes share count once, not once each. */
function privateBytes(pid) {
	try {
		const kib = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
		return kib === void 0 ? null : Number(kib) * 1024;
	} catch {
		return null;
	}
}
/** Fields of the stat line from the third on; the second, the name, may hold spaces and brackets. */
function statOf(pid) {
	try {
		const line = readFileSync(`/proc/${pid}/stat`, "latin1");
		return line.slice(line.lastIndexOf(")") + 2).split(" ");
	} catch {
		return null;
	}
}
function childrenByParent() {
	const children = /* @__PURE__ */ new Map();
	for (const name of readdirSync("/proc")) {
		if (!/^\d+$/.test(name)) continue;
		const parent = Number(statOf(Number(name))?.[1] ?? 0);
		const list = children.get(parent);
		if (list) list.push(Number(name));
		else children.set(parent, [Number(name)]);
	}
	return children;
}
// src/bench/parts/consoles.ts
/** The process with the browsers' ends, as seen from the benchmark. */
var Consoles = class Consoles {
	part;
	constructor(part) {
		this.part = part;
	}
	static async connect(dir, plan) {
		const part = startOwnPart("consoles", {
			dir,
			plan
		});
		await messageOf(part, (m) => m.type === "ready", 6e4);
		return new Consoles(part);
	}
	/** Forgets what was seen so far. */
	reset() {
		this.tell({ type: "reset" });
	}
	/** The last `last` of them read no more. */
	async stall(last) {
		const done = messageOf(this.part, (m) => m.type === "stalled");
		this.tell({
			type: "stall",
			last
		});
		await done;
	}
	async report() {
		const answer = messageOf(this.part, (m) => m.type === "report");
		this.tell({ type: "report" });
		const message = await answer;
		if (message.type !== "report") throw new Error("not a report");
		const { latency, ...rest } = message.report;
		return {
			...rest,
			latency: Object.fromEntries(Object.entries(latency).map(([c, json]) => [c, Histogram.fromJson(json)]))
		};
	}
	async close() {
		await this.part.stop(500);
	}
	tell(message) {
		this.part.child.send(message);
	}
};
// src/bench/parts/load.ts
/** A publisher process as seen from the benchmark. */
var Load = class Load {
	part;
	counts = {
		sent: 0,
		pubacked: 0,
		committed: 0,
		heldBytes: 0,
		lostConnections: 0
	};
	constructor(part) {
		this.part = part;
		part.child.on("message", (message) => {
			if (message.type !== "connected") this.counts = message.counts;
		});
	}
	/** Starts the process and waits until all its devices are connected. */
	static async connect(dir, plan) {
		const file = join(dir, `plan-${plan.kind}.json`);
		writeFileSync(file, JSON.stringify(plan));
		const part = startOwnPart("publisher", {
			dir,
			args: [file]
		});
		const load = new Load(part);
		await messageOf(part, (m) => m.type === "connected", 12e4);
		return load;
	}
	get pid() {
		return this.part.pid;
	}
	start() {
		this.tell({ type: "start" });
	}
	/** With mode `allowed`: messages up to this number may leave. */
	allow(upTo) {
		this.tell({
			type: "allow",
			upTo
		});
	}
	/** Stops sending; the connections stay. */
	stop() {
		this.tell({ type: "stop" });
	}
	async finish() {
		const report = messageOf(this.part, (m) => m.type === "stopped");
		this.tell({ type: "finish" });
		const stopped = await report;
		if (stopped.type !== "stopped") throw new Error("not a report");
		await this.part.stop();
		return {
			counts: stopped.counts,
			seconds: stopped.seconds,
			lateness: Histogram.fromJson(stopped.lateness)
		};
	}
	/** Ends it without a report, when the benchmark fails in between. */
	async abort() {
		await this.part.stop(100);
	}
	tell(message) {
		this.part.child.send(message);
	}
};
// src/bench/parts/drive.ts
/**
* One run against one side: connect, warm up, measure, stop, wait until everything is committed, count. The run at full speed is closed by
* the commits, not by the broker's PUBACKs: the broker takes four times what can be committed, and its growing queue would be measured instead.
*/
async function drive(target, options) {
	const boot = nextBoot();
	const devices = await target.devices(options.devices);
	const consoles = await Consoles.connect(options.dir, {
		...target.consoles(options.look),
		count: options.consoles,
		measuring: options.measuring ?? options.consoles
	});
	const mode = options.ratePerS === null ? { how: "allowed" } : {
		how: "paced",
		ratePerS: options.ratePerS
	};
	let load = null;
	try {
		load = await Load.connect(options.dir, {
			mqttUrl: target.mqttUrl,
			kind: "telemetry",
			boot,
			devices,
			mode,
			listen: target.name === "product"
		});
		await target.committed(boot);
		load.start();
		const flow = options.ratePerS === null ? keepFull(target, load, boot, options.window ?? 16e3) : null;
		await sleep(options.warmUpS * 1e3);
		consoles.reset();
		const meter = new CostMeter({
			...target.pids,
			publisher: [load.pid]
		});
		const from = {
			count: await target.committed(boot),
			atMs: performance.now()
		};
		await Promise.all([sleep(options.seconds * 1e3), options.meanwhile?.(consoles)]);
		const to = {
			count: await target.committed(boot),
			atMs: performance.now()
		};
		const cost = meter.stop();
		const seen = await consoles.report();
		load.stop();
		await flow?.stop();
		await sleep(250);
		const stoppedMs = performance.now();
		const sent = load.counts.sent;
		const endMs = stoppedMs + (options.drainWithinMs ?? 6e4);
		while (await target.committed(boot) < sent && performance.now() < endMs) await sleep(100);
		const drainS = (performance.now() - stoppedMs) / 1e3;
		const missing = sent - await target.committedExactly(boot);
		const report = await load.finish();
		load = null;
		const messages = to.count - from.count;
		const per = (cpuS) => cpuS * 1e6 / messages;
		const share = (cpuS) => cpuS / cost.elapsedS;
		return {
			committedPerS: messages * 1e3 / (to.atMs - from.atMs),
			cpuUsPerMessage: {
				server: per(cost.cpuS.server),
				broker: per(cost.cpuS.broker),
				database: per(cost.cpuS.database)
			},
			cores: {
				server: share(cost.cpuS.server),
				broker: share(cost.cpuS.broker),
				database: share(cost.cpuS.database),
				publisher: share(cost.cpuS.publisher)
			},
			seen,
			load: report,
			sent,
			missing,
			drainS
		};
	} finally {
		await load?.abort();
		await consoles.close();
	}
}
/** Waits until the processes of a side have nothing left to do (roll-ups, vacuum), so that they do not disturb the other side's turn. */
async function settle(target, options = {}) {
	const end = performance.now() + (options.withinMs ?? 3e4);
	for (;;) {
		const meter = new CostMeter({ all: [
			...target.pids.server,
			...target.pids.broker,
			...target.pids.database
		] });
		await sleep(1e3);
		const { cpuS, elapsedS } = meter.stop();
		if (cpuS.all / elapsedS < (options.cores ?? .15) || performance.now() > end) return;
	}
}
var lastBoot = 0;
/** Greater than any boot before it, also those of an earlier benchmark on the same database. */
function nextBoot() {
	lastBoot = Math.max(lastBoot + 1, Math.floor(Date.now() / 1e3));
	return lastBoot;
}
var sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Keeps `window` messages on their way until it is stopped. */
function keepFull(target, load, boot, window) {
	let going = true;
	const loop = (async () => {
		while (going) {
			load.allow(await target.committed(boot) + window);
			await sleep(50);
		}
	})();
	return { stop: async () => {
		going = false;
		await loop;
	} };
}
// src/bench/runs/steps.ts
var fleet = 1e3;
/** A console with the whole fleet of `n` on its map at street level, where the server draws no vehicles together, and some of them watched. */
function lookAt(n, watched = []) {
	return {
		map: {
			zoom: 15,
			...fleetBounds(n)
		},
		vehicles: watched
	};
}
/** One measured run with the usual settings, told in a line; both sides may only begin when the other has nothing left to do. */
async function measure(context, target, what, options) {
	await settle(target);
	const result = await drive(target, {
		dir: (await context.machine()).dir,
		devices: fleet,
		seconds: context.seconds,
		warmUpS: context.warmUpS,
		consoles: 10,
		look: lookAt(options.devices ?? 1e3),
		...options
	});
	const { committedPerS, cpuUsPerMessage: cpu, missing, load } = result;
	const late = percentiles(load.lateness);
	context.say(`  ${target.name}, ${what}: ${plain(committedPerS)}/s, CPU µs/message ${plain(cpu.server)} server, ${plain(cpu.database)} database, ${plain(cpu.broker)} broker` + (late === null ? "" : `; schedule p99 late ${plain(late.p99Ms)} ms`));
	if (missing > 0) context.note(`${what}: ${missing} of ${result.sent} messages were sent and not committed (${target.name})`);
	if (load.counts.lostConnections > 0) context.note(`${what}: ${load.counts.lostConnections} device connections were lost (${target.name})`);
	return result;
}
/** What a side commits at full speed; measured once in a session. */
async function ceilingOf(context, side) {
	const known = context.ceilings[side];
	if (known !== null) return known;
	const { committedPerS } = await measure(context, side === "product" ? await context.product() : await context.limit(), "ceiling", { ratePerS: null });
	context.ceilings[side] = committedPerS;
	return committedPerS;
}
var p = (h, share) => h.percentileMs(share) ?? NaN;
// src/bench/runs/consoles.ts
var few = 20;
var many = 200;
var ratePerS$2 = 1e3;
/** The clock of /proc ticks every 10 ms, and a room costs a hundredth of a core: shorter runs could not tell. */
var leastS = 20;
/** Ten times the consoles in one conflated room: the frame is made once, so only the writing of it may grow. */
var consoles = async (context) => {
	const seen = {
		product: /* @__PURE__ */ new Map([[few, []], [many, []]]),
		limit: /* @__PURE__ */ new Map([[few, []], [many, []]])
	};
	for (let pair = 0; pair < context.pairs; pair++) for (const count of pair % 2 === 0 ? [few, many] : [many, few]) {
		const product = await inProduct(context, count);
		seen.product.get(count)?.push(product);
		const bare = await inBareRoom(context, count, asMuchAs(product));
		seen.limit.get(count)?.push(bare);
		context.say(`  ${count} consoles: product ${plain(product.cores * 100)} % of a core, bare room ${plain(bare.cores * 100)} %; ${plain(product.framesPerConsolePerS)} frames/s each`);
	}
	const of = (side, count, pick) => (seen[side].get(count) ?? []).map(pick);
	const growth = (side) => of(side, many, (r) => r.cores).map((c, i) => c / (of(side, few, (r) => r.cores)[i] ?? NaN));
	const bench = "consoles";
	const limitIs = "bare Socket.IO room";
	const both = (count, pick) => ({
		product: of("product", count, pick),
		limit: of("limit", count, pick),
		limitIs
	});
	return [figure({
		bench,
		name: `CPU of the api process, ${many} consoles against ${few}`,
		unit: "×",
		product: growth("product"),
		limit: growth("limit"),
		limitIs,
		goal: [{
			of: "value",
			at: "most",
			than: 3
		}]
	}), ...[few, many].flatMap((count) => [
		figure({
			bench,
			name: `${count} consoles, ${fleet} vehicles in view, ${ratePerS$2} messages/s: CPU of the api process`,
			unit: "% of a core",
			...both(count, (r) => r.cores * 100)
		}),
		figure({
			bench,
			name: `${count} consoles: frames each`,
			unit: "/s",
			...both(count, (r) => r.framesPerConsolePerS)
		}),
		figure({
			bench,
			name: `${count} consoles: traffic each`,
			unit: "KB/s",
			...both(count, (r) => r.bytesPerConsolePerS / 1e3)
		}),
		figure({
			bench,
			name: `${count} consoles: p99 publish to map frame`,
			unit: "ms",
			product: of("product", count, (r) => r.p99Ms)
		})
	])];
};
/** As many frames a second, and as large, as the product sent to each console: 16 bytes a vehicle. */
function asMuchAs(product) {
	const vehicles = Math.round(product.bytesPerConsolePerS / product.framesPerConsolePerS / 16);
	if (!(vehicles > 0)) throw new StopWith("the consoles of the product received no map frames");
	return {
		vehicles,
		framesPerS: product.framesPerConsolePerS,
		volatile: true
	};
}
async function inProduct(context, count) {
	const product = await context.product();
	await settle(product);
	const seconds = Math.max(leastS, context.seconds);
	let cores = NaN;
	const { seen } = await drive(product, {
		dir: (await context.machine()).dir,
		devices: fleet,
		seconds,
		warmUpS: context.warmUpS,
		consoles: count,
		measuring: Math.min(count, 5),
		look: lookAt(fleet),
		ratePerS: ratePerS$2,
		meanwhile: async () => {
			const meter = new CostMeter({ api: [product.processes["api"] ?? 0] });
			await sleep(seconds * 1e3 - 50);
			const { cpuS, elapsedS } = meter.stop();
			cores = cpuS.api / elapsedS;
		}
	});
	return {
		cores,
		framesPerConsolePerS: seen.frames.map / count / seen.seconds,
		bytesPerConsolePerS: seen.bytes / count / seen.seconds,
		p99Ms: p(seen.latency.map, .99)
	};
}
async function inBareRoom(context, count, plan) {
	const room = startOwnPart("room", {
		dir: (await context.machine()).dir,
		plan
	});
	try {
		const ready = await messageOf(room, (m) => m.type === "ready");
		const ends = await Consoles.connect((await context.machine()).dir, {
			url: `http://127.0.0.1:${ready.type === "ready" ? ready.port : 0}`,
			token: null,
			look: null,
			count,
			measuring: Math.min(count, 5)
		});
		try {
			await sleep(context.warmUpS * 1e3);
			ends.reset();
			const meter = new CostMeter({ room: [room.pid] });
			await sleep(Math.max(leastS, context.seconds) * 1e3);
			const { cpuS, elapsedS } = meter.stop();
			const seen = await ends.report();
			return {
				cores: cpuS.room / elapsedS,
				framesPerConsolePerS: seen.frames.map / count / seen.seconds,
				bytesPerConsolePerS: seen.bytes / count / seen.seconds,
				p99Ms: p(seen.latency.map, .99)
			};
		} finally {
			await ends.close();
		}
	} finally {
		await room.stop(500);
	}
}
// src/bench/runs/devices.ts
/** Messages a second, the same for every size of fleet. */
var ratePerS$1 = 2e3;
var sizes = [
	100,
	1e3,
	1e4
];
/** Ten times the devices at the same message rate: does a message cost more because there are more who might have sent it? */
var devices = async (context) => {
	const sides = {
		product: await context.product(),
		limit: await context.limit()
	};
	const cost = {
		product: /* @__PURE__ */ new Map(),
		limit: /* @__PURE__ */ new Map()
	};
	for (let pair = 0; pair < context.pairs; pair++) for (const size of pair % 2 === 0 ? sizes : [...sizes].reverse()) for (const side of ["limit", "product"]) {
		const target = sides[side];
		const warmUpS = Math.max(context.warmUpS, size / ratePerS$1 * 1.5);
		const r = await measure(context, target, `${size} devices`, {
			ratePerS: ratePerS$1,
			devices: size,
			warmUpS,
			look: null
		});
		const list = cost[side].get(size) ?? [];
		list.push(perMessage(r));
		cost[side].set(size, list);
	}
	const of = (side, size) => cost[side].get(size) ?? [];
	const growth = (side, from, to) => of(side, to).map((us, i) => us / (of(side, from)[i] ?? NaN));
	const bench = "devices";
	return [...sizes.map((size) => figure({
		bench,
		name: `${size.toLocaleString("en-US")} devices at ${ratePerS$1}/s, server and database CPU a message`,
		unit: "µs",
		product: of("product", size),
		limit: of("limit", size),
		limitIs: "minimal path"
	})), ...[[100, 1e3], [1e3, 1e4]].map(([from, to]) => figure({
		bench,
		name: `cost a message, ${to.toLocaleString("en-US")} devices against ${from.toLocaleString("en-US")}`,
		unit: "×",
		product: growth("product", from, to),
		limit: growth("limit", from, to),
		limitIs: "minimal path",
		goal: [{
			of: "value",
			at: "most",
			than: 1.1
		}]
	}))];
};
var perMessage = (r) => r.cpuUsPerMessage.server + r.cpuUsPerMessage.database;
// src/bench/runs/ingest.ts
/** Messages a second at which the cost of one is compared. */
var costRatePerS = 5e3;
/** How much durable telemetry the product takes, and what a message costs its processes, against the minimal path. */
var ingest = async (context) => {
	const [product, limit] = [await context.product(), await context.limit()];
	const full = await inPairs(context.pairs, () => measure(context, product, "full speed", { ratePerS: null }), () => measure(context, limit, "full speed", { ratePerS: null }));
	const perS = {
		product: full.product.map((r) => r.committedPerS),
		limit: full.limit.map((r) => r.committedPerS)
	};
	context.ceilings.product = spreadOf(perS.product).median;
	context.ceilings.limit = spreadOf(perS.limit).median;
	const lingering = await context.limit(product.lingerMs);
	const cost = await inPairs(context.pairs, () => measure(context, product, `${costRatePerS}/s`, { ratePerS: costRatePerS }), () => measure(context, lingering, `${costRatePerS}/s`, { ratePerS: costRatePerS }));
	const us = (side, of) => cost[side].map((r) => r.cpuUsPerMessage[of]);
	const whole = (side, runs) => runs[side].map((r) => r.cpuUsPerMessage.server + r.cpuUsPerMessage.database + r.cpuUsPerMessage.broker);
	const bench = "ingest";
	const limitIs = "minimal path";
	return [
		figure({
			bench,
			name: "durable, validated, de-duplicated, with latest state and down/ack",
			unit: "messages/s",
			...perS,
			limitIs,
			goal: [{
				of: "ratio",
				at: "least",
				than: .6
			}]
		}),
		figure({
			bench,
			name: `server CPU a message at ${costRatePerS}/s`,
			unit: "µs",
			product: us("product", "server"),
			limit: us("limit", "server"),
			limitIs: `${limitIs}, same linger`,
			goal: [{
				of: "ratio",
				at: "most",
				than: 1.5
			}]
		}),
		figure({
			bench,
			name: `database CPU a message at ${costRatePerS}/s`,
			unit: "µs",
			product: us("product", "database"),
			limit: us("limit", "database"),
			limitIs
		}),
		figure({
			bench,
			name: `broker CPU a message at ${costRatePerS}/s`,
			unit: "µs",
			product: us("product", "broker"),
			limit: us("limit", "broker"),
			limitIs
		}),
		figure({
			bench,
			name: "server, database and broker CPU a message at full speed",
			unit: "µs",
			product: whole("product", full),
			limit: whole("limit", full),
			limitIs
		})
	];
};
// src/bench/runs/latency.ts
/** From the device's publish to the console's socket.io-client, at a quarter and at half of what the minimal path commits at full speed. */
var latency = async (context) => {
	const [product, limit] = [await context.product(), await context.limit()];
	const ceiling = await ceilingOf(context, "limit");
	const watched = (await product.vehicleIds(fleet)).filter((_, i) => i % 10 === 0).slice(0, 120);
	const figures = [];
	for (const share of [.25, .5]) {
		const ratePerS = Math.round(ceiling * share / 100) * 100;
		const what = `${share * 100} % of the ceiling (${ratePerS}/s)`;
		const runs = await inPairs(context.pairs, () => measure(context, product, what, {
			ratePerS,
			look: lookAt(fleet, watched)
		}), () => measure(context, limit, what, { ratePerS }));
		const of = (list, pick, at) => list.map((r) => p(pick(r), at));
		const limitAt = (at) => of(runs.limit, (r) => r.seen.latency.batch, at);
		for (const [at, name] of [
			[.5, "p50"],
			[.95, "p95"],
			[.99, "p99"]
		]) {
			const goal = at === .99 ? { goal: [{
				of: "ratio",
				at: "most",
				than: 2
			}] } : {};
			figures.push(figure({
				bench: "latency",
				name: `${name} at ${what}, a watched vehicle`,
				unit: "ms",
				product: of(runs.product, (r) => r.seen.latency.vehicle, at),
				limit: limitAt(at),
				limitIs: "minimal path",
				...goal
			}));
		}
		for (const [at, name] of [
			[.5, "p50"],
			[.95, "p95"],
			[.99, "p99"]
		]) figures.push(figure({
			bench: "latency",
			name: `${name} at ${what}, the map's conflated frames`,
			unit: "ms",
			product: of(runs.product, (r) => r.seen.latency.map, at),
			limit: limitAt(at),
			limitIs: "minimal path"
		}));
	}
	return figures;
};
// src/bench/runs/map.ts
var vehicles = 1e4;
/** The live map with ten thousand moving vehicles while it is panned, against a bare loop of as many sprites in the same page. */
var map = async (context) => {
	const program = browserProgram();
	const site = await serve(buildPage());
	const browser = await chromium.launch({
		executablePath: program,
		args: [
			"--no-sandbox",
			"--disable-gpu",
			"--disable-quic",
			"--no-first-run",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
			"--disable-gpu-vsync",
			"--disable-frame-rate-limit"
		]
	});
	try {
		const page = await browser.newPage({
			viewport: {
				width: 1920,
				height: 1080
			},
			deviceScaleFactor: 1
		});
		const problems = [];
		page.on("pageerror", (error) => problems.push(error.message));
		await page.goto(site.url);
		await page.waitForFunction("document.title === 'ready'");
		const once = async (kind) => {
			const frames = await page.evaluate(`pan('${kind}', ${vehicles}, ${context.seconds})`);
			if (problems.length > 0) throw new StopWith(`the map harness failed: ${problems.join("; ")}`);
			return {
				frame: histogramOf(frames.intervalsMs),
				script: histogramOf(frames.scriptMs)
			};
		};
		const runs = await inPairs(context.pairs, () => once("product"), () => once("bare"));
		tell(context, "product", runs.product);
		tell(context, "bare loop", runs.limit);
		const bench = "map";
		const limitIs = "bare sprite loop";
		const of = (what, share) => ({
			product: runs.product.map((r) => p(r[what], share)),
			limit: runs.limit.map((r) => p(r[what], share)),
			limitIs
		});
		return [
			figure({
				bench,
				name: `frame p95 while panning over ${vehicles.toLocaleString("en-US")} moving vehicles, 1920 × 1080`,
				unit: "ms",
				...of("frame", .95),
				goal: [{
					of: "ratio",
					at: "most",
					than: 1.5
				}]
			}),
			figure({
				bench,
				name: "frame p50",
				unit: "ms",
				...of("frame", .5)
			}),
			figure({
				bench,
				name: "the page's script in a frame, p95",
				unit: "ms",
				...of("script", .95)
			})
		];
	} finally {
		await browser.close();
		site.close();
	}
};
function tell(context, side, runs) {
	context.say(`  ${side}: frame p95 ${runs.map((r) => plain(p(r.frame, .95))).join(", ")} ms`);
}
function histogramOf(valuesMs) {
	const h = new Histogram();
	for (const v of valuesMs) h.recordMs(v);
	return h;
}
function browserProgram() {
	const found = [
		process.env["CHROMIUM"],
		"/usr/bin/chromium",
		"/usr/bin/chromium-browser",
		"/usr/bin/google-chrome"
	].find((path) => path !== void 0 && existsSync(path));
	if (found === void 0) throw new StopWith("The map benchmark needs Chromium: install it (apt install chromium) or name it in CHROMIUM.");
	return found;
}
/** The page is built anew each time: it is part of what is measured. */
function buildPage() {
	const root = repositoryRoot();
	const built = spawnSync(process.execPath, [
		join(root, "node_modules/vite/bin/vite.js"),
		"build",
		"--config",
		join(root, "apps/console/bench/vite.config.ts"),
		"--logLevel",
		"warn"
	], {
		cwd: join(root, "apps/console"),
		encoding: "utf8"
	});
	if (built.status !== 0) throw new StopWith(`The map harness cannot be built:\n${built.stderr}`);
	return join(root, "apps/console/bench/dist");
}
var types = {
	".html": "text/html",
	".js": "text/javascript",
	".css": "text/css",
	".json": "application/json",
	".png": "image/png",
	".svg": "image/svg+xml",
	".woff2": "font/woff2"
};
async function serve(folder) {
	const server = createServer((request, response) => {
		const path = normalize(new URL(request.url ?? "/", "http://x").pathname);
		const file = join(folder, path === "/" ? "index.html" : path);
		if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
			response.writeHead(404).end();
			return;
		}
		response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
		createReadStream(file).pipe(response);
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	return {
		url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`,
		close: () => server.close()
	};
}
// src/bench/runs/soak.ts
var everyMs = 5e3;
/** Consoles log in anew this often: an access token does not outlive the run. */
var loginEveryMs = 6e5;
/**
* Twice what the product can commit, for half an hour. What it cannot take stays with the broker, whose queue has an end: messages that the
* broker drops are the devices' to send again (down/ack names them). What must hold is our own memory.
*/
async function soak(context, minutes) {
	const product = await context.product();
	const ceiling = await ceilingOf(context, "product");
	await settle(product);
	const ratePerS = Math.round(ceiling * 2);
	const names = Object.keys(product.processes);
	const idle = memoryOf(product.processes);
	const boot = nextBoot();
	const look = {
		map: {
			zoom: 15,
			...fleetBounds(fleet)
		},
		vehicles: []
	};
	let ends = await Consoles.connect((await context.machine()).dir, {
		...product.consoles(look),
		count: 10,
		measuring: 1
	});
	const load = await Load.connect((await context.machine()).dir, {
		mqttUrl: product.mqttUrl,
		kind: "telemetry",
		boot,
		devices: await product.devices(fleet),
		mode: {
			how: "paced",
			ratePerS
		},
		listen: true
	});
	const readings = [];
	const startMs = performance.now();
	const endMs = startMs + minutes * 6e4;
	let loginMs = startMs + loginEveryMs;
	context.say(`  ${ratePerS}/s for ${minutes} minutes, twice the ${plain(ceiling)}/s that it commits`);
	try {
		load.start();
		while (performance.now() < endMs) {
			await sleep(Math.min(everyMs, endMs - performance.now()));
			readings.push({
				atS: (performance.now() - startMs) / 1e3,
				mb: memoryOf(product.processes),
				sent: load.counts.sent
			});
			if (readings.length % 12 === 0) context.say(`  ${plain((readings.at(-1)?.atS ?? 0) / 60)} min: ${names.map((n) => `${n} ${plain(readings.at(-1)?.mb[n] ?? NaN)} MB`).join(", ")}`);
			if (performance.now() > loginMs) {
				loginMs += loginEveryMs;
				await ends.close();
				await product.login();
				ends = await Consoles.connect((await context.machine()).dir, {
					...product.consoles(look),
					count: 10,
					measuring: 1
				});
			}
		}
		load.stop();
		const seen = await ends.report();
		if (seen.connected !== 10) context.note(`soak: ${10 - seen.connected} of 10 consoles were not connected at the end`);
		const report = await load.finish();
		if (report.counts.lostConnections > 0) context.note(`soak: ${report.counts.lostConnections} device connections were lost`);
	} finally {
		await load.abort();
		await ends.close();
	}
	const rows = await product.committedExactly(boot);
	const settled = readings.filter((r) => r.atS > minutes * 60 / 3);
	const last = readings.at(-1);
	const bench = "soak";
	const ours = [
		"ingest",
		"alerts",
		"api",
		"jobs"
	];
	const allowedMb = 166.38400000000001;
	context.note(`soak: ${minutes} minutes at ${ratePerS}/s: ${last?.sent ?? 0} sent, ${rows} committed; the rest waits in the broker's bounded queue or was dropped by it, for the devices to send again`);
	return [
		figure({
			bench,
			name: "committed under overload",
			unit: "messages/s",
			product: [rows / (last?.atS ?? 1)]
		}),
		...ours.map((name) => figure({
			bench,
			name: `${name}: most memory above idle`,
			unit: "MB",
			product: [Math.max(...readings.map((r) => r.mb[name] ?? 0)) - (idle[name] ?? 0)],
			goal: [{
				of: "value",
				at: "most",
				than: Math.round(allowedMb)
			}]
		})),
		...ours.map((name) => figure({
			bench,
			name: `${name}: slope of its memory in the last two thirds`,
			unit: "MB/min",
			product: [slopeOf(settled.map((r) => ({
				x: r.atS / 60,
				y: r.mb[name] ?? 0
			})))],
			goal: [{
				of: "value",
				at: "most",
				than: .5
			}]
		})),
		...["broker", "postgres"].map((name) => figure({
			bench,
			name: `${name}: memory at the end`,
			unit: "MB",
			product: [last?.mb[name] ?? NaN]
		}))
	];
}
function memoryOf(processes) {
	return Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, costOf(pid).rssBytes / 1e6]));
}
// src/bench/runs/sos.ts
var sosPerS = 10;
var warmUpCalls = 20;
var warmUpMs = 4e3;
/** More than the product can commit: its queues are full the whole time. */
var overload = 1.5;
/** A call for help while the fleet talks more than the back end can write, against the same call in silence. */
var sos = async (context) => {
	const ceiling = await ceilingOf(context, "product");
	const runs = await inPairs(context.pairs, () => once$1(context, Math.round(ceiling * overload)), () => once$1(context, 0));
	const bench = "sos";
	const limitIs = "idle system";
	const at = (share) => ({
		product: runs.product.map((h) => p(h, share)),
		limit: runs.limit.map((h) => p(h, share)),
		limitIs
	});
	return [figure({
		bench,
		name: `p50 of an SOS at ${plain(overload)} times the telemetry it can take`,
		unit: "ms",
		...at(.5)
	}), figure({
		bench,
		name: `p99 of an SOS at ${plain(overload)} times the telemetry it can take`,
		unit: "ms",
		...at(.99),
		goal: [{
			of: "ratio",
			at: "most",
			than: 3
		}, {
			of: "value",
			at: "most",
			than: 500
		}]
	})];
};
async function once$1(context, telemetryPerS) {
	const product = await context.product();
	await settle(product);
	const seconds = Math.max(20, context.seconds);
	const calls = seconds * sosPerS;
	const firstCalls = await product.sosDevices(warmUpCalls);
	const devices = await product.sosDevices(calls);
	const callForHelp = async (ends) => {
		const warmUp = await Load.connect((await context.machine()).dir, {
			mqttUrl: product.mqttUrl,
			kind: "sos",
			boot: nextBoot(),
			devices: firstCalls,
			mode: {
				how: "paced",
				ratePerS: sosPerS
			},
			limit: warmUpCalls,
			listen: true
		});
		warmUp.start();
		await sleep(warmUpMs);
		await warmUp.finish();
		const load = await Load.connect((await context.machine()).dir, {
			mqttUrl: product.mqttUrl,
			kind: "sos",
			boot: nextBoot(),
			devices,
			mode: {
				how: "paced",
				ratePerS: sosPerS
			},
			limit: calls,
			listen: true
		});
		try {
			ends.reset();
			load.start();
			await sleep((seconds + 2) * 1e3);
			const seen = await ends.report();
			const heard = seen.latency.sos.count;
			if (heard !== calls * 10) context.note(`sos: ${calls} calls to 10 consoles, ${heard} of ${calls * 10} arrived within ${seconds + 2} s (telemetry ${telemetryPerS}/s)`);
			return seen.latency.sos;
		} finally {
			await load.abort();
			await product.closeSosCalls();
		}
	};
	let heard = null;
	if (telemetryPerS === 0) {
		const ends = await Consoles.connect((await context.machine()).dir, {
			...product.consoles(lookAt(fleet)),
			count: 10,
			measuring: 10
		});
		try {
			heard = await callForHelp(ends);
		} finally {
			await ends.close();
		}
	} else await drive(product, {
		dir: (await context.machine()).dir,
		devices: fleet,
		seconds: seconds + warmUpMs / 1e3 + 5,
		warmUpS: 5,
		consoles: 10,
		look: lookAt(fleet),
		ratePerS: telemetryPerS,
		drainWithinMs: 12e4,
		meanwhile: async (ends) => {
			heard = await callForHelp(ends);
		}
	});
	if (heard === null) throw new Error("nothing was heard");
	const all = percentiles(heard);
	context.say(`  SOS with ${telemetryPerS} messages/s beside it: p50 ${plain(all?.p50Ms ?? NaN)}, p99 ${plain(all?.p99Ms ?? NaN)} ms (${all?.count ?? 0} heard)`);
	return heard;
}
// src/bench/runs/stalled.ts
var screens = 20;
var ratePerS = 1e3;
/** One browser that has stopped reading: what it costs the server, and what the others notice. */
var stalled = async (context) => {
	const runs = await inPairs(context.pairs, () => once(context, 1), () => once(context, 0));
	context.say(`  without: p99 ${runs.limit.map((r) => plain(r.p99Ms)).join(", ")} ms; with one stalled: ${runs.product.map((r) => plain(r.p99Ms)).join(", ")} ms`);
	const bench = "stalled";
	const limitIs = "without it";
	return [
		figure({
			bench,
			name: `memory of the api process that one stalled browser of ${screens} costs`,
			unit: "MB",
			goal: [{
				of: "value",
				at: "most",
				than: 5
			}],
			product: runs.product.map((r, i) => r.grownMb - (runs.limit[i]?.grownMb ?? NaN))
		}),
		figure({
			bench,
			name: "p99 publish to map frame of the others",
			unit: "ms",
			product: runs.product.map((r) => r.p99Ms),
			limit: runs.limit.map((r) => r.p99Ms),
			limitIs,
			goal: [{
				of: "ratio",
				at: "most",
				than: 1.05
			}]
		}),
		figure({
			bench,
			name: "p50 publish to map frame of the others",
			unit: "ms",
			product: runs.product.map((r) => r.p50Ms),
			limit: runs.limit.map((r) => r.p50Ms),
			limitIs
		})
	];
};
async function once(context, stalledScreens) {
	const product = await context.product();
	await settle(product);
	const api = product.processes["api"] ?? 0;
	const seconds = Math.max(20, context.seconds);
	let before = 0;
	let after = 0;
	const { seen } = await drive(product, {
		dir: (await context.machine()).dir,
		devices: fleet,
		seconds,
		warmUpS: context.warmUpS,
		consoles: screens,
		measuring: 19,
		look: lookAt(fleet),
		ratePerS,
		meanwhile: async (ends) => {
			before = costOf(api).rssBytes;
			if (stalledScreens > 0) await ends.stall(stalledScreens);
			const readings = [];
			const end = performance.now() + seconds * 1e3 - 200;
			while (performance.now() < end) {
				await new Promise((resolve) => setTimeout(resolve, 250));
				readings.push(costOf(api).rssBytes);
			}
			const last = readings.slice(-20);
			after = last.reduce((a, b) => a + b, 0) / Math.max(1, last.length);
		}
	});
	return {
		p99Ms: p(seen.latency.map, .99),
		p50Ms: p(seen.latency.map, .5),
		grownMb: (after - before) / 1e6
	};
}
// src/bench/targets/machine.ts
async function startMachine(dir) {
	mkdirSync(dir, { recursive: true });
	const postgres = await startPostgres({
		dataDir: join(dir, "postgres"),
		password: "bench",
		logFile: join(dir, "postgres.log")
	});
	const pid = postgres.child.pid ?? 0;
	const end = () => signal(pid, "SIGQUIT");
	process.once("exit", end);
	return {
		dir,
		postgresPid: pid,
		database: async (name) => {
			await ensureDatabase(postgres.url("postgres"), name);
			return postgres.url(name);
		},
		stop: async () => {
			await postgres.stop();
			process.off("exit", end);
		}
	};
}
// src/bench/targets/minimal-target.ts
var deviceName = (index) => `BENCH-${String(index + 1).padStart(5, "0")}`;
/** The minimal path with a broker of its own, on the database server of the machine. */
async function startMinimal(machine, lingerMs) {
	const databaseUrl = await machine.database(`minimal_${lingerMs}`);
	const broker = await startMosquitto(machine.dir, `broker-minimal-${lingerMs}`, { kind: "anybody" });
	const part = startOwnPart("minimal", {
		dir: machine.dir,
		plan: {
			mqttUrl: broker.serverUrl,
			databaseUrl,
			lingerMs
		}
	});
	const ready = await messageOf(part, (m) => m.type === "ready");
	const url = `http://127.0.0.1:${ready.type === "ready" ? ready.port : 0}`;
	let before = {
		boot: 0,
		count: 0
	};
	let requests = 0;
	const count = async () => {
		const request = ++requests;
		const answer = messageOf(part, (m) => m.type === "counted" && m.request === request);
		part.child.send({
			type: "count",
			request
		});
		const counted = await answer;
		return counted.type === "counted" ? counted.committed : 0;
	};
	const pool = new pg.Pool({
		connectionString: databaseUrl,
		max: 2
	});
	pool.on("error", () => void 0);
	return {
		name: "limit",
		mqttUrl: broker.deviceUrl,
		databaseUrl,
		pids: {
			server: [part.pid],
			broker: [broker.pid],
			database: [machine.postgresPid]
		},
		processes: {
			minimal: part.pid,
			broker: broker.pid,
			postgres: machine.postgresPid
		},
		devices: (n) => Promise.resolve(Array.from({ length: n }, (_, index) => ({
			id: deviceName(index),
			index
		}))),
		consoles: () => ({
			url,
			token: null,
			look: null
		}),
		committed: async (boot) => {
			const committed = await count();
			if (before.boot !== boot) before = {
				boot,
				count: committed
			};
			return committed - before.count;
		},
		committedExactly: async (boot) => Number((await pool.query("SELECT count(*) AS n FROM minimal WHERE boot = $1", [boot])).rows[0]?.n),
		stop: async () => {
			await pool.end();
			await part.stop();
			await broker.part.stop();
		}
	};
}
// src/bench/targets/product-fleet.ts
/** One secret for the whole fleet of a benchmark: the broker derives a key at each CONNECT all the same. */
var fleetSecret = "bench-device-secret";
var consoleAccount = {
	id: "bench",
	password: "bench-of-Headland-1"
};
/** argon2id of that password; the database of a benchmark is thrown away. */
var consoleHash = "$argon2id$v=19$m=65536,p=4,t=3$Wv8gP8iPanMuJkcmv5EN0w$twiC06lbROn4rMmR4310731xfUvI2Zg5BeqzLedTi3U";
/** A line's hash in the format of Mosquitto's password file and of `device.secret_hash`. */
function mosquittoHash(secret) {
	const salt = randomBytes(12);
	return `$7$101$${salt.toString("base64")}$${pbkdf2Sync(secret, salt, 101, 64, "sha512").toString("base64")}`;
}
/** An organisation that sees everything, an administrator of it, one model; nothing else is in the database. */
async function insertHeadOffice(pool) {
	await pool.query(`
    WITH office AS (INSERT INTO organization (name, type) VALUES ('Bench', 'HEAD_OFFICE') RETURNING id)
    INSERT INTO user_account (login_id, name, password_hash, role, group_type, organization_id) SELECT '${consoleAccount.id}', 'Bench', '${consoleHash}', 'ADMIN', 'HEAD_OFFICE', id FROM office`);
	await pool.query(`INSERT INTO model (name, type, release_year, horsepower, remote_control, rollover) VALUES ('B1', 'premium', 2024, 100, 'none', '{"1": {"x": 45, "y": 45, "z": 60}, "2": {"x": 45, "y": 45, "z": 60}}')`);
}
/** Registers devices `from` to `to` (exclusive), each on a vehicle of its own. Answers the vehicles' ids in that order. */
async function insertVehicles(pool, from, to, secretHash) {
	const names = Array.from({ length: to - from }, (_, i) => deviceName(from + i));
	await pool.query("INSERT INTO device (id, secret_hash) SELECT id, $2 FROM unnest($1::text[]) AS list(id)", [names, secretHash]);
	const { rows } = await pool.query(`INSERT INTO vehicle (vin, model_id, organization_id, device_id, release_year, horsepower)
     SELECT 'VIN' || name, (SELECT id FROM model LIMIT 1), (SELECT id FROM organization LIMIT 1), name, 2024, 100 FROM unnest($1::text[]) AS list(name) RETURNING id, device_id`, [names]);
	const ids = new Map(rows.map((r) => [r.device_id, r.id]));
	return names.map((name) => ids.get(name) ?? 0);
}
// src/bench/targets/product-target.ts
var serverAccount = {
	username: "headland-server",
	password: "bench-server-password"
};
var lingerMs = 5;
/** SOS callers stand behind the fleet, so that none is ever both. */
var firstSosDevice = 2e4;
var sosDeviceCount = 6e3;
var roles = [
	"ingest",
	"alerts",
	"api",
	"jobs"
];
/** The product as it is run in production: Mosquitto with accounts and topics, PostgreSQL, four processes of the built server. */
async function startProduct(machine, fleetSize) {
	const main = join(repositoryRoot(), "apps/server/dist/main.js");
	if (!existsSync(main)) throw new StopWith("apps/server is not built: npm run build");
	const databaseUrl = await machine.database("product");
	const dataDir = join(machine.dir, "product-data");
	mkdirSync(dataDir, { recursive: true });
	const broker = await startMosquitto(machine.dir, "broker-product", {
		kind: "accounts",
		...writeAccess(machine.dir, fleetSize)
	});
	const env = {
		NODE_ENV: "production",
		HOST: "127.0.0.1",
		DATABASE_URL: databaseUrl,
		MQTT_URL: broker.serverUrl,
		MQTT_USERNAME: serverAccount.username,
		MQTT_PASSWORD: serverAccount.password,
		JWT_SECRET: randomBytes(32).toString("hex"),
		DATA_DIR: dataDir,
		DEVELOPMENT: "false",
		LOG_LEVEL: "warn",
		INGEST_LINGER_MS: String(lingerMs),
		SOS_ESCALATE_S: "86400"
	};
	const pool = new pg.Pool({
		connectionString: databaseUrl,
		max: 4
	});
	pool.on("error", () => void 0);
	const migration = startProgram("migrate", process.execPath, ["--enable-source-maps", main], {
		dir: machine.dir,
		env: {
			...env,
			RUN: "migrate"
		}
	});
	await until("the migrations", () => migration.child.exitCode === 0, {
		withinMs: 6e4,
		parts: [migration]
	});
	await insertHeadOffice(pool);
	const secretHash = mosquittoHash(fleetSecret);
	const fleet = await insertVehicles(pool, 0, fleetSize, secretHash);
	await insertVehicles(pool, firstSosDevice, 26e3, secretHash);
	const parts = {};
	const ports = {};
	for (const role of roles) {
		const port = await freePort();
		ports[role] = port;
		parts[role] = startProgram(role, process.execPath, ["--enable-source-maps", main], {
			dir: machine.dir,
			env: {
				...env,
				RUN: role,
				PORT: String(port),
				HEALTH_PORT: String(port)
			}
		});
	}
	const all = Object.values(parts);
	for (const role of roles) await until(`${role} to be ready`, () => isReady(ports[role] ?? 0), {
		withinMs: 6e4,
		everyMs: 100,
		parts: all
	});
	const apiUrl = `http://127.0.0.1:${ports.api}`;
	let token = await login(apiUrl);
	let nextSos = 0;
	return {
		name: "product",
		mqttUrl: broker.deviceUrl,
		databaseUrl,
		apiUrl,
		lingerMs,
		pids: {
			server: all.map((part) => part.pid),
			broker: [broker.pid],
			database: [machine.postgresPid]
		},
		processes: {
			...Object.fromEntries(Object.entries(parts).map(([role, part]) => [role, part.pid])),
			broker: broker.pid,
			postgres: machine.postgresPid
		},
		devices: (n) => Promise.resolve(Array.from({ length: n }, (_, index) => deviceAt(index))),
		consoles: (look) => ({
			url: apiUrl,
			token,
			look
		}),
		vehicleIds: (n) => Promise.resolve(fleet.slice(0, n)),
		sosDevices: (n) => {
			const list = Array.from({ length: n }, (_, i) => deviceAt(firstSosDevice + (nextSos + i) % sosDeviceCount));
			nextSos = (nextSos + n) % sosDeviceCount;
			return Promise.resolve(list);
		},
		closeSosCalls: async () => {
			await pool.query("UPDATE sos_call SET status = 'falseAlarm', cause = 'test', closed_at = now(), version = version + 1, next_escalation_at = NULL WHERE closed_at IS NULL");
			await pool.query("UPDATE vehicle_state SET open_sos = 0, sos_raised = false, changed = pg_current_xact_id() WHERE open_sos > 0");
		},
		login: async () => {
			token = await login(apiUrl);
		},
		committed: async (boot) => Number((await pool.query("SELECT sum(seq) AS n FROM vehicle_state WHERE boot = $1", [boot])).rows[0]?.n ?? 0),
		committedExactly: async (boot) => Number((await pool.query("SELECT count(*) AS n FROM telemetry WHERE boot = $1", [boot])).rows[0]?.n),
		stop: async () => {
			await pool.end();
			await Promise.all(all.map((part) => part.stop()));
			await broker.part.stop();
		}
	};
}
var deviceAt = (index) => ({
	id: deviceName(index),
	index,
	username: deviceName(index),
	password: fleetSecret
});
async function isReady(port) {
	try {
		return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
	} catch {
		return false;
	}
}
async function login(apiUrl) {
	const response = await fetch(`${apiUrl}${session.login.path}`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(consoleAccount)
	});
	const answer = await response.json();
	if (!answer.success) throw new StopWith(`the bench cannot log in: ${answer.error.code} ${answer.error.message}`);
	return response.headers.get("x-auth-access-token") ?? answer.data.accessToken;
}
/** The accounts and topics of the device protocol, as infra/mosquitto gives them. */
function writeAccess(dir, fleetSize) {
	const passwordFile = join(dir, "passwords");
	const hash = mosquittoHash(fleetSecret);
	const devices = [...range(0, fleetSize), ...range(firstSosDevice, 26e3)].map((index) => `${deviceName(index)}:${hash}`);
	writeFileSync(passwordFile, [
		`${serverAccount.username}:${mosquittoHash(serverAccount.password)}`,
		...devices,
		""
	].join("\n"), { mode: 384 });
	const own = join(repositoryRoot(), "infra/mosquitto/acl");
	if (existsSync(own)) return {
		passwordFile,
		aclFile: own
	};
	const aclFile = join(dir, "acl");
	const lines = [
		`user ${serverAccount.username}`,
		"topic read tms/v1/+/up/#",
		"topic write tms/v1/+/down/#",
		"topic read $SYS/#",
		"",
		"pattern write tms/v1/%u/up/#",
		"pattern read tms/v1/%u/down/#",
		""
	];
	writeFileSync(aclFile, lines.join("\n"), { mode: 384 });
	return {
		passwordFile,
		aclFile
	};
}
var range = (from, to) => Array.from({ length: to - from }, (_, i) => from + i);
// src/bench/bench.ts
var benches = {
	ingest,
	latency,
	devices,
	consoles,
	stalled,
	sos,
	map
};
var usage = `npm run bench -- [${Object.keys(benches).join(" ")}] [--pairs 3] [--seconds 10] [--warm-up 4] [--quick]
npm run bench -- soak --minutes 30
Without a name everything but soak is run. Results: docs/bench.md and docs/bench.json (--out <folder> for another).`;
/** As many as the largest benchmark asks for. */
var fleetSize = 1e4;
async function runBench(args) {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			pairs: { type: "string" },
			seconds: { type: "string" },
			"warm-up": { type: "string" },
			minutes: {
				type: "string",
				default: "30"
			},
			quick: {
				type: "boolean",
				default: false
			},
			out: { type: "string" },
			help: {
				type: "boolean",
				default: false
			}
		}
	});
	const names = positionals.length === 0 ? Object.keys(benches) : positionals;
	if (values.help || names.some((n) => n !== "soak" && !(n in benches))) {
		console.log(usage);
		process.exitCode = values.help ? 0 : 1;
		return;
	}
	if (process.platform !== "linux") throw new StopWith("The benchmark reads the cost of processes from /proc: it runs on Linux.");
	if (names.some((n) => n !== "map") && !hasMosquitto()) throw new StopWith("The benchmark needs the broker of production: install mosquitto (apt install mosquitto).");
	const settings = {
		pairs: numberOf(values.pairs, values.quick ? 1 : 3),
		seconds: numberOf(values.seconds, values.quick ? 5 : 10),
		warmUpS: numberOf(values["warm-up"], values.quick ? 2 : 4)
	};
	const session = new Session(settings);
	const figures = [];
	let failed = null;
	const interrupted = () => {
		session.stop().finally(() => process.exit(130));
	};
	process.once("SIGINT", interrupted);
	process.once("SIGTERM", interrupted);
	const loadBefore = loadavg()[0] ?? 0;
	try {
		for (const name of names) {
			console.log(`\n${name}`);
			const list = name === "soak" ? await soak(session.context, numberOf(values.minutes, 30)) : await (benches[name] ?? ingest)(session.context);
			console.log(asTable(list));
			figures.push(...list);
		}
	} catch (error) {
		failed = error;
	} finally {
		await session.stop();
	}
	const out = values.out ?? join(repositoryRoot(), "docs");
	const json = join(out, "bench.json");
	const report = merge(existsSync(json) ? JSON.parse(readFileSync(json, "utf8")) : null, {
		at: (/* @__PURE__ */ new Date()).toISOString(),
		machine: {
			cores: cpus().length,
			memoryGiB: Math.round(totalmem() / 2 ** 30),
			cpu: cpus()[0]?.model ?? "unknown",
			node: process.versions.node,
			platform: process.platform,
			loadBefore: Math.round(loadBefore * 100) / 100
		},
		settings: {
			pairs: settings.pairs,
			"seconds a run": settings.seconds,
			"warm-up in seconds": settings.warmUpS
		},
		figures,
		notes: session.notes
	});
	mkdirSync(out, { recursive: true });
	writeFileSync(json, `${JSON.stringify(report, null, 1)}\n`);
	writeFileSync(join(out, "bench.md"), asMarkdown(report));
	const missed = figures.filter((f) => f.met === false);
	console.log(`\n${figures.filter((f) => f.met === true).length} goals met, ${missed.length} missed${missed.map((f) => `\n  ${f.bench}: ${f.name}`).join("")}`);
	for (const note of session.notes) console.log(`note: ${note}`);
	if (failed !== null) throw failed;
	if (missed.length > 0) process.exitCode = 2;
}
/** What is started stays for all benchmarks of one call, and only what they need is started. */
var Session = class {
	notes = [];
	context;
	dir = join(tmpdir(), `headland-bench-${process.pid}`);
	machine = null;
	started = /* @__PURE__ */ new Map();
	stopping = null;
	constructor(settings) {
		this.context = {
			...settings,
			machine: () => this.machine ??= startMachine(this.dir),
			product: () => this.once("product", async () => startProduct(await this.context.machine(), fleetSize)),
			limit: (lingerMs = 0) => this.once(`limit ${lingerMs}`, async () => startMinimal(await this.context.machine(), lingerMs)),
			say: (line) => console.log(line),
			note: (line) => {
				this.notes.push(line);
			},
			ceilings: {
				product: null,
				limit: null
			}
		};
	}
	stop() {
		return this.stopping ??= (async () => {
			await Promise.allSettled([...this.started.values()].map(async (target) => (await target).stop()));
			await stopAllParts();
			await (await this.machine)?.stop();
			rmSync(this.dir, {
				recursive: true,
				force: true
			});
		})();
	}
	once(name, start) {
		const known = this.started.get(name);
		if (known !== void 0) return known;
		const starting = start();
		this.started.set(name, starting);
		return starting;
	}
};
function numberOf(text, otherwise) {
	if (text === void 0) return otherwise;
	const n = Number(text);
	if (!(n > 0)) throw new StopWith(`${text} is not a number above 0\n${usage}`);
	return n;
}
export { runBench };

//# sourceMappingURL=bench-BkXstAQt.js.map