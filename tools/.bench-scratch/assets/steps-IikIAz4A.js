import { n as percentiles, t as Histogram } from "./histogram-B9tITevf.js";
import { i as startOwnPart, t as messageOf } from "./part-BHwR-qR-.js";
import { n as fleetBounds } from "./load-message-CqlW5vXh.js";
import { a as plain } from "./report-y3L7Y5I6.js";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
export { measure as t };

//# sourceMappingURL=steps-IikIAz4A.js.map