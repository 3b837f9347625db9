import { t as StopWith } from "./assets/stop-with-B6B3HYQA.js";
import { n as inCheckout } from "./assets/checkout-DtVrf1O3.js";
import { a as answers, c as gone, d as signal, i as findPostgres, n as ensureDatabase, o as freePort, r as startPostgres, u as processesIn } from "./assets/postgres-DoksQhnK.js";
import { _ as endpoint, a as day, c as isoTime, d as paging, f as partCode, g as t1500, h as positive, i as bigId, l as many, m as phone, n as session, o as flag, p as personName, r as IdParams, s as id, t as accessHeader, u as memo } from "./assets/session-BnkXTnh1.js";
import { a as lon, i as lat, l as wireText, n as downKinds, o as tilt, r as envelope, s as upKinds, t as deviceTs } from "./assets/envelope-BQT4ZIeO.js";
import { t as findProgram } from "./assets/services-BgZabtHn.js";
import { chmodSync, closeSync, cpSync, createReadStream, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { z } from "zod";
import { pbkdf2Sync, randomBytes } from "node:crypto";
import { io } from "socket.io-client";
import { connect, createServer } from "node:net";
import pg from "pg";
import mqtt from "mqtt";
import { performance as performance$1 } from "node:perf_hooks";
// src/chaos/report.ts
/** A run of some scenarios replaces only theirs. */
function mergeReports(before, now) {
	const fresh = new Set(now.results.map((r) => r.number));
	const kept = (before?.results ?? []).filter((r) => !fresh.has(r.number)).map((r) => ({
		...r,
		at: r.at ?? before?.at ?? now.at
	}));
	return {
		...now,
		results: [...kept, ...now.results.map((r) => ({
			...r,
			at: now.at
		}))].sort((a, b) => a.number - b.number)
	};
}
/** A few lines for the terminal. */
function asText(r) {
	const head = `${String(r.number).padStart(2)}  ${r.met ? "held  " : "FAILED"}  ${r.name.padEnd(28)} ${String(r.seconds).padStart(6)} s  ${figuresOf(r)}`;
	const checks = r.checks.filter((c) => !c.met).map((c) => `    not met: ${c.name} (${c.is})`);
	const failure = r.failure === null ? [] : [`    ${r.failure.replaceAll("\n", "\n    ")}`];
	return [
		head,
		...checks,
		...r.findings.flatMap(lines),
		...failure
	].join("\n");
}
var figuresOf = (r) => Object.entries(r.figures).map(([name, value]) => `${name} ${value}`).join(", ");
var lines = (f) => [`    ${f.count} ${f.what}: ${f.subject}`, ...f.examples.map((e) => `      ${e}`)];
function asMarkdown(report, scenarios) {
	const { machine, seed, broker } = report;
	const rows = report.results.map((r) => {
		const scenario = scenarios.find((s) => s.number === r.number);
		return [
			`## ${r.number}. ${r.name}: ${r.met ? "held" : "**failed**"}`,
			"",
			`${scenario?.fault ?? ""}.`,
			"",
			`Must hold: ${scenario?.pass ?? ""}.`,
			"",
			...table(r),
			""
		].join("\n");
	});
	return `# Chaos

What happens to messages when parts of the product die, hang or are lied to. \`npm run chaos\` plays each scenario against the real processes in a world of
its own (Mosquitto with infra/mosquitto, PostgreSQL with its durable settings, the four processes of the built server, the simulator as generator) and
closes the account: what the generator was acknowledged, by its own ledger, minus what the database holds is empty; nothing is there twice; every fault and
call for help, worked out from the ledger by a model that shares no code with the server, exists exactly once; every console shows what the database holds;
the broker dropped nothing. The numbers of the scenarios are kept when some are left out.

Last full run: ${report.at.slice(0, 10)}, seed ${seed}, broker ${broker}, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB, Node ${machine.node}.
Generator, broker, database, server and consoles share these cores, so rates are small and outages are as long as they say.

| # | scenario | | acked | stored | s |
|---|---|---|---|---|---|
${report.results.map((r) => `| ${r.number} | ${r.name} | ${r.met ? "held" : "**failed**"} | ${r.figures["acked"] ?? ""} | ${r.figures["stored"] ?? ""} | ${r.seconds} |`).join("\n")}

${rows.join("\n")}`;
}
function table(r) {
	const figures = Object.entries(r.figures).map(([name, value]) => `| ${name} | ${value} |`);
	const checks = r.checks.map((c) => `| ${c.met ? "" : "**not met:** "}${c.name} | ${c.is} |`);
	const findings = r.findings.map((f) => `| **${f.what}: ${f.subject}** | ${f.count}: ${f.examples.join("; ")} |`);
	const failure = r.failure === null ? [] : [`| **ended early** | ${r.failure.split("\n")[0] ?? ""} |`];
	return [
		"| | |",
		"|---|---|",
		...figures,
		...checks,
		...findings,
		...failure
	];
}
// src/chaos/world/program.ts
/** One process of a world, started and ended on purpose: nothing starts it again by itself. */
var Program = class {
	name;
	command;
	args;
	where;
	/** MiB, the highest of all its lives */
	peakMiB = 0;
	child = null;
	constructor(name, command, args, where) {
		this.name = name;
		this.command = command;
		this.args = args;
		this.where = where;
		all.add(this);
	}
	start() {
		if (this.running) throw new Error(`${this.name} runs already`);
		mkdirSync(dirname(this.where.logFile), { recursive: true });
		const log = openSync(this.where.logFile, "a");
		const child = spawn(this.command, this.args, {
			env: {
				...process.env,
				...this.where.env
			},
			detached: true,
			stdio: this.where.hear === void 0 ? [
				"ignore",
				log,
				log
			] : [
				"pipe",
				"pipe",
				log
			],
			...this.where.cwd === void 0 ? {} : { cwd: this.where.cwd }
		});
		closeSync(log);
		child.on("error", () => void 0);
		child.stdin?.on("error", () => void 0);
		if (child.stdout !== null && this.where.hear !== void 0) createInterface({ input: child.stdout }).on("line", this.where.hear);
		this.child = child;
		return child;
	}
	get running() {
		return this.child?.pid !== void 0 && this.child.exitCode === null && this.child.signalCode === null;
	}
	get pid() {
		return this.child?.pid ?? 0;
	}
	get exitCode() {
		return this.child?.exitCode ?? null;
	}
	say(line) {
		this.child?.stdin?.write(`${line}\n`);
	}
	/** kill -9: it has no chance to say or write anything. */
	async kill() {
		await this.end([["SIGKILL", 1e4]]);
	}
	async stop(withinMs = 1e4) {
		await this.end([["SIGTERM", withinMs], ["SIGKILL", 1e4]]);
	}
	freeze() {
		signal(this.pid, "SIGSTOP");
	}
	thaw() {
		signal(this.pid, "SIGCONT");
	}
	/** Highest memory in MiB so far, over all its lives: the kernel's own high-water mark. */
	peakMemoryMiB() {
		if (this.running) this.peakMiB = Math.max(this.peakMiB, statusMiB(this.pid, "VmHWM"));
		return this.peakMiB;
	}
	/** MiB that it holds now. */
	memoryMiB() {
		return statusMiB(this.pid, "VmRSS");
	}
	get lastWords() {
		return tailOf(this.where.logFile);
	}
	async end(steps) {
		const { child, pid } = this;
		if (!this.running || child === null) return;
		this.peakMemoryMiB();
		const exited = new Promise((resolve) => child.once("exit", () => resolve()));
		for (const [name, waitMs] of steps) {
			signal(pid, name);
			if (await gone(pid, waitMs)) break;
		}
		await exited;
	}
};
var all = /* @__PURE__ */ new Set();
/** At the end of the suite, however it comes. */
var killAllPrograms = () => {
	for (const program of all) if (program.running) signal(program.pid, "SIGKILL");
};
function statusMiB(pid, key) {
	try {
		const kiB = new RegExp(`^${key}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
		return Math.round(Number(kiB ?? 0) / 1024);
	} catch {
		return 0;
	}
}
function tailOf(file, lines = 8) {
	try {
		return readFileSync(file, "utf8").trim().split("\n").slice(-lines).join("\n");
	} catch {
		return "(no log)";
	}
}
/** Waits for a fact, never for a time: asks again and again until it is so. */
async function until(what, isSo, { withinMs, everyMs = 50, programs = [], explain }) {
	const end = performance.now() + withinMs;
	for (;;) {
		if (await isSo()) return;
		const dead = programs.find((p) => !p.running);
		if (dead) throw new StopWith(`waiting for ${what}: ${dead.name} ended (${dead.exitCode ?? "killed"}):\n${dead.lastWords}`);
		if (performance.now() > end) throw new StopWith(`waited ${(withinMs / 1e3).toFixed(0)} s for ${what}${explain ? ` (${explain()})` : ""}${programs.map((p) => `\n${p.name}: ${p.lastWords}`).join("")}`);
		await pause(everyMs);
	}
}
var pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
// ../libs/contracts/src/shared-shapes.ts
/** Shapes that several subjects carry. */
/** Nearest known place as text in both languages, with distance and direction already in it, e.g. "Jeongeup 4.2 km NE". */
var Place = z.object({
	ko: z.string(),
	en: z.string()
});
var Named = z.object({
	id: z.number(),
	name: z.string()
});
/** The vehicle as a queue row shows it. `agency` is its dealer organisation. */
var VehicleRef = z.object({
	id: z.number(),
	vin: z.string(),
	model: z.string(),
	deviceId: z.string().nullable()
});
var Customer = z.object({
	id: z.number(),
	name: z.string(),
	phone: z.string().nullable()
});
var Delivery = z.object({
	id: z.number(),
	channel: z.enum([
		"push",
		"sms",
		"email",
		"panel"
	]),
	to: z.string(),
	text: z.string(),
	state: z.enum([
		"queued",
		"sent",
		"delivered",
		"failed"
	]),
	at: z.string(),
	attempts: z.number(),
	nextTryAt: z.string().nullable(),
	problem: z.string().nullable()
});
/** An organisation of type AGENCY or DEALER near a place. `distanceKm` as the crow flies; null where it has no position. */
var NearAgency = z.object({
	id: z.number(),
	name: z.string(),
	phone: z.string().nullable(),
	distanceKm: z.number().nullable(),
	lat: z.number().nullable(),
	lon: z.number().nullable()
});
/** One step of a subject's life: what was done, when, by whom. */
var Step = z.object({
	number: z.number(),
	at: z.string(),
	name: z.string(),
	by: z.string().nullable(),
	note: z.string().nullable()
});
/** A point of a track. `ts` epoch ms (corrected time); speed km/h. */
var TrackPoint = z.object({
	ts: z.number(),
	lat: z.number(),
	lon: z.number(),
	heading: z.number().nullable(),
	speed: z.number().nullable(),
	state: z.enum([
		"off",
		"idle",
		"work",
		"drive"
	]).nullable(),
	rpm: z.number().nullable(),
	engineHours: z.number().nullable(),
	fuelUsed: z.number().nullable()
});
/** Everything the last telemetry said of a vehicle. Missing sensors are absent. Ages are counted from `ts`. */
var VehicleNow = z.object({
	id: z.number(),
	state: z.enum([
		"off",
		"idle",
		"work",
		"drive",
		"offline",
		"never"
	]),
	online: z.boolean(),
	ts: z.string().nullable(),
	lastSeenAt: z.string().nullable(),
	lat: z.number().nullable(),
	lon: z.number().nullable(),
	positionTs: z.string().nullable(),
	place: Place.nullable(),
	/** sensor name (device protocol) → value in the unit of the protocol */
	values: z.record(z.string(), z.number()),
	tilt: z.object({
		x: z.number(),
		y: z.number(),
		z: z.number()
	}).nullable(),
	engine: z.enum(["on", "off"]).nullable(),
	work: z.enum([
		"idle",
		"work",
		"drive"
	]).nullable(),
	startedAt: z.string().nullable(),
	openFaults: z.number(),
	openSos: z.number(),
	skewMs: z.number().nullable()
});
// ../libs/contracts/src/fault.ts
/**
* A fault report: one open report per vehicle and code. It occurs on a vehicle signal, is accepted (an agency is told), and is completed as
* repaired or processed; after that it is locked. A repeat adds to its count and time; a code that clears itself is marked cleared, and the
* report stays until a person completes it.
*/
var faultStatuses = [
	"occurred",
	"accepted",
	"completed"
];
var severities = [
	"critical",
	"major",
	"minor"
];
var FaultSummary = z.object({
	id: z.number(),
	version: z.number(),
	status: z.enum(faultStatuses),
	severity: z.enum(severities),
	code: z.string(),
	/** catalogue name; an unknown code shows itself with its SPN/FMI */
	name: Place,
	part: Place,
	spn: z.number().nullable(),
	fmi: z.number().nullable(),
	lamp: z.string().nullable(),
	count: z.number(),
	/** corrected device time of the first and the last occurrence */
	occurredAt: z.string(),
	lastAt: z.string(),
	receivedAt: z.string(),
	clearedAt: z.string().nullable(),
	vehicle: VehicleRef,
	lat: z.number().nullable(),
	lon: z.number().nullable(),
	place: Place.nullable(),
	/** the vehicle's dealer, until an agency is chosen on acceptance */
	agency: Named,
	personInCharge: z.object({
		id: z.number().nullable(),
		name: z.string()
	}).nullable(),
	/** when it must be accepted; null once it is */
	dueAt: z.string().nullable(),
	acceptedAt: z.string().nullable(),
	acceptedBy: z.string().nullable(),
	completedAt: z.string().nullable(),
	completedBy: z.string().nullable(),
	completion: z.enum(["repair", "processing"]).nullable(),
	escalationLevel: z.number(),
	escalatedTo: Named.nullable(),
	memo: z.string().nullable()
});
var FaultRow = FaultSummary.extend({
	customer: Customer.nullable(),
	deliveryFailed: z.boolean()
});
var FaultDetail = FaultRow.extend({
	whatToDo: Place.nullable(),
	system: z.string().nullable(),
	repairedOn: z.string().nullable(),
	partCode: z.string().nullable(),
	now: VehicleNow.nullable(),
	/** telemetry values five minutes before to five minutes after the first occurrence: sensor → [epoch ms, value][] */
	freeze: z.record(z.string(), z.array(z.tuple([z.number(), z.number()]))),
	track: z.array(TrackPoint),
	nearest: z.array(NearAgency),
	others: z.array(z.object({
		id: z.number(),
		code: z.string(),
		name: Place,
		severity: z.enum(severities),
		status: z.enum(faultStatuses)
	})),
	steps: z.array(Step),
	deliveries: z.array(Delivery)
});
var FaultFilter = z.object({
	...paging,
	tab: z.enum([
		"queue",
		"mine",
		"completed",
		"all"
	]).default("queue"),
	vin: z.string().max(40).optional(),
	model: z.string().max(40).optional(),
	text: z.string().max(60).optional(),
	severity: many(z.enum(severities)),
	status: many(z.enum(faultStatuses)),
	agencyId: id.optional(),
	person: z.string().max(40).optional(),
	cleared: flag,
	overdue: flag,
	from: isoTime.optional(),
	to: isoTime.optional(),
	sort: z.enum([
		"priority",
		"age",
		"occurredAt",
		"code",
		"severity",
		"vin",
		"agency",
		"person"
	]).default("priority"),
	order: z.enum(["asc", "desc"]).default("asc")
});
var channel = z.enum([
	"push",
	"sms",
	"both"
]);
var AcceptFaultBody = z.object({
	agencyId: id,
	personId: id.optional(),
	personName: personName.optional(),
	channel,
	memo: memo.optional()
});
var CompleteFaultBody = z.object({
	kind: z.enum(["repair", "processing"]),
	memo: t1500,
	repairedOn: day.optional(),
	partCode: partCode.optional()
}).refine((b) => b.kind !== "repair" || b.repairedOn !== void 0, {
	path: ["repairedOn"],
	error: "field.req"
});
var path$1 = "/api/faults";
var faults = {
	list: endpoint({
		method: "GET",
		path: path$1,
		allow: "breakdown:R",
		summary: "Fault reports, in priority order unless sorted otherwise",
		query: FaultFilter,
		data: FaultRow,
		page: true
	}),
	counts: endpoint({
		method: "GET",
		path: `${path$1}/counts`,
		allow: "breakdown:R",
		summary: "Open reports by severity, tabs, and what the day accepted and completed",
		data: z.object({
			queue: z.number(),
			mine: z.number(),
			overdue: z.number(),
			critical: z.number(),
			major: z.number(),
			minor: z.number(),
			acceptedToday: z.number(),
			completedToday: z.number()
		})
	}),
	get: endpoint({
		method: "GET",
		path: `${path$1}/:id`,
		allow: "breakdown:R",
		summary: "One report with its surroundings",
		params: IdParams,
		data: FaultDetail
	}),
	people: endpoint({
		method: "GET",
		path: `${path$1}/people`,
		allow: "breakdown:U",
		summary: "Active users of an agency, for \"person in charge\"",
		query: z.object({ agencyId: id }),
		data: z.array(Named)
	}),
	take: endpoint({
		method: "POST",
		path: `${path$1}/:id/take`,
		allow: "breakdown:U",
		summary: "Set the person in charge to me",
		params: IdParams,
		data: FaultSummary
	}),
	accept: endpoint({
		method: "POST",
		path: `${path$1}/:id/accept`,
		allow: "breakdown:U",
		summary: "Accept, and tell the chosen agency",
		params: IdParams,
		body: AcceptFaultBody,
		data: FaultSummary
	}),
	reassign: endpoint({
		method: "POST",
		path: `${path$1}/:id/reassign`,
		allow: "breakdown:U",
		summary: "Move an accepted report to another agency",
		params: IdParams,
		body: AcceptFaultBody,
		data: FaultSummary
	}),
	complete: endpoint({
		method: "POST",
		path: `${path$1}/:id/complete`,
		allow: "breakdown:U",
		summary: "Complete and lock",
		params: IdParams,
		body: CompleteFaultBody,
		data: FaultSummary
	}),
	escalate: endpoint({
		method: "POST",
		path: `${path$1}/:id/escalate`,
		allow: "breakdown:U",
		summary: "Tell the next organisation up",
		params: IdParams,
		body: z.object({ reason: t1500 }),
		data: FaultSummary
	}),
	note: endpoint({
		method: "POST",
		path: `${path$1}/:id/memo`,
		allow: "breakdown:U",
		summary: "Set the memo of an open report",
		params: IdParams,
		body: z.object({ memo }),
		data: FaultSummary
	})
};
z.object({
	v: z.literal(1),
	boot: envelope.boot.optional(),
	ts: deviceTs.optional(),
	online: z.boolean(),
	firmware: wireText(40).optional(),
	sim: wireText(32).optional(),
	rssi: z.number().min(-200).max(50).optional()
});
var percent = z.number().min(0).max(100);
var celsius = z.number().min(-80).max(1500);
/** One sample; units as named on the wire: km/h, 1/min, h, km, L, %, °C, kPa (oil), bar (rail), V, degrees. A missing sensor is left out. */
var Sample = z.object({
	ts: deviceTs,
	lat: lat.optional(),
	lon: lon.optional(),
	heading: z.number().min(0).max(360).optional(),
	speed: z.number().min(0).max(400).optional(),
	engine: z.enum(["on", "off"]).optional(),
	work: z.enum([
		"idle",
		"work",
		"drive"
	]).optional(),
	rpm: z.number().min(0).max(1e4).optional(),
	tilt: tilt.optional(),
	engineHours: z.number().min(0).max(1e6).optional(),
	odometer: z.number().min(0).max(1e7).optional(),
	fuelUsed: z.number().min(0).max(1e8).optional(),
	fuelLevel: percent.optional(),
	defLevel: percent.optional(),
	load: z.number().min(0).max(200).optional(),
	dpfSoot: z.number().min(0).max(400).optional(),
	coolant: celsius.optional(),
	oilTemp: celsius.optional(),
	exhaustTemp: celsius.optional(),
	oilPressure: z.number().min(0).max(5e3).optional(),
	railPressure: z.number().min(0).max(4e3).optional(),
	battery: z.number().min(0).max(100).optional(),
	hitch: percent.optional(),
	pto: z.number().min(0).max(5e3).optional()
});
z.object({
	...envelope,
	samples: z.array(Sample).min(1).max(60)
});
z.object({
	...envelope,
	on: z.boolean(),
	lat: lat.optional(),
	lon: lon.optional(),
	engineHours: Sample.shape.engineHours
});
var faultCodePattern = /^[A-Z0-9-]{2,12}$/;
var ActiveFault = z.object({
	code: z.string().regex(faultCodePattern),
	spn: z.number().int().min(0).max(524287).optional(),
	fmi: z.number().int().min(0).max(31).optional(),
	count: z.number().int().min(0).max(65535).optional(),
	lamp: wireText(8).optional()
});
z.object({
	...envelope,
	active: z.array(ActiveFault).max(100),
	cleared: z.array(z.string().regex(faultCodePattern)).max(100).default([]),
	lat: lat.optional(),
	lon: lon.optional()
});
var sosTypes = [
	"button",
	"rollover",
	"collision"
];
z.object({
	...envelope,
	type: z.enum(sosTypes),
	lat: lat.optional(),
	lon: lon.optional(),
	tilt: tilt.optional(),
	speed: z.number().min(0).max(400).optional()
});
// ../libs/contracts/src/sos.ts
/**
* An SOS call: the driver pressed the button, the machine rolled over or collided. It is raised by the device (or derived from its tilt
* samples), never by hand, and lives until a person closes it. One open roll-over per vehicle; a second press counts on the open call.
*/
var sosStatuses = [
	"raised",
	"acknowledged",
	"dispatched",
	"resolved",
	"falseAlarm"
];
var SosSummary = z.object({
	id: z.number(),
	/** grows with each change; an act carries the version it saw */
	version: z.number(),
	status: z.enum(sosStatuses),
	type: z.enum(sosTypes),
	origin: z.enum(["device", "tilt"]),
	/** arrived more than an hour after it was pressed: it stands in the queue, but rings no bell and is not escalated */
	late: z.boolean(),
	/** how often it was pressed */
	presses: z.number(),
	/** corrected device time of the press */
	raisedAt: z.string(),
	receivedAt: z.string(),
	/** what the device's own clock said, and its skew; shown where the skew passes 30 s */
	deviceTime: z.string().nullable(),
	skewMs: z.number().nullable(),
	vehicle: VehicleRef,
	lat: z.number().nullable(),
	lon: z.number().nullable(),
	/** when that position was measured, if not with the call itself (last known) */
	positionAt: z.string().nullable(),
	place: Place.nullable(),
	agency: Named,
	handler: Named.nullable(),
	/** 0: not escalated; n: told n organisations further up */
	escalationLevel: z.number(),
	escalatedTo: Named.nullable(),
	nextEscalationAt: z.string().nullable(),
	/** who hears of it next */
	nextEscalationTo: Named.nullable(),
	acknowledgedAt: z.string().nullable(),
	acknowledgedBy: z.string().nullable(),
	dispatchedAt: z.string().nullable(),
	closedAt: z.string().nullable(),
	dispatch: z.object({
		agency: Named,
		person: z.string(),
		phone: z.string(),
		etaMinutes: z.number(),
		note: z.string().nullable()
	}).nullable(),
	injured: z.enum([
		"yes",
		"no",
		"unknown"
	]).nullable(),
	cause: z.enum([
		"operatorMistake",
		"test",
		"sensor",
		"other"
	]).nullable(),
	resolution: z.string().nullable()
});
/** A row of the queue: customer in full for holders of U on `sos` (recorded), masked for others, absent on the wall. */
var SosRow = SosSummary.extend({ customer: Customer.nullable() });
var SosDetail = SosRow.extend({
	speed: z.number().nullable(),
	tilt: z.object({
		x: z.number(),
		y: z.number(),
		z: z.number()
	}).nullable(),
	thresholds: z.object({
		x: z.number(),
		y: z.number(),
		z: z.number()
	}).nullable(),
	now: VehicleNow.nullable(),
	/** the 30 minutes before the call and what came since, oldest first */
	track: z.array(TrackPoint),
	nearest: z.array(NearAgency),
	steps: z.array(Step),
	deliveries: z.array(Delivery),
	earlier: z.array(z.object({
		id: z.number(),
		type: z.enum(sosTypes),
		status: z.enum(sosStatuses),
		raisedAt: z.string()
	}))
});
var SosFilter = z.object({
	...paging,
	tab: z.enum([
		"queue",
		"closed",
		"all"
	]).default("queue"),
	vin: z.string().max(40).optional(),
	type: many(z.enum(sosTypes)),
	status: many(z.enum(sosStatuses)),
	model: z.string().max(40).optional(),
	agencyId: id.optional(),
	handler: z.string().max(40).optional(),
	escalated: flag,
	from: isoTime.optional(),
	to: isoTime.optional(),
	sort: z.enum([
		"priority",
		"age",
		"raisedAt",
		"type",
		"vin",
		"escalationLevel",
		"timeToAcknowledge",
		"status"
	]).default("priority"),
	order: z.enum(["asc", "desc"]).default("asc")
});
var DispatchSosBody = z.object({
	agencyId: id,
	person: personName,
	phone,
	etaMinutes: positive,
	note: memo.optional()
});
var ResolveSosBody = z.object({
	resolution: t1500,
	injured: z.enum([
		"yes",
		"no",
		"unknown"
	])
});
var FalseAlarmBody = z.object({
	cause: z.enum([
		"operatorMistake",
		"test",
		"sensor",
		"other"
	]),
	resolution: t1500
});
var path = "/api/sos";
var sosCalls = {
	list: endpoint({
		method: "GET",
		path,
		allow: "sos:R",
		summary: "SOS calls, in priority order unless sorted otherwise",
		query: SosFilter,
		data: SosRow,
		page: true
	}),
	counts: endpoint({
		method: "GET",
		path: `${path}/counts`,
		allow: "sos:R",
		summary: "Open calls by status, and what the day closed",
		data: z.object({
			raised: z.number(),
			acknowledged: z.number(),
			dispatched: z.number(),
			closedToday: z.number(),
			medianAcknowledgeSeconds: z.number().nullable(),
			medianResolveSeconds: z.number().nullable()
		})
	}),
	get: endpoint({
		method: "GET",
		path: `${path}/:id`,
		allow: "sos:R",
		summary: "One call with everything a rescuer needs",
		params: IdParams,
		data: SosDetail
	}),
	acknowledge: endpoint({
		method: "POST",
		path: `${path}/:id/acknowledge`,
		allow: "sos:U",
		summary: "Say that a person has seen it",
		params: IdParams,
		data: SosSummary
	}),
	dispatch: endpoint({
		method: "POST",
		path: `${path}/:id/dispatch`,
		allow: "sos:U",
		summary: "Send an agency; from raised it records both steps",
		params: IdParams,
		body: DispatchSosBody,
		data: SosSummary
	}),
	assign: endpoint({
		method: "POST",
		path: `${path}/:id/assign`,
		allow: "sos:U",
		summary: "Hand it to a colleague",
		params: IdParams,
		body: z.object({ userId: id }),
		data: SosSummary
	}),
	escalate: endpoint({
		method: "POST",
		path: `${path}/:id/escalate`,
		allow: "sos:U",
		summary: "Tell the next organisation up",
		params: IdParams,
		body: z.object({ reason: t1500 }),
		data: SosSummary
	}),
	note: endpoint({
		method: "POST",
		path: `${path}/:id/note`,
		allow: "sos:U",
		summary: "Add a note before closing",
		params: IdParams,
		body: z.object({ note: t1500 }),
		data: SosSummary
	}),
	resolve: endpoint({
		method: "POST",
		path: `${path}/:id/resolve`,
		allow: "sos:U",
		summary: "Close it as resolved",
		params: IdParams,
		body: ResolveSosBody,
		data: SosSummary
	}),
	falseAlarm: endpoint({
		method: "POST",
		path: `${path}/:id/false-alarm`,
		allow: "sos:U",
		summary: "Close it as a false alarm",
		params: IdParams,
		body: FalseAlarmBody,
		data: SosSummary
	}),
	handlers: endpoint({
		method: "GET",
		path: `${path}/:id/handlers`,
		allow: "sos:U",
		summary: "Colleagues it can be assigned to",
		params: IdParams,
		data: z.array(Named)
	}),
	replay: endpoint({
		method: "GET",
		path: `${path}/events`,
		allow: "sos:R",
		summary: "Log numbers of SOS events after a number, for a console whose stream is lost",
		query: z.object({ after: bigId }),
		data: z.object({
			head: z.number(),
			changed: z.array(SosSummary)
		})
	})
};
// src/chaos/world/registry.ts
/** Who exists in every world: organisations, accounts that see different parts of them, and a fleet of registered devices with one secret. */
var fleetSecret = "chaos-device-secret";
var password$1 = "chaos-of-Headland-1";
/** argon2id of that password; a world's database is thrown away */
var passwordHash = "$argon2id$v=19$m=65536,p=4,t=3$CdtBQtpqBQKT25nObh4eKw$oFaVX3JcdtLpzwQADFPi27vjaVn8VgpuFWVGbfKwBXc";
/** degrees; device type 1 and 2 alike */
var rolloverThresholds = {
	x: 45,
	y: 45,
	z: 60
};
var deviceName = (index) => `CH-${String(index + 1).padStart(5, "0")}`;
var deviceNames = (count, from = 0) => Array.from({ length: count }, (_, i) => deviceName(from + i));
/** One line for each account; the same salt for the whole fleet, since it has one secret. */
function passwordFile(devices, server) {
	const hash = mosquittoHash(fleetSecret);
	return [
		`${server.username}:${mosquittoHash(server.password)}`,
		...deviceNames(devices).map((id) => `${id}:${hash}`),
		""
	].join("\n");
}
async function register(pool, devices) {
	const organization = async (name, type, parent) => (await pool.query("INSERT INTO organization (name, type, parent_id) VALUES ($1, $2, $3) RETURNING id", [
		name,
		type,
		parent
	])).rows[0]?.id ?? 0;
	const office = await organization("Office", "HEAD_OFFICE", null);
	const region = await organization("Region", "REGION", office);
	const agency = await organization("Agency", "AGENCY", region);
	const dealer = await organization("Dealer", "DEALER", agency);
	const other = await organization("Other dealer", "DEALER", await organization("Other agency", "AGENCY", region));
	const account = (name, group, organizationId) => pool.query(`INSERT INTO user_account (login_id, name, password_hash, role, group_type, organization_id) VALUES ($1, $1, $2, 'ADMIN', $3, $4)`, [
		name,
		passwordHash,
		group,
		organizationId
	]);
	await account("office", "HEAD_OFFICE", office);
	await account("duty", "HEAD_OFFICE", office);
	await account("agency", "AGENCY", agency);
	const both = JSON.stringify({
		1: rolloverThresholds,
		2: rolloverThresholds
	});
	await pool.query(`INSERT INTO model (name, type, release_year, horsepower, remote_control, rollover) VALUES ('C1', 'premium', 2024, 100, 'none', $1)`, [both]);
	const names = deviceNames(devices);
	await pool.query("INSERT INTO device (id, secret_hash) SELECT id, $2 FROM unnest($1::text[]) AS list(id)", [names, mosquittoHash(fleetSecret)]);
	await pool.query(`INSERT INTO vehicle (vin, model_id, organization_id, device_id, release_year, horsepower)
     SELECT 'VIN' || name, (SELECT id FROM model LIMIT 1), CASE WHEN n % 2 = 1 THEN $2::int ELSE $3::int END, name, 2024, 100 FROM unnest($1::text[]) WITH ORDINALITY AS list(name, n)`, [
		names,
		dealer,
		other
	]);
}
/** The hash of Mosquitto's password file and of `device.secret_hash`. */
function mosquittoHash(secret) {
	const salt = randomBytes(12);
	return `$7$101$${salt.toString("base64")}$${pbkdf2Sync(secret, salt, 101, 64, "sha512").toString("base64")}`;
}
// src/chaos/consoles/api.ts
async function login(url, account) {
	const envelope = await (await fetch(url + session.login.path, {
		method: session.login.method,
		headers: { "content-type": "application/json" },
		body: JSON.stringify({
			id: account,
			password: password$1
		})
	})).json();
	if (!envelope.success) throw new StopWith(`cannot log in as ${account}: ${envelope.error.code}`);
	return envelope.data.accessToken;
}
var listCalls = (url, token) => listAll(url + sosCalls.list.path, token).then((rows) => rows.map((r) => ({
	id: r.id,
	version: r.version,
	status: r.status,
	times: r.presses
})));
var listReports = (url, token) => listAll(url + faults.list.path, token).then((rows) => rows.map((r) => ({
	id: r.id,
	version: r.version,
	status: r.status,
	times: r.count
})));
/** Page by page, in an order in which what comes new meanwhile moves nothing to a page that was read already. */
async function listAll(url, token) {
	const rows = [];
	for (let page = 1;; page++) {
		const query = new URLSearchParams({
			tab: "all",
			size: "100",
			page: String(page),
			sort: "age",
			order: "desc"
		});
		const envelope = await (await fetch(`${url}?${query}`, {
			headers: { [accessHeader]: token },
			signal: AbortSignal.timeout(1e4)
		})).json();
		if (!envelope.success) throw new Error(`${url}: ${envelope.error.code}`);
		rows.push(...envelope.data);
		if (envelope.data.length === 0 || rows.length >= (envelope.page?.total ?? 0)) return rows;
	}
}
// src/chaos/consoles/console.ts
/** Without a beat for so long the line is dead, whatever the socket thinks (a beat comes every 2 s). */
var silenceMs$1 = 5e3;
/**
* A browser's end as the product's console has it: it remembers the number of the last event, asks for what it missed, reads the lists again when it
* is told to, and never gives up connecting. What it shows is kept in `calls` and `reports`; it counts what a person would notice.
*/
var Console = class {
	url;
	listsUrl;
	token;
	look;
	calls = /* @__PURE__ */ new Map();
	reports = /* @__PURE__ */ new Map();
	/** events that came again or after a later one within one connection */
	repeats = 0;
	resyncs = 0;
	connects = 0;
	/** ms from the press of a button to this screen, for calls that came live */
	sosLatencies = [];
	/** why the server ended it for good; null while it goes on */
	endedBy = null;
	last = null;
	live = false;
	stuck = false;
	reading = 0;
	lastSignMs = Date.now();
	retry;
	watchdog;
	socket;
	closed = false;
	constructor(url, listsUrl, token, look = null) {
		this.url = url;
		this.listsUrl = listsUrl;
		this.token = token;
		this.look = look;
		this.socket = io(url, {
			transports: ["websocket"],
			forceNew: true,
			autoConnect: false,
			reconnection: false,
			auth: (give) => give({ token: this.token() })
		});
		const { socket } = this;
		socket.on("connect", () => this.resume());
		socket.on("disconnect", () => this.lost());
		socket.on("connect_error", () => this.lost());
		socket.on("event", (event) => this.take(event));
		socket.on("resync", ({ head }) => this.resync(head));
		socket.on("beat", () => this.lastSignMs = Date.now());
		socket.on("ended", ({ code }) => this.endedBy = code);
		this.watchdog = setInterval(() => this.watch(), 250);
	}
	open() {
		this.lastSignMs = Date.now();
		this.socket.connect();
	}
	close() {
		this.closed = true;
		clearInterval(this.watchdog);
		clearTimeout(this.retry);
		this.socket.disconnect();
	}
	/** A tab that is stuck runs nothing, not even the watch over its own line. */
	stick(stuck) {
		this.stuck = stuck;
		this.lastSignMs = Date.now();
	}
	/** The stream stands, and the lists are read. */
	get isLive() {
		return this.live && this.reading === 0;
	}
	resume() {
		const first = this.last === null;
		this.connects++;
		this.lastSignMs = Date.now();
		if (this.look !== null) this.socket.emit("look", this.look);
		this.socket.timeout(1e4).emit("resume", { after: this.last }, (error, answer) => {
			if (error) return void this.socket.disconnect();
			this.live = true;
			if (answer.mode === "resync" || first) this.resync(answer.head, first);
		});
	}
	take(event) {
		this.lastSignMs = Date.now();
		if (this.last !== null && event.number <= this.last) {
			this.repeats++;
			return;
		}
		this.last = event.number;
		if (event.name === "sos.raised") this.sosLatencies.push(Date.now() - Date.parse(event.payload.sos.raisedAt));
		if ("sos" in event.payload) this.show(this.calls, shownCall(event.payload.sos));
		if ("fault" in event.payload) this.show(this.reports, shownReport(event.payload.fault));
	}
	show(list, shown) {
		const before = list.get(shown.id);
		if (before === void 0 || shown.version >= before.version) list.set(shown.id, shown);
	}
	resync(head, first = false) {
		if (!first) this.resyncs++;
		this.last = Math.max(this.last ?? 0, head);
		this.read();
	}
	async read() {
		this.reading++;
		try {
			for (;;) try {
				for (const shown of await listCalls(this.listsUrl, this.token())) this.show(this.calls, shown);
				for (const shown of await listReports(this.listsUrl, this.token())) this.show(this.reports, shown);
				return;
			} catch {
				if (this.closed) return;
				await new Promise((resolve) => setTimeout(resolve, 500));
			}
		} finally {
			this.reading--;
		}
	}
	lost() {
		this.live = false;
		if (this.closed || this.endedBy !== null) return;
		clearTimeout(this.retry);
		this.retry = setTimeout(() => this.open(), 250 + Math.random() * 750);
	}
	watch() {
		if (!this.stuck && this.live && Date.now() - this.lastSignMs > silenceMs$1) this.socket.disconnect();
	}
};
var shownCall = (s) => ({
	id: s.id,
	version: s.version,
	status: s.status,
	times: s.presses
});
var shownReport = (f) => ({
	id: f.id,
	version: f.version,
	status: f.status,
	times: f.count
});
// src/chaos/consoles/slow-link.ts
/** A TCP proxy in front of the api that carries what comes back as slowly as it is told, or not at all. */
var SlowLink = class SlowLink {
	server;
	bytesPerS;
	pairs = /* @__PURE__ */ new Set();
	stalled = false;
	constructor(server, bytesPerS) {
		this.server = server;
		this.bytesPerS = bytesPerS;
	}
	/** `bytesPerS` null: full speed until it is stalled. */
	static async open(targetPort, bytesPerS) {
		const server = createServer();
		const link = new SlowLink(server, bytesPerS);
		server.on("connection", (near) => link.join(near, connect({
			port: targetPort,
			host: "127.0.0.1",
			noDelay: true
		})));
		await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
		return link;
	}
	get url() {
		return `http://127.0.0.1:${this.server.address().port}`;
	}
	/** From now on nothing is read from the server, as with a browser whose tab is stuck. */
	stall() {
		this.stalled = true;
		for (const { far } of this.pairs) far.pause();
	}
	get isSlow() {
		return this.bytesPerS !== null;
	}
	/** From now on at full speed. */
	flow() {
		this.stalled = false;
		this.bytesPerS = null;
		for (const { far } of this.pairs) far.resume();
	}
	close() {
		this.server.close();
		for (const { near, far } of this.pairs) {
			near.destroy();
			far.destroy();
		}
	}
	join(near, far) {
		const pair = {
			near,
			far
		};
		this.pairs.add(pair);
		const end = () => {
			this.pairs.delete(pair);
			near.destroy();
			far.destroy();
		};
		for (const socket of [near, far]) socket.on("error", end).on("close", end);
		near.on("data", (chunk) => far.write(chunk));
		far.on("data", (chunk) => {
			near.write(chunk);
			if (this.bytesPerS === null) return;
			far.pause();
			setTimeout(() => this.stalled || far.resume(), chunk.length / this.bytesPerS * 1e3);
		});
		if (this.stalled) far.pause();
	}
};
// src/chaos/consoles/consoles.ts
/** Whose consoles they are, in turn. */
var viewers = ["office", "agency"];
/** All consoles of a scenario, every second one with an account that sees half of the fleet. */
var Consoles = class Consoles {
	world;
	members = [];
	constructor(world) {
		this.world = world;
	}
	static async open(world, lines, look = null) {
		const consoles = new Consoles(world);
		world.atItsEnd(() => consoles.close());
		const { url, port } = world.server("api");
		const tokens = /* @__PURE__ */ new Map();
		for (const account of viewers) tokens.set(account, await login(url, account));
		for (const [i, line] of lines.entries()) {
			const account = viewers[i % viewers.length] ?? "office";
			const link = line.kind === "direct" ? null : await SlowLink.open(port, line.kind === "slow" ? line.bytesPerS : null);
			const console = new Console(link?.url ?? url, url, () => tokens.get(account) ?? "", look);
			consoles.members.push({
				account,
				console,
				link
			});
			console.open();
		}
		await consoles.allLive(3e4);
		return consoles;
	}
	get list() {
		return this.members.map((m) => m.console);
	}
	/** Those with a line of their own that nothing slows down. */
	get healthy() {
		return this.members.filter((m) => m.link === null).map((m) => m.console);
	}
	stall() {
		for (const { link, console } of this.members) {
			if (link === null || link.isSlow) continue;
			console.stick(true);
			link.stall();
		}
	}
	/** Every line is as fast as it can be from now on. */
	flow() {
		for (const { link, console } of this.members) {
			link?.flow();
			console.stick(false);
		}
	}
	/** Waits until every console has its stream and its lists; answers after how many seconds. */
	async allLive(withinMs, which = this.list) {
		const startedMs = performance.now();
		await until("every console to be live", () => which.every((c) => c.isLive), {
			withinMs,
			everyMs: 20,
			explain: () => `${which.filter((c) => c.isLive).length} of ${which.length}`
		});
		return (performance.now() - startedMs) / 1e3;
	}
	/** Waits until every console shows what the database holds, or names what differs when it does not come to that. */
	async agree(withinMs) {
		const end = performance.now() + withinMs;
		for (;;) {
			const findings = await this.compare();
			if (findings.length === 0 || performance.now() > end) return findings;
			await pause(100);
		}
	}
	close() {
		for (const { console, link } of this.members) {
			console.close();
			link?.close();
		}
	}
	async compare() {
		const finding = {
			what: "wrong",
			subject: "console",
			count: 0,
			examples: []
		};
		const note = (text) => {
			finding.count++;
			if (finding.examples.length < 4) finding.examples.push(text);
		};
		for (const account of viewers) {
			const truth = await this.truth(account);
			for (const [i, member] of this.members.entries()) {
				if (member.account !== account) continue;
				const name = `console ${i} (${account})`;
				if (member.console.endedBy !== null) note(`${name} was ended: ${member.console.endedBy}`);
				if (!member.console.isLive) note(`${name} is not live`);
				for (const text of differences(truth.calls, member.console.calls)) note(`${name}: call ${text}`);
				for (const text of differences(truth.reports, member.console.reports)) note(`${name}: report ${text}`);
				if (member.console.repeats > 0) note(`${name}: ${member.console.repeats} events twice or out of order`);
			}
		}
		return finding.count === 0 ? [] : [finding];
	}
	async truth(account) {
		const scope = `organization_id IN (SELECT o.id FROM organization o, user_account u WHERE u.login_id = $1 AND o.path @> ARRAY[u.organization_id])`;
		const calls = await this.world.pool.query(`SELECT id, version, status, presses AS times FROM sos_call WHERE ${scope}`, [account]);
		const reports = await this.world.pool.query(`SELECT id, version, status, count AS times FROM fault_report WHERE ${scope}`, [account]);
		return {
			calls: calls.rows,
			reports: reports.rows
		};
	}
};
function* differences(truth, shown) {
	for (const row of truth) {
		const seen = shown.get(row.id);
		if (seen === void 0) yield `${row.id} is not shown`;
		else if (seen.version !== row.version || seen.status !== row.status || seen.times !== row.times) yield `${row.id} is shown as ${words(seen)}, it is ${words(row)}`;
	}
	const known = new Set(truth.map((row) => row.id));
	for (const id of shown.keys()) if (!known.has(id)) yield `${id} is shown, and nobody may see it`;
}
var words = (s) => `${s.status} v${s.version} ×${s.times}`;
// src/chaos/account/compare.ts
var mostExamples = 4;
/** The account: empty when the database holds exactly what the ledger says it must. */
function compare(expected, found) {
	const findings = new Findings();
	compareStreams(expected, found, findings);
	compareRanges(expected, found, findings);
	compareCalls(expected, found, findings);
	compareFaults(expected, found, findings);
	for (const [device, { state, rows }] of found.newest) if (state !== rows) findings.add("wrong", "latest state", `${device}: state ${state}, newest row ${rows}`);
	for (const text of found.wrongCounts) findings.add("wrong", "counts on the map", text);
	if (found.defaultPartition > 0) findings.add("wrong", "default partition", `${found.defaultPartition} rows outside every day`, found.defaultPartition);
	const kept = [...found.quarantine.values()].reduce((a, b) => a + b, 0);
	const { least, most } = expected.quarantine;
	if (kept < least) findings.add("missing", "quarantine", `${kept} kept aside, ${least} broken messages were acknowledged`, least - kept);
	if (kept > most) findings.add("unexpected", "quarantine", `${kept} kept aside, ${most} broken messages were sent: ${[...found.quarantine].map(([reason, n]) => `${n} ${reason}`).join(", ")}`, kept - most);
	return findings.list();
}
/** Everything of one kind in one line, with a few examples. */
var Findings = class {
	byKind = /* @__PURE__ */ new Map();
	add(what, subject, example, count = 1) {
		const key = `${what} ${subject}`;
		let finding = this.byKind.get(key);
		if (finding === void 0) this.byKind.set(key, finding = {
			what,
			subject,
			count: 0,
			examples: []
		});
		finding.count += count;
		if (finding.examples.length < mostExamples) finding.examples.push(example);
	}
	list() {
		return [...this.byKind.values()];
	}
};
function compareStreams(expected, found, findings) {
	for (const [key, stream] of expected.streams) {
		if (stream.kind !== "telemetry" && stream.kind !== "engine") continue;
		const rows = found.rows.get(key);
		for (const [seq, { owed, deviceTs, broken }] of stream.bySeq) {
			if (broken) continue;
			const stored = rows?.get(seq);
			if (stored === void 0) {
				if (owed) findings.add("missing", stream.kind, `${key}/${seq}`);
				continue;
			}
			const distinct = new Set(stored);
			if (distinct.size < stored.length) findings.add("duplicate", stream.kind, `${key}/${seq}: ${stored.length} rows for ${distinct.size} times`, stored.length - distinct.size);
			if (stream.kind !== "telemetry") continue;
			const wanted = new Set(deviceTs);
			if (distinct.size !== wanted.size || [...wanted].some((ts) => !distinct.has(ts))) findings.add("wrong", "samples", `${key}/${seq}: ${distinct.size} of ${wanted.size} samples`);
		}
	}
	for (const [key, rows] of found.rows) {
		const stream = expected.streams.get(key);
		for (const seq of rows.keys()) if (stream?.bySeq.get(seq)?.broken !== false) findings.add("unexpected", key.split(" ")[1] ?? "", `${key}/${seq}`);
	}
}
/** What `down/ack` promises is committed: a device forgets it. So for faults and calls too, every number must be in and no other. */
function compareRanges(expected, found, findings) {
	for (const [key, stream] of expected.streams) {
		const ranges = found.ranges.get(key) ?? [];
		for (const [seq, { owed, broken }] of stream.bySeq) {
			const promised = ranges.some(([from, to]) => seq >= from && seq <= to);
			if (owed && !promised) findings.add("missing", `${stream.kind} in down/ack`, `${key}/${seq}`);
			if (promised && !broken && (stream.kind === "telemetry" || stream.kind === "engine") && found.rows.get(key)?.has(seq) !== true) findings.add("wrong", `${stream.kind} promised, not stored`, `${key}/${seq}`);
		}
	}
}
function compareCalls(expected, found, findings) {
	const byKey = /* @__PURE__ */ new Map();
	for (const call of found.calls) byKey.set(`${call.device} ${call.type}`, [...byKey.get(`${call.device} ${call.type}`) ?? [], call]);
	for (const [key, { presses, derived }] of expected.calls) {
		const calls = byKey.get(key) ?? [];
		const open = calls.filter((c) => c.status === "raised" || c.status === "acknowledged" || c.status === "dispatched");
		if (open.length > 1) findings.add("duplicate", "sos", `${key}: ${open.length} open calls`, open.length - 1);
		if (calls.length === 0) {
			if (presses.least > 0 || derived === "must") findings.add("missing", "sos", `${key}: no call for ${presses.least} presses${derived === "must" ? " and a derived roll-over" : ""}`);
			continue;
		}
		const fromTilt = calls.filter((c) => c.origin === "tilt").length;
		const counted = calls.reduce((sum, c) => sum + c.presses, 0) - fromTilt;
		if (fromTilt > 0 && derived === "no") findings.add("unexpected", "sos", `${key}: derived, but no sample lies`);
		if (counted < presses.least) findings.add("missing", "sos presses", `${key}: ${counted} of ${presses.least}`, presses.least - counted);
		if (counted > presses.most) findings.add("duplicate", "sos presses", `${key}: ${counted} for ${presses.most} messages`, counted - presses.most);
	}
	for (const [key] of byKey) if (!expected.calls.has(key)) findings.add("unexpected", "sos", key);
	for (const c of found.calls) {
		if (c.raised !== 1) findings.add(c.raised > 1 ? "duplicate" : "missing", "sos.raised events", `call ${c.id}: ${c.raised}`);
		if (c.repeated !== c.presses - 1) findings.add("wrong", "sos.repeated events", `call ${c.id}: ${c.repeated} for ${c.presses} presses`);
	}
}
function compareFaults(expected, found, findings) {
	const byKey = /* @__PURE__ */ new Map();
	for (const report of found.faults) byKey.set(`${report.device} ${report.code}`, [...byKey.get(`${report.device} ${report.code}`) ?? [], report]);
	for (const [key, fault] of expected.faults) {
		const open = (byKey.get(key) ?? []).filter((r) => r.status !== "completed");
		if (open.length > 1) findings.add("duplicate", "fault", `${key}: ${open.length} open reports`, open.length - 1);
		const [report] = open;
		if (report === void 0) {
			if (fault.owed) findings.add("missing", "fault", key);
			continue;
		}
		if (fault.active !== null && report.active !== fault.active) findings.add("wrong", "fault", `${key}: ${report.active ? "active" : "cleared"}, the newest message says ${fault.active ? "active" : "cleared"}`);
		if (report.count > fault.mostOccurrences) findings.add("duplicate", "fault occurrences", `${key}: ${report.count} of ${fault.mostOccurrences} messages`, report.count - fault.mostOccurrences);
	}
	for (const key of byKey.keys()) if (!expected.faults.has(key)) findings.add("unexpected", "fault", key);
	for (const r of found.faults) {
		if (r.occurred !== 1) findings.add(r.occurred > 1 ? "duplicate" : "missing", "fault.occurred events", `report ${r.id}: ${r.occurred}`);
		if (r.repeated !== r.count - 1) findings.add("wrong", "fault.repeated events", `report ${r.id}: ${r.repeated} for a count of ${r.count}`);
	}
}
// src/chaos/account/expect.ts
/** A derived roll-over rings only for what is happening now; samples older than this on arrival are history (ten minutes, with room for doubt). */
var surelyPresentMs = 48e4;
function expect(book, promise, thresholds) {
	const expected = {
		streams: /* @__PURE__ */ new Map(),
		faults: /* @__PURE__ */ new Map(),
		calls: /* @__PURE__ */ new Map(),
		quarantine: {
			least: 0,
			most: 0
		},
		acked: 0,
		sent: 0,
		ackedByBrokerOnly: 0,
		dropped: 0
	};
	const faultMessages = /* @__PURE__ */ new Map();
	const broken = /* @__PURE__ */ new Set();
	for (const { device, boot, seq } of book.malformed.values()) if (boot !== null) broken.add(`${device} ${boot} ${seq}`);
	for (const [{ device, kind, boot }, seq, message] of book.messages()) {
		if (kind !== "telemetry" && kind !== "engine" && kind !== "fault" && kind !== "sos") continue;
		if (message.droppedMs !== null) expected.dropped++;
		if (message.content === null) continue;
		expected.sent++;
		if (message.pubackMs !== null) expected.acked++;
		if (message.pubackMs !== null && message.committedMs === null) expected.ackedByBrokerOnly++;
		const owed = isOwed(message, promise);
		const stream = at(expected.streams, `${device} ${kind} ${boot}`, () => ({
			device,
			kind,
			boot,
			bySeq: /* @__PURE__ */ new Map()
		}));
		const { content } = message;
		const isBroken = kind === "telemetry" && broken.has(`${device} ${boot} ${seq}`);
		stream.bySeq.set(seq, {
			owed,
			deviceTs: content.kind === "telemetry" ? content.samples.map((s) => s.ts).sort((a, b) => a - b) : [],
			broken: isBroken
		});
		if (isBroken) {
			expected.quarantine.most++;
			if (owed) expected.quarantine.least++;
			continue;
		}
		if (content.kind === "fault") at(faultMessages, device, () => []).push({
			boot,
			seq,
			owed,
			active: content.active,
			cleared: content.cleared
		});
		if (content.kind === "sos") {
			const { presses } = callOf(expected, device, content.type);
			presses.most++;
			if (owed) presses.least++;
		}
	}
	for (const stream of book.streams.values()) {
		const derived = stream.kind === "telemetry" ? derivedIn(stream, promise, thresholds) : "no";
		const call = derived === "no" ? null : callOf(expected, stream.device, "rollover");
		if (call !== null && call.derived !== "must") call.derived = derived;
	}
	for (const [device, messages] of faultMessages) expectFaults(expected.faults, device, messages);
	for (const m of book.malformed.values()) {
		if (m.boot !== null || m.reason === "oversize" || m.reason === "foreignDevice") continue;
		expected.quarantine.most++;
		if (m.pubackMs !== null) expected.quarantine.least++;
	}
	return expected;
}
var isOwed = (m, promise) => m.committedMs !== null || (promise === "kept" ? m.droppedMs === null : m.pubackMs !== null);
function expectFaults(faults, device, messages) {
	messages.sort((a, b) => a.boot - b.boot || a.seq - b.seq);
	for (const { owed, active, cleared } of messages) {
		for (const code of active) {
			const fault = at(faults, `${device} ${code}`, () => ({
				device,
				code,
				owed: false,
				active: null,
				mostOccurrences: 0
			}));
			fault.owed ||= owed;
			fault.mostOccurrences++;
			fault.active = owed ? true : null;
		}
		for (const code of cleared) {
			const fault = faults.get(`${device} ${code}`);
			if (fault !== void 0 && !active.includes(code)) fault.active = owed ? false : null;
		}
	}
}
/** Samples beyond the threshold in messages that follow each other; one alone may be a bump, and each crash of the server forgets one suspicion. */
var surelyLying = 6;
function derivedIn(stream, promise, thresholds) {
	let derived = "no";
	let inARow = 0;
	let next = 0;
	for (const [seq, message] of [...stream.bySeq].sort(([a], [b]) => a - b)) {
		if (message.content?.kind !== "telemetry") continue;
		if (seq !== next || !isOwed(message, promise)) inARow = 0;
		next = seq + 1;
		const arrivedMs = message.committedMs ?? message.pubackMs ?? Number.POSITIVE_INFINITY;
		for (const { tilt, trueMs } of message.content.samples) {
			const beyond = tilt !== void 0 && [
				"x",
				"y",
				"z"
			].some((axis) => Math.abs(fold(tilt[axis])) > thresholds[axis]);
			if (beyond && derived === "no") derived = "may";
			inARow = beyond && arrivedMs - trueMs < surelyPresentMs ? inARow + 1 : 0;
			if (inARow >= surelyLying) return "must";
		}
	}
	return derived;
}
/** Degrees as −180 … 180. */
var fold = (degrees) => ((degrees + 180) % 360 + 360) % 360 - 180;
var callOf = (expected, device, type) => at(expected.calls, `${device} ${type}`, () => ({
	device,
	type,
	presses: {
		least: 0,
		most: 0
	},
	derived: "no"
}));
function at(map, key, make) {
	let value = map.get(key);
	if (value === void 0) map.set(key, value = make());
	return value;
}
// src/chaos/account/found.ts
async function readFound(pool) {
	const rows = /* @__PURE__ */ new Map();
	const put = (device, kind, boot, seq, ts) => {
		const key = `${device} ${kind} ${boot}`;
		let stream = rows.get(key);
		if (stream === void 0) rows.set(key, stream = /* @__PURE__ */ new Map());
		stream.set(seq, ts);
	};
	const telemetry = await pool.query("SELECT d.id, t.boot, t.seq, array_agg(t.device_ts ORDER BY t.device_ts) AS ts FROM telemetry t JOIN device d ON d.key = t.device_key GROUP BY 1, 2, 3");
	for (const r of telemetry.rows) put(r.id, "telemetry", r.boot, r.seq, r.ts.map(Number));
	const engine = await pool.query("SELECT d.id, e.boot, e.seq, array_agg(e.device_ts) AS ts FROM engine_run e JOIN device d ON d.key = e.device_key GROUP BY 1, 2, 3");
	for (const r of engine.rows) put(r.id, "engine", r.boot, r.seq, r.ts.map(Number));
	const ranges = /* @__PURE__ */ new Map();
	const streams = await pool.query("SELECT d.id, s.topic, s.boot, lower(r) AS from, upper(r) - 1 AS to FROM device_stream s JOIN device d ON d.key = s.device_key CROSS JOIN LATERAL unnest(s.received) AS r ORDER BY 4");
	for (const r of streams.rows) {
		const key = `${r.id} ${r.topic} ${r.boot}`;
		ranges.set(key, [...ranges.get(key) ?? [], [r.from, r.to]]);
	}
	const calls = await pool.query(`SELECT c.id, c.device_id AS device, c.type, c.origin, c.status, c.version, c.presses, ${eventCount("sos.raised", "sos", "c")} AS raised, ${eventCount("sos.repeated", "sos", "c")} AS repeated FROM sos_call c ORDER BY c.id`);
	const faults = await pool.query(`SELECT f.id, f.device_id AS device, f.code, f.status, f.version, f.active, f.count, ${eventCount("fault.occurred", "fault", "f")} AS occurred, ${eventCount("fault.repeated", "fault", "f")} AS repeated FROM fault_report f ORDER BY f.id`);
	const newest = await pool.query(`SELECT d.id, COALESCE(s.boot || '/' || s.seq, 'none') AS state, n.boot || '/' || n.seq AS rows
     FROM (SELECT DISTINCT ON (device_key) device_key, boot, seq FROM telemetry ORDER BY device_key, boot DESC, seq DESC) n
     JOIN device d ON d.key = n.device_key JOIN vehicle v ON v.device_id = d.id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id`);
	const wrong = await pool.query(`SELECT v.device_id || ': ' || s.open_sos || ' calls and ' || s.open_faults || ' reports on the map, ' || c.n || ' and ' || f.n || ' in the tables' AS text
     FROM vehicle_state s JOIN vehicle v ON v.id = s.vehicle_id
     CROSS JOIN LATERAL (SELECT count(*) AS n FROM sos_call c WHERE c.vehicle_id = v.id AND c.status IN ('raised', 'acknowledged', 'dispatched')) c
     CROSS JOIN LATERAL (SELECT count(*) AS n FROM fault_report f WHERE f.vehicle_id = v.id AND f.status <> 'completed') f
     WHERE s.open_sos <> c.n OR s.open_faults <> f.n`);
	const quarantine = await pool.query("SELECT reason, count(*)::int AS n FROM quarantine GROUP BY 1");
	const outside = await pool.query("SELECT count(*)::int AS n FROM telemetry_default");
	return {
		rows,
		ranges,
		calls: calls.rows,
		faults: faults.rows,
		newest: new Map(newest.rows.map((r) => [r.id, r])),
		wrongCounts: wrong.rows.map((r) => r.text),
		quarantine: new Map(quarantine.rows.map((r) => [r.reason, r.n])),
		defaultPartition: outside.rows[0]?.n ?? 0
	};
}
var eventCount = (name, subject, alias) => `(SELECT count(*)::int FROM event_log e WHERE e.payload ? '${subject}' AND e.payload->'${subject}'->>'id' = ${alias}.id::text AND e.name = '${name}')`;
// src/chaos/scenarios/close-account.ts
/**
* The end of every scenario: the generator falls silent, the server takes in what is left, the books are opened and compared. Waits for the fact that
* everything is there; where that never comes, until nothing has moved for a while.
*/
async function closeAccount(stage, world, { fleets, closed = [], consoles, withinMs = 12e4, mayDrop = false }) {
	const startedMs = performance.now();
	const stuck = [];
	for (const { fleet } of fleets) await fleet.drain(withinMs).catch((error) => stuck.push({
		what: "missing",
		subject: "down/ack",
		count: 1,
		examples: [error instanceof Error ? error.message : String(error)]
	}));
	let made = 0;
	for (const { books } of closed) for (const stream of books.streams.values()) made += stream.bySeq.size;
	for (const { fleet, promise } of fleets) {
		const stats = await fleet.stats();
		made += stats.made;
		if (promise === "puback") stage.check("nothing was sent twice by the fleet", stats.again === 0, `${stats.again} sent again`);
	}
	await settled(world, made, withinMs);
	stage.figure("drained in s", round((performance.now() - startedMs) / 1e3));
	const findings = stuck;
	if (consoles !== void 0) findings.push(...await consoles.agree(2e4));
	const dropped = await world.broker.dropped();
	if (dropped > 0 && !mayDrop) findings.push({
		what: "missing",
		subject: "broker",
		count: dropped,
		examples: [`${dropped} messages dropped`]
	});
	const found = await readFound(world.pool);
	const expected = {
		streams: /* @__PURE__ */ new Map(),
		faults: /* @__PURE__ */ new Map(),
		calls: /* @__PURE__ */ new Map(),
		quarantine: {
			least: 0,
			most: 0
		},
		acked: 0,
		sent: 0,
		ackedByBrokerOnly: 0,
		dropped: 0
	};
	for (const { books, promise } of closed) merge(expected, expect(books, promise, rolloverThresholds));
	const books = [];
	for (const { fleet, promise } of fleets) {
		const book = await fleet.end();
		books.push(book);
		merge(expected, expect(book, promise, rolloverThresholds));
	}
	findings.push(...compare(expected, found));
	stage.figure("acked", expected.acked);
	stage.figure("stored", storedOf(found));
	stage.figure("sos", [...expected.calls.values()].reduce((sum, call) => sum + call.presses.least, 0));
	stage.figure("faults", expected.faults.size);
	if (expected.dropped > 0) findings.push({
		what: "missing",
		subject: "terminal memory",
		count: expected.dropped,
		examples: ["the scenario outgrew the memory of its terminals"]
	});
	return {
		findings,
		expected,
		found,
		books
	};
}
/** Numbered messages that are committed, whatever became of them: one cheap question. */
async function committed(world) {
	const { rows } = await world.pool.query("SELECT COALESCE(sum(upper(r) - lower(r)), 0) AS n FROM device_stream CROSS JOIN LATERAL unnest(received) AS r");
	return Number(rows[0]?.n ?? 0);
}
/** Until `made` are committed, or until nothing has come for so long that nothing will. */
var silenceMs = 6e3;
async function settled(world, made, withinMs) {
	let last = -1;
	let movedMs = performance.now();
	const isSettled = async () => {
		const now = await committed(world);
		if (now !== last) [last, movedMs] = [now, performance.now()];
		return now >= made || performance.now() - movedMs > silenceMs;
	};
	await until("the server to take in what is left", isSettled, {
		withinMs: withinMs + silenceMs,
		everyMs: 100
	});
}
/** Numbered messages that count as committed. */
function storedOf({ ranges }) {
	let messages = 0;
	for (const list of ranges.values()) for (const [from, to] of list) messages += to - from + 1;
	return messages;
}
/** Fleets of one scenario never share a device and boot: their books are laid beside each other. */
function merge(into, one) {
	for (const [key, value] of one.streams) into.streams.set(key, value);
	for (const [key, value] of one.faults) into.faults.set(key, value);
	for (const [key, value] of one.calls) into.calls.set(key, value);
	into.quarantine.least += one.quarantine.least;
	into.quarantine.most += one.quarantine.most;
	into.acked += one.acked;
	into.sent += one.sent;
	into.ackedByBrokerOnly += one.ackedByBrokerOnly;
	into.dropped += one.dropped;
}
var round = (value, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;
var fewInFlight = { INGEST_RECEIVE_MAXIMUM: String(500) };
/** A disk that takes its time: a commit is on its way long enough for a crash to fall into it. */
var slowFlush = {
	commit_delay: "50000",
	commit_siblings: "0"
};
/** Faults and calls for help of a fleet of a few dozen, about two and one a second. */
var eventful = {
	faultsPerDay: 5e3,
	sosPerDay: 2500
};
/** Only Mosquitto can keep `down/ack` from devices; with the built-in broker terminals are all there is. */
var simpleClients = (stage) => stage.broker === "mosquitto" ? {
	promise: "puback",
	deaf: true
} : {
	promise: "kept",
	deaf: false
};
var direct = (count) => Array.from({ length: count }, () => ({ kind: "direct" }));
var fleetOf = (stage, count, more = {}) => ({
	devices: deviceNames(count),
	ratePerS: stage.pick(500, 300),
	seed: stage.seed,
	promise: "kept",
	behaviour: eventful,
	...more
});
/** What the lives of one process add up to: its counters begin at 0 with each. */
var Lives = class {
	part;
	duplicates = 0;
	/** the most of one life */
	most = 0;
	constructor(part) {
		this.part = part;
	}
	async kill() {
		await this.count();
		await this.part.program.kill();
	}
	async count() {
		const duplicates = await this.part.metric("headland_ingest_duplicates_total");
		this.duplicates += duplicates;
		this.most = Math.max(this.most, duplicates);
	}
};
/** How long it takes from now until what the broker had taken by now is committed, with the rate at which it went. */
async function catchUp(world, fleet, withinMs) {
	const { puback } = await fleet.stats();
	const from = await committed(world);
	const startedMs = performance.now();
	while (await committed(world) < puback && performance.now() - startedMs < withinMs) await pause(50);
	const seconds = (performance.now() - startedMs) / 1e3;
	return {
		seconds: round(seconds),
		perS: Math.round((puback - from) / Math.max(seconds, .001)),
		backlog: puback - from
	};
}
/** Waits until the fleet has brought a number of messages more to the broker: the fact, at whatever speed the machine has today. */
async function untilTaken(fleet, messages, withinMs = 6e4) {
	const { puback } = await fleet.stats();
	await fleet.reach(`${messages} more messages`, (s) => s.puback >= puback + messages, withinMs);
}
// src/chaos/scenarios/api-killed.ts
var backWithinS$1 = 5;
/** The process that serves the consoles dies; each finds its way back to what it missed. */
var apiKilled = {
	number: 2,
	name: "api killed",
	fault: "kill -9 of RUN=api while calls and faults come in, with consoles open",
	pass: `every console has its stream again ${backWithinS$1} s after the api is up, in the end it shows what the database holds, nothing twice; every event has been read by the policies`,
	devices: 40,
	async run(stage) {
		const world = await stage.world({ roles: [
			"ingest",
			"alerts",
			"api",
			"jobs"
		] });
		const consoles = await Consoles.open(world, direct(10));
		const fleet = await world.fleet(fleetOf(stage, 40, { ratePerS: 100 }));
		const api = world.server("api");
		let slowestS = 0;
		for (let i = 0; i < stage.pick(4, 2); i++) {
			await untilTaken(fleet, stage.random.whole(100, 400));
			await api.program.kill();
			await pause(stage.pick(3e3, 500));
			await api.start();
			slowestS = Math.max(slowestS, await consoles.allLive(6e4));
		}
		const { findings } = await closeAccount(stage, world, {
			fleets: [{
				fleet,
				promise: "kept"
			}],
			consoles
		});
		stage.figure("consoles back in s", round(slowestS, 2));
		const mostS = stage.pick(backWithinS$1, 20);
		stage.check(`consoles are back within ${mostS} s`, slowestS <= mostS, `${round(slowestS, 2)} s`);
		await until("the policies to read the whole log", () => policiesAreDone(world), { withinMs: 3e4 });
		stage.figure("events", await events(world));
		return { findings };
	}
};
async function policiesAreDone(world) {
	const { rows } = await world.pool.query(`SELECT (SELECT number FROM log_reader WHERE name = 'policies') >= COALESCE((SELECT max(number) FROM event_log), 0) AS done`);
	return rows[0]?.done === true;
}
var events = async (world) => (await world.pool.query("SELECT count(*)::int AS n FROM event_log")).rows[0]?.n ?? 0;
// src/chaos/scenarios/broker-killed.ts
/** The broker dies and forgets what it had acknowledged: the terminals have kept it. */
var brokerKilled = {
	number: 4,
	name: "broker killed",
	fault: "kill -9 of the broker with messages in it (the telemetry process is held), started again",
	pass: "what only the broker had acknowledged is counted; after the terminals have sent again what is missing, everything is stored once",
	devices: 40,
	async run(stage) {
		const world = await stage.world({ roles: [
			"ingest",
			"alerts",
			"api"
		] });
		const consoles = await Consoles.open(world, direct(4));
		const fleet = await world.fleet(fleetOf(stage, 40, { ratePerS: stage.pick(300, 200) }));
		const ingest = world.server("ingest");
		let forgotten = 0;
		for (let i = 0; i < stage.pick(3, 1); i++) {
			await untilTaken(fleet, 300);
			ingest.program.freeze();
			await untilTaken(fleet, 500);
			const { puback, committed } = await fleet.stats();
			forgotten += puback - committed;
			await world.broker.program.kill();
			ingest.program.thaw();
			await pause(stage.pick(2e3, 500));
			await world.broker.start();
			await fleet.reach("the fleet to be back", (s) => s.connected === s.devices, 9e4);
		}
		await Promise.all([ingest.ready(), world.server("alerts").ready()]);
		const { findings } = await closeAccount(stage, world, {
			fleets: [{
				fleet,
				promise: "kept"
			}],
			consoles
		});
		stage.figure("acknowledged by the broker alone", forgotten);
		return { findings };
	}
};
// src/chaos/scenarios/broker-restarted.ts
/** An orderly restart, as for an update: the broker takes its queue with it. Nobody sends anything again. */
var brokerRestarted = {
	number: 5,
	name: "broker restarted",
	fault: "SIGTERM of the broker with a queue for a telemetry process that is held; its clients have gone home before",
	pass: "everything acknowledged is stored once, with nobody to send it again; clients that come afterwards are served",
	devices: 80,
	needs: ["mosquitto"],
	async run(stage) {
		const { promise, deaf } = simpleClients(stage);
		const world = await stage.world({
			roles: ["ingest", "alerts"],
			deaf
		});
		const ingest = world.server("ingest");
		const first = await world.fleet(fleetOf(stage, 40, {
			promise,
			ratePerS: 300
		}));
		await untilTaken(first, 200);
		ingest.program.freeze();
		await untilTaken(first, stage.pick(3e3, 800));
		await first.drain(3e4);
		const { puback } = await first.stats();
		const waiting = puback - await committed(world);
		const books = await first.end();
		await world.broker.program.stop();
		await world.broker.start();
		ingest.program.thaw();
		await Promise.all([ingest.ready(), world.server("alerts").ready()]);
		const second = await world.fleet(fleetOf(stage, 40, {
			promise,
			devices: deviceNames(40, 40),
			ratePerS: 100
		}), "second");
		await untilTaken(second, 200);
		const { findings } = await closeAccount(stage, world, {
			fleets: [{
				fleet: second,
				promise
			}],
			closed: [{
				books,
				promise
			}]
		});
		stage.figure("waited in the broker", waiting);
		return { findings };
	}
};
// src/chaos/scenarios/clocks-wrong.ts
/** A clock that is off by less is left alone: it could as well be the way of the message (device-protocol, clock). */
var closeS = 30;
/** Clocks that say 1970 or 2099, are off by up to a day, jump and drift: every sample is stored, at the time it was really taken. */
var clocksWrong = {
	number: 9,
	name: "wrong clocks",
	fault: "devices whose clocks start at 1970 or 2099, are off by up to a day and jump within a boot; calls for help among them",
	pass: `nothing is dropped or put aside; 99 of 100 samples stand within ${closeS} s of their true time, none in the default partition; no call counts as late`,
	devices: 60,
	async run(stage) {
		const world = await stage.world({ roles: ["ingest", "alerts"] });
		const clock = {
			skewShare: .3,
			skewMaxMs: 864e5,
			epoch1970Share: .2,
			year2099Share: .2,
			jumpsPerHour: 60,
			jumpMaxMs: 36e5
		};
		const fleet = await world.fleet(fleetOf(stage, 60, {
			ratePerS: 200,
			behaviour: {
				...eventful,
				clock
			}
		}));
		await untilTaken(fleet, stage.pick(8e3, 1500), 12e4);
		const { findings, books } = await closeAccount(stage, world, { fleets: [{
			fleet,
			promise: "kept"
		}] });
		const offS = await errorsInS(world, books[0]);
		const p99 = offS[Math.floor(offS.length * .99)] ?? Number.POSITIVE_INFINITY;
		stage.figure("samples", offS.length);
		stage.figure("off by, median s", round(offS[Math.floor(offS.length / 2)] ?? 0, 3));
		stage.figure("off by, p99 s", round(p99, 3));
		stage.figure("off by, worst s", round(offS.at(-1) ?? 0, 1));
		stage.check(`99 of 100 samples within ${closeS} s`, p99 <= closeS, `${round(p99, 3)} s`);
		const { rows } = await world.pool.query("SELECT count(*)::int AS n FROM sos_call WHERE late");
		stage.check("no call counts as late", rows[0]?.n === 0, `${rows[0]?.n}`);
		return { findings };
	}
};
/** Seconds between the stored and the true time of each sample, ascending. */
async function errorsInS(world, book) {
	const trueMs = /* @__PURE__ */ new Map();
	for (const stream of book?.streams.values() ?? []) for (const [seq, { content }] of stream.bySeq) if (content?.kind === "telemetry") for (const s of content.samples) trueMs.set(`${stream.device} ${stream.boot} ${seq} ${s.ts}`, s.trueMs);
	const { rows } = await world.pool.query("SELECT d.id, t.boot, t.seq, t.device_ts, floor(extract(epoch FROM t.ts) * 1000)::bigint AS ms FROM telemetry t JOIN device d ON d.key = t.device_key");
	return rows.map((r) => Math.abs(Number(r.ms) - (trueMs.get(`${r.id} ${r.boot} ${r.seq} ${r.device_ts}`) ?? Number.POSITIVE_INFINITY)) / 1e3).sort((a, b) => a - b);
}
// src/chaos/scenarios/database-away.ts
/** What a process may grow while nothing can be committed: its unacknowledged messages are bounded. */
var mostGrowthMiB = 150;
var readyAgainS = 15;
/** The database is away, then back: the broker holds the queue, the server acknowledges nothing and stays small. */
var databaseAway = {
	number: 6,
	name: "database away",
	fault: "PostgreSQL frozen (SIGSTOP) for a minute; then stopped for a minute, with kill -9 of RUN=ingest in the middle; clients that trust the PUBACK alone",
	pass: `no PUBACK while nothing can be committed; the telemetry process grows by less than ${mostGrowthMiB} MiB; nothing dropped; everything acknowledged is stored once`,
	devices: 40,
	async run(stage) {
		const { promise, deaf } = simpleClients(stage);
		const world = await stage.world({
			roles: [
				"ingest",
				"alerts",
				"api"
			],
			deaf,
			tap: true,
			serverEnv: fewInFlight
		});
		const consoles = await Consoles.open(world, direct(4));
		const fleet = await world.fleet(fleetOf(stage, 40, { promise }));
		const ingest = world.server("ingest");
		const lives = new Lives(ingest);
		await fleet.reach("traffic", (s) => s.puback > 500, 6e4);
		const beforeMiB = ingest.program.peakMemoryMiB();
		world.database.freeze();
		await outage(stage, world, fleet, "frozen");
		world.database.thaw();
		await back(stage, world, fleet, "freeze");
		await world.database.stop();
		await outage(stage, world, fleet, "stopped", () => lives.kill());
		await world.database.again();
		await ingest.start();
		await back(stage, world, fleet, "stop");
		const { findings } = await closeAccount(stage, world, {
			fleets: [{
				fleet,
				promise
			}],
			consoles
		});
		const grownMiB = ingest.program.peakMemoryMiB() - beforeMiB;
		stage.figure("ingest peak MiB", ingest.program.peakMemoryMiB());
		stage.check(`ingest grows by less than ${mostGrowthMiB} MiB`, grownMiB < mostGrowthMiB, `${grownMiB} MiB`);
		return { findings };
	}
};
/** While it lasts the broker takes messages from the fleet, and the server none from the broker. */
async function outage(stage, world, fleet, how, inTheMiddle) {
	const halfMs = stage.pick(3e4, 4e3);
	const last = await lastPubacks(world);
	const from = (await fleet.stats()).puback;
	await pause(halfMs);
	await inTheMiddle?.();
	await pause(halfMs);
	const pubacks = (world.tap?.pubacks ?? 0) - last;
	const taken = (await fleet.stats()).puback - from;
	stage.figure(`queued while ${how}`, taken);
	stage.check(`no PUBACK while the database is ${how}`, pubacks === 0, `${pubacks}`);
	stage.check(`the fleet goes on while it is ${how}`, taken > 0, `${taken} messages`);
}
/** What was committed before may still be acknowledged now; two looks that agree say that this is over. A server that goes on and on is found out below. */
async function lastPubacks(world) {
	let last = world.tap?.pubacks ?? 0;
	for (let looks = 0; looks < 20; looks++) {
		await pause(250);
		const now = world.tap?.pubacks ?? 0;
		if (now === last) break;
		last = now;
	}
	return last;
}
async function back(stage, world, fleet, after) {
	const startedMs = performance.now();
	await Promise.all([
		"ingest",
		"alerts",
		"api"
	].map((role) => world.server(role).ready()));
	const readyS = (performance.now() - startedMs) / 1e3;
	const { seconds, perS, backlog } = await catchUp(world, fleet, 12e4);
	stage.figure(`caught up after the ${after} in s`, seconds);
	stage.figure(`backlog after the ${after}`, backlog);
	stage.figure(`messages/s after the ${after}`, perS);
	const mostS = stage.pick(readyAgainS, 45);
	stage.check(`everything is ready again ${mostS} s after the ${after}`, readyS <= mostS, `${round(readyS)} s`);
}
// src/chaos/scenarios/database-crashed.ts
/** A crash in the middle of commits: what was acknowledged had been written. */
var databaseCrashed = {
	number: 7,
	name: "database crashed",
	fault: "kill -9 of PostgreSQL with all its workers at random moments of a stream of commits, every second time with RUN=ingest, as when a machine goes down; clients that trust the PUBACK alone",
	pass: "after recovery everything acknowledged is stored once",
	devices: 40,
	async run(stage) {
		const { promise, deaf } = simpleClients(stage);
		const world = await stage.world({
			roles: [
				"ingest",
				"alerts",
				"api"
			],
			deaf,
			serverEnv: fewInFlight,
			postgresSettings: slowFlush
		});
		const consoles = await Consoles.open(world, direct(4));
		const fleet = await world.fleet(fleetOf(stage, 40, { promise }));
		const ingest = world.server("ingest");
		const crashes = stage.pick(8, 3);
		for (let i = 0; i < crashes; i++) {
			await pause(stage.random.between(500, stage.pick(3e3, 1500)));
			const together = i % 2 === 0;
			await Promise.all([world.database.kill(), together ? ingest.program.kill() : void 0]);
			await pause(stage.pick(1e3, 100));
			await world.database.again();
			await (together ? ingest.start() : ingest.ready());
		}
		await Promise.all([world.server("alerts").ready(), world.server("api").ready()]);
		const { findings } = await closeAccount(stage, world, {
			fleets: [{
				fleet,
				promise
			}],
			consoles
		});
		stage.figure("crashes", crashes);
		return { findings };
	}
};
// src/chaos/scenarios/ingest-killed.ts
/** The processes that take messages in die at any moment; what they had acknowledged is committed, what not comes again. */
var ingestKilled = {
	number: 1,
	name: "ingest killed",
	fault: "kill -9 of RUN=ingest at random moments, every third time of RUN=alerts too, started again after a pause; clients that trust the PUBACK alone",
	pass: "everything acknowledged is stored once; at most the receive maximum comes again per kill",
	devices: 40,
	async run(stage) {
		const { promise, deaf } = simpleClients(stage);
		const world = await stage.world({
			roles: [
				"ingest",
				"alerts",
				"api"
			],
			deaf,
			serverEnv: fewInFlight,
			postgresSettings: slowFlush
		});
		const consoles = await Consoles.open(world, direct(4));
		const fleet = await world.fleet(fleetOf(stage, 40, { promise }));
		const ingest = world.server("ingest");
		const alerts = world.server("alerts");
		const lives = new Lives(ingest);
		const kills = stage.pick(10, 3);
		for (let i = 0; i < kills; i++) {
			await pause(stage.random.between(300, stage.pick(2500, 1200)));
			const both = i % 3 === 2;
			await Promise.all([lives.kill(), both ? alerts.program.kill() : void 0]);
			await pause(stage.pick(2e3, 300));
			await Promise.all([ingest.start(), both ? alerts.start() : void 0]);
		}
		const { findings } = await closeAccount(stage, world, {
			fleets: [{
				fleet,
				promise
			}],
			consoles
		});
		await lives.count();
		stage.figure("kills", kills);
		stage.figure("redelivered", lives.duplicates);
		stage.figure("ingest peak MiB", ingest.program.peakMemoryMiB());
		if (promise === "puback") stage.check("redelivered per kill ≤ receive maximum", lives.most <= 500, `${lives.most} of 500`);
		return { findings };
	}
};
// src/chaos/account/alarms.ts
/** Two clocks of one machine (Node's and PostgreSQL's) and rounding to milliseconds. */
var toleranceMs = 50;
/** `patienceMs`: how much later than its time an alarm may fire while its world is disturbed. */
function judgeAlarms(rung, periodMs, patienceMs) {
	const findings = /* @__PURE__ */ new Map();
	const add = (what, subject, example) => {
		const finding = findings.get(`${what} ${subject}`) ?? {
			what,
			subject,
			count: 0,
			examples: []
		};
		findings.set(`${what} ${subject}`, finding);
		finding.count++;
		if (finding.examples.length < 4) finding.examples.push(example);
	};
	let latestMs = 0;
	let fired = 0;
	const expectedReasons = /* @__PURE__ */ new Set();
	for (const call of rung.calls) {
		expectedReasons.add(`sos.raised:${call.id}`);
		let dueMs = call.receivedMs + periodMs;
		for (const { number, atMs } of call.escalations) {
			fired++;
			expectedReasons.add(`sos.escalated:${call.id}:${number}`);
			if (atMs < dueMs - toleranceMs) add("duplicate", "escalation", `call ${call.id}: ${((dueMs - atMs) / 1e3).toFixed(1)} s before its time`);
			latestMs = Math.max(latestMs, atMs - dueMs);
			if (atMs - dueMs > patienceMs) add("wrong", "escalation", `call ${call.id}: ${((atMs - dueMs) / 1e3).toFixed(1)} s late`);
			dueMs = atMs + periodMs;
		}
		const untilMs = call.acknowledgedMs ?? Number.NEGATIVE_INFINITY;
		if (untilMs - dueMs > patienceMs) add("missing", "escalation", `call ${call.id}: due ${((untilMs - dueMs) / 1e3).toFixed(1)} s before it was acknowledged`);
	}
	const seen = /* @__PURE__ */ new Map();
	for (const { reason, state, left } of rung.deliveries) {
		const alarm = alarmOf(reason);
		if (alarm === null) continue;
		seen.set(alarm, (seen.get(alarm) ?? 0) + 1);
		if (!expectedReasons.has(alarm)) add("unexpected", "message", reason);
		if (state === "queued") add("missing", "message", `${reason} is still queued`);
		if (left > 1) add("duplicate", "message", `${reason} left ${left} times`);
	}
	for (const alarm of expectedReasons) if (!seen.has(alarm)) add("missing", "message", alarm);
	return {
		findings: [...findings.values()],
		fired,
		latestS: latestMs / 1e3
	};
}
/** The part of a reason that names the alarm, without who hears of it. */
function alarmOf(reason) {
	return /^sos\.raised:\d+/.exec(reason)?.[0] ?? /^sos\.escalated:\d+:\d+/.exec(reason)?.[0] ?? null;
}
async function readRung(pool) {
	const calls = await pool.query(`SELECT c.id, ${epochMs("c.received_at")} AS received, ${epochMs("c.acknowledged_at")} AS acknowledged,
       (SELECT json_agg(json_build_object('number', e.number, 'atMs', ${epochMs("e.at")}) ORDER BY e.number) FROM event_log e WHERE e.name = 'sos.escalated' AND e.payload ? 'sos' AND e.payload->'sos'->>'id' = c.id::text) AS escalations
     FROM sos_call c WHERE NOT c.late`);
	const deliveries = await pool.query("SELECT d.reason, d.state, (SELECT count(*)::int FROM mail m WHERE m.delivery_id = d.id) AS left FROM delivery d ORDER BY d.id");
	return {
		calls: calls.rows.map((r) => ({
			id: r.id,
			receivedMs: Number(r.received),
			acknowledgedMs: r.acknowledged === null ? null : Number(r.acknowledged),
			escalations: r.escalations ?? []
		})),
		deliveries: deliveries.rows
	};
}
var epochMs = (column) => `floor(extract(epoch FROM ${column}) * 1000)::bigint`;
var soonAlarms = { SOS_ESCALATE_S: String(3) };
/** Each of these devices calls for help once; answers when all calls are there. */
async function callForHelp(world, fleet, devices) {
	const before = await countCalls(world);
	for (const device of devices) await fleet.sos(device);
	await until("the calls to be recorded", async () => await countCalls(world) >= before + devices.length, { withinMs: 3e4 });
}
/** Waits until the calls together have climbed this many steps more. */
async function untilClimbed(world, steps, withinMs) {
	const before = await countSteps(world);
	await until(`${steps} steps of the ladder`, async () => await countSteps(world) >= before + steps, { withinMs });
}
/** A person sees every call; then the ladder stands still and can be judged. `patienceS`: how late an alarm of a disturbed world may be. */
async function judgeLadder(stage, world, patienceS) {
	const { url } = world.server("api");
	const token = await login(url, "duty");
	const { rows } = await world.pool.query("SELECT id FROM sos_call WHERE status = 'raised'");
	for (const { id } of rows) {
		const answer = await fetch(url + sosCalls.acknowledge.path.replace(":id", String(id)), {
			method: sosCalls.acknowledge.method,
			headers: { [accessHeader]: token }
		});
		if (!answer.ok) throw new Error(`cannot acknowledge call ${id}: ${await answer.text()}`);
	}
	await until("the policies to read the whole log", () => policiesAreDone(world), { withinMs: 6e4 });
	await until("the messages to leave", async () => await queued(world) === 0, { withinMs: 6e4 });
	await until("the policies to read the whole log", () => policiesAreDone(world), { withinMs: 6e4 });
	const rung = await readRung(world.pool);
	const verdict = judgeAlarms(rung, 3e3, patienceS * 1e3);
	stage.figure("calls", rung.calls.length);
	stage.figure("alarms", verdict.fired);
	stage.figure("messages", rung.deliveries.length);
	stage.figure("latest alarm in s", round(verdict.latestS));
	return verdict;
}
var count = async (world, sql) => (await world.pool.query(`SELECT count(*)::int AS n FROM ${sql}`)).rows[0]?.n ?? 0;
var countCalls = (world) => count(world, "sos_call");
var countSteps = (world) => count(world, "event_log WHERE name = 'sos.escalated'");
var queued = (world) => count(world, "delivery WHERE state = 'queued'");
// src/chaos/scenarios/jobs-killed.ts
/** D2 allows a stalled job its lock of 30 s and 30 s more; the sweep over the tables is what brings it back here, within seconds. */
var patienceS$1 = 15;
/** The worker dies in the middle of an alarm: it fires all the same, and once. */
var jobsKilled = {
	number: 3,
	name: "worker killed",
	fault: "kill -9 of RUN=jobs while unacknowledged calls climb the ladder and messages go out",
	pass: `every step of every call is taken once, never early and at most ${patienceS$1} s late; each has its messages once`,
	devices: 60,
	async run(stage) {
		const world = await stage.world({
			roles: [
				"alerts",
				"ingest",
				"api",
				"jobs"
			],
			serverEnv: soonAlarms
		});
		const devices = deviceNames(stage.pick(30, 12));
		const fleet = await world.fleet(fleetOf(stage, devices.length, {
			ratePerS: 5,
			behaviour: {
				faultsPerDay: 0,
				sosPerDay: 0
			}
		}));
		await callForHelp(world, fleet, devices);
		const jobs = world.server("jobs");
		const kills = stage.pick(8, 3);
		for (let i = 0; i < kills; i++) {
			await untilClimbed(world, stage.random.whole(1, devices.length), 6e4);
			await jobs.program.kill();
			await pause(stage.random.between(0, stage.pick(4e3, 1500)));
			await jobs.start();
		}
		await untilClimbed(world, devices.length, 6e4);
		const { findings } = await judgeLadder(stage, world, patienceS$1);
		const account = await closeAccount(stage, world, { fleets: [{
			fleet,
			promise: "kept"
		}] });
		stage.figure("kills", kills);
		stage.figure("period in s", 3);
		return { findings: [...findings, ...account.findings] };
	}
};
// ../libs/testing/src/builders/malformed.ts
/** The ways in which a broken terminal breaks a message. Each is made from a good one, so that only the named thing is wrong. */
var malformedReasons = [
	"truncated",
	"wrongTypes",
	"nul",
	"oversize",
	"foreignDevice",
	"badBody"
];
// src/chaos/scenarios/malformed-flood.ts
/** On a machine that is shared a commit of a few milliseconds says little: below this the ratio is not asked. */
var fineMs = 50;
/** Half of what comes is broken: it is kept aside and counted, and the good half notices nothing. */
var malformedFlood = {
	number: 11,
	name: "malformed flood",
	fault: "a second fleet joins that sends a broken message with each good one: cut off, wrong types, NUL, too large, for a foreign device, with a bad body",
	pass: `everything good is stored; everything broken that the broker lets through is kept aside once; the 99th percentile of a commit stays below twice what it was, or ${fineMs} ms`,
	devices: 80,
	async run(stage) {
		const world = await stage.world({ roles: ["ingest", "alerts"] });
		const ingest = world.server("ingest");
		const good = await world.fleet(fleetOf(stage, 40, { ratePerS: 150 }));
		const lengthMs = stage.pick(2e4, 5e3);
		await good.reach("traffic", (s) => s.puback > 200, 6e4);
		const calm = await CommitTimes.over(ingest, () => pause(lengthMs));
		const bad = await world.fleet(fleetOf(stage, 40, {
			devices: deviceNames(40, 40),
			ratePerS: 150,
			seed: stage.seed + 1,
			behaviour: {
				...eventful,
				malformed: {
					share: 1,
					reasons: [...malformedReasons]
				}
			}
		}), "second");
		const flooded = await CommitTimes.over(ingest, () => pause(lengthMs * 2));
		const { malformed } = await bad.stats();
		const { findings, found } = await closeAccount(stage, world, { fleets: [{
			fleet: good,
			promise: "kept"
		}, {
			fleet: bad,
			promise: "kept"
		}] });
		stage.figure("broken", malformed);
		stage.figure("kept aside", [...found.quarantine].map(([reason, n]) => `${n} ${reason}`).join(" "));
		stage.figure("commit p99 in ms, calm", round(calm));
		stage.figure("commit p99 in ms, flooded", round(flooded));
		stage.check("commit p99 flooded ≤ 2 × calm", flooded <= Math.max(2 * calm, stage.pick(fineMs, 500)), `${round(flooded)} ms after ${round(calm)} ms`);
		return { findings };
	}
};
/** The process's own histogram of its commits, over a stretch of time. */
var CommitTimes = { 
/** 99th percentile in ms, by linear interpolation within its bucket */
async over(part, stretch) {
	const before = await part.buckets("headland_ingest_commit_seconds");
	await stretch();
	const counts = (await part.buckets("headland_ingest_commit_seconds")).map(({ le, count }, i) => ({
		le,
		count: count - (before[i]?.count ?? 0)
	}));
	const wanted = (counts.at(-1)?.count ?? 0) * .99;
	let from = {
		le: 0,
		count: 0
	};
	for (const bucket of counts) {
		if (bucket.count >= wanted) return 1e3 * (Number.isFinite(bucket.le) ? from.le + (bucket.le - from.le) * (wanted - from.count) / Math.max(1, bucket.count - from.count) : from.le);
		from = bucket;
	}
	return Number.POSITIVE_INFINITY;
} };
// src/chaos/scenarios/out-of-order.ts
/** Twice, late and in the wrong order: the database holds each message once, and the newest state is the newest. */
var outOfOrder = {
	number: 10,
	name: "twice, late, out of order",
	fault: "one message in five sent twice, three in ten held back by up to two seconds, half of the devices with a day of old telemetry in between",
	pass: "the stored set is the sent set; the state of each vehicle is its newest message, not the last that came; faults end in the state of their newest message",
	devices: 40,
	async run(stage) {
		const world = await stage.world({ roles: [
			"ingest",
			"alerts",
			"api"
		] });
		const consoles = await Consoles.open(world, direct(4));
		const behaviour = {
			...eventful,
			duplicates: .2,
			reorder: {
				share: .3,
				windowMs: 2e3
			},
			backlog: {
				share: .5,
				messages: 40,
				hours: 24
			}
		};
		const fleet = await world.fleet(fleetOf(stage, 40, {
			ratePerS: 300,
			behaviour
		}));
		await untilTaken(fleet, stage.pick(2e4, 2500), 18e4);
		const { duplicates } = await fleet.stats();
		const { findings } = await closeAccount(stage, world, {
			fleets: [{
				fleet,
				promise: "kept"
			}],
			consoles
		});
		const absorbed = await world.server("ingest").metric("headland_ingest_duplicates_total");
		stage.figure("sent twice", duplicates);
		stage.figure("absorbed", absorbed);
		return { findings };
	}
};
// src/chaos/scenarios/reconnect-storm.ts
var backWithinS = 60;
/** A whole fleet loses its connections at once and comes back within a second, some of it with secrets that are no longer good. */
var reconnectStorm = {
	number: 13,
	name: "reconnect storm",
	fault: "all devices connect within a second, lose their connections at once, and come back at once; one in twenty has a wrong secret and goes on trying",
	pass: `all with a good secret are back within ${backWithinS} s, and known as online; nothing is lost`,
	devices: 1e4,
	async run(stage) {
		const world = await stage.world({ roles: ["ingest", "alerts"] });
		const count = stage.pick(1e4, 1e3);
		const refused = count / 20;
		const devices = deviceNames(count - refused);
		const wrongSecrets = deviceNames(refused, count - refused);
		const quiet = {
			faultsPerDay: 20,
			sosPerDay: 5
		};
		const outsiders = await world.fleet({
			devices: wrongSecrets,
			wrongSecrets,
			ratePerS: 1,
			seed: stage.seed,
			promise: "kept",
			connectRate: count
		}, "second");
		const startedMs = performance.now();
		const fleet = await world.fleet(fleetOf(stage, 0, {
			devices,
			ratePerS: 300,
			connectRate: count,
			behaviour: quiet
		}));
		const firstS = (performance.now() - startedMs) / 1e3;
		await untilTaken(fleet, stage.pick(1e3, 300));
		const { connects } = await fleet.stats();
		const cutMs = performance.now();
		await fleet.cut(1);
		await fleet.reach("the fleet to be back", (s) => s.connected >= devices.length && s.connects >= connects + devices.length, 12e4);
		const backS = (performance.now() - cutMs) / 1e3;
		await untilTaken(fleet, stage.pick(1e3, 300));
		await until("every device to be known as online", async () => await online(world) >= devices.length, {
			withinMs: 6e4,
			everyMs: 200
		});
		const stats = await outsiders.stats();
		stage.check("nobody gets in with a wrong secret", stats.connects === 0 && stats.refused > 0, `${stats.connects} of ${stats.refused + stats.connects}`);
		const { findings } = await closeAccount(stage, world, { fleets: [{
			fleet,
			promise: "kept"
		}] });
		stage.figure("devices", count);
		stage.figure("first connects in s", round(firstS));
		stage.figure("back in s", round(backS));
		stage.figure("refused", stats.refused);
		stage.figure("ingest peak MiB", world.server("ingest").program.peakMemoryMiB());
		stage.check(`back within ${backWithinS} s`, backS <= backWithinS, `${round(backS)} s`);
		return { findings };
	}
};
var online = async (world) => (await world.pool.query("SELECT count(*)::int AS n FROM device WHERE online")).rows[0]?.n ?? 0;
// src/chaos/scenarios/redis-lost.ts
/** One sweep and what it has to do. */
var patienceS = 8;
var sosWithinMs$1 = 2e3;
/** The short length runs beside a whole test suite: there it is about whether, not about how fast. */
var unhurried = 5;
/** The queue's memory is gone, and comes back empty: what is due stands in the tables. */
var redisLost = {
	number: 8,
	name: "Redis lost",
	fault: "Redis killed for a minute, then started again empty, while calls climb the ladder and new ones come",
	pass: `telemetry and calls go on as if nothing were; alarms fire once each, at most ${patienceS} s late, before, during and after`,
	devices: 60,
	needs: ["redis"],
	async run(stage) {
		const world = await stage.world({
			roles: [
				"alerts",
				"ingest",
				"api",
				"jobs"
			],
			redis: true,
			serverEnv: soonAlarms
		});
		const { redis } = world;
		if (redis === null) throw new Error("this world has a Redis");
		const consoles = await Consoles.open(world, direct(4));
		const devices = deviceNames(stage.pick(36, 15));
		const third = devices.length / 3;
		const fleet = await world.fleet(fleetOf(stage, devices.length, {
			ratePerS: stage.pick(300, 100),
			behaviour: {
				faultsPerDay: 0,
				sosPerDay: 0
			}
		}));
		await callForHelp(world, fleet, devices.slice(0, third));
		await untilClimbed(world, third, 6e4);
		await redis.program.kill();
		const before = await committed(world);
		const startedMs = performance.now();
		await callForHelp(world, fleet, devices.slice(third, 2 * third));
		await pause(stage.pick(6e4, 8e3));
		const perS = (await committed(world) - before) / ((performance.now() - startedMs) / 1e3);
		redis.forget();
		await redis.start();
		await callForHelp(world, fleet, devices.slice(2 * third));
		await untilClimbed(world, devices.length * 2, 12e4);
		const latencies = consoles.list.flatMap((c) => c.sosLatencies);
		const slowestMs = Math.max(0, ...latencies);
		const mostMs = sosWithinMs$1 * stage.pick(1, unhurried);
		stage.figure("messages/s without Redis", Math.round(perS));
		stage.figure("slowest call in ms", Math.round(slowestMs));
		stage.check("telemetry goes on at its rate", perS >= stage.pick(210, 50), `${round(perS)} a second`);
		stage.check(`calls reach every console within ${mostMs} ms`, latencies.length > 0 && slowestMs <= mostMs, `${latencies.length} arrivals, slowest ${Math.round(slowestMs)} ms`);
		const { findings } = await judgeLadder(stage, world, stage.pick(patienceS, 12));
		const account = await closeAccount(stage, world, {
			fleets: [{
				fleet,
				promise: "kept"
			}],
			consoles
		});
		return { findings: [...findings, ...account.findings] };
	}
};
// src/chaos/scenarios/slow-consoles.ts
var slow = {
	kind: "slow",
	bytesPerS: 1024
};
var stallable = { kind: "stallable" };
/** goal 9 of the design: what one stalled browser may cost the api */
var perConsoleMiB = 5;
var sosWithinMs = 2e3;
// src/chaos/scenarios/all.ts
/** In the order of their numbers. */
var scenarios = [
	ingestKilled,
	apiKilled,
	jobsKilled,
	brokerKilled,
	brokerRestarted,
	databaseAway,
	databaseCrashed,
	redisLost,
	clocksWrong,
	outOfOrder,
	malformedFlood,
	{
		number: 12,
		name: "slow consoles",
		fault: "twenty consoles that look at the whole map over a line of 1 KB/s, or stop reading altogether, beside five healthy ones; a call for help every half second",
		pass: `every call is on every healthy console within ${sosWithinMs} ms; the api grows by less than ${perConsoleMiB} MiB for each slow one; when the lines are free again all show what the database holds`,
		devices: 200,
		async run(stage) {
			const world = await stage.world({ roles: [
				"ingest",
				"alerts",
				"api"
			] });
			const lines = [
				...direct(5),
				...Array.from({ length: 10 }, () => slow),
				...Array.from({ length: 10 }, () => stallable)
			];
			const consoles = await Consoles.open(world, lines, {
				map: {
					zoom: 8,
					west: 124,
					south: 33,
					east: 132,
					north: 39
				},
				vehicles: []
			});
			const fleet = await world.fleet(fleetOf(stage, 200, {
				ratePerS: 200,
				behaviour: {
					faultsPerDay: 500,
					sosPerDay: 0
				}
			}));
			const api = world.server("api");
			await fleet.reach("traffic", (s) => s.puback > 1e3, 6e4);
			await pause(stage.pick(5e3, 2e3));
			const beforeMiB = api.program.memoryMiB();
			consoles.stall();
			const calls = stage.pick(100, 16);
			for (let i = 0; i < calls; i++) {
				await fleet.sos(deviceName(i));
				await pause(500);
			}
			const grownMiB = api.program.memoryMiB() - beforeMiB;
			await fleet.drain(6e4);
			const healthy = consoles.healthy;
			const latencies = healthy.flatMap((c) => c.sosLatencies);
			const slowestMs = Math.max(0, ...latencies);
			const mostMs = stage.pick(sosWithinMs, 5 * sosWithinMs);
			const seen = Math.min(...healthy.map((c) => c.calls.size));
			consoles.flow();
			const backS = await consoles.allLive(9e4);
			const { findings } = await closeAccount(stage, world, {
				fleets: [{
					fleet,
					promise: "kept"
				}],
				consoles
			});
			stage.figure("calls", calls);
			stage.figure("slowest call on a healthy console in ms", Math.round(slowestMs));
			stage.figure("api grew by MiB", grownMiB);
			stage.figure("slow ones back in s", round(backS));
			stage.check(`calls reach healthy consoles within ${mostMs} ms`, seen >= Math.floor(calls / 2) && slowestMs <= mostMs, `${latencies.length} arrivals, slowest ${Math.round(slowestMs)} ms`);
			const mostMiB = perConsoleMiB * (lines.length - healthy.length);
			stage.check(`the api grows by less than ${mostMiB} MiB`, grownMiB < mostMiB, `${grownMiB} MiB`);
			return { findings };
		}
	},
	reconnectStorm
];
/** Few and quick, but one for each way of losing something: acknowledged too early, forgotten by the queue, dropped, not durable, counted twice, taken in broken. */
var shortOnes = [
	1,
	6,
	7,
	8,
	10,
	11
];
// src/chaos/world/broker.ts
var serverAccount = {
	username: "headland-server",
	password: "chaos-server-password"
};
var mosquittoPath = () => findProgram("mosquitto");
async function makeBroker(plan) {
	return plan.kind === "mosquitto" ? mosquitto(plan) : embedded(plan);
}
async function mosquitto({ dir, passwords, deaf, settings = {} }) {
	const folder = join(dir, "mosquitto");
	mkdirSync(folder, { recursive: true });
	const devicePort = await freePort();
	const serverPort = await freePort();
	const passwordFile = join(folder, "passwords");
	const aclFile = join(folder, "acl");
	writeFileSync(passwordFile, passwords, { mode: 384 });
	writeFileSync(aclFile, deaf ? withoutAcks(acl()) : acl(), { mode: 384 });
	const own = [
		`listener ${devicePort} 127.0.0.1`,
		"use_username_as_clientid true",
		`listener ${serverPort} 127.0.0.1`,
		"allow_anonymous false",
		`password_file ${passwordFile}`,
		`acl_file ${aclFile}`,
		`persistence_location ${folder}/`,
		"log_dest stderr",
		"sys_interval 1",
		...process.getuid?.() === 0 ? ["user root"] : [],
		...Object.entries(settings).map(([key, value]) => `${key} ${value}`)
	];
	const config = join(folder, "mosquitto.conf");
	writeFileSync(config, [
		...own,
		...sharedSettings(Object.keys(settings)),
		""
	].join("\n"));
	const program = new Program("broker", mosquittoPath(), ["-c", config], { logFile: join(dir, "logs", "broker.log") });
	const drops = new DropCounter(serverPort);
	return {
		kind: "mosquitto",
		program,
		devicePort,
		serverPort,
		start: async () => {
			program.start();
			await until("the broker to listen", async () => await answers(devicePort) && answers(serverPort), {
				withinMs: 15e3,
				programs: [program]
			});
			await drops.watch();
		},
		dropped: () => drops.total(),
		end: () => drops.end()
	};
}
/** What belongs to one installation and not to the way the broker works. */
var installation = [
	"listener",
	"use_username_as_clientid",
	"allow_anonymous",
	"password_file",
	"acl_file",
	"persistence_location",
	"log_dest",
	"sys_interval",
	"user"
];
function sharedSettings(replaced) {
	return readFileSync(inCheckout("infra/mosquitto/mosquitto.conf"), "utf8").split("\n").map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#")).filter((line) => ![...installation, ...replaced].includes(line.split(" ")[0] ?? ""));
}
var acl = () => readFileSync(inCheckout("infra/mosquitto/acl"), "utf8");
/** Devices may hear everything but `down/ack`: what the server says there reaches nobody. */
function withoutAcks(text) {
	const hears = "pattern read tms/v1/%u/down/#";
	if (!text.includes(hears)) throw new Error(`infra/mosquitto/acl has no line "${hears}" any more`);
	return text.replace(hears, downKinds.filter((kind) => kind !== "ack").map((kind) => `pattern read tms/v1/%u/down/${kind}`).join("\n"));
}
var droppedTopic = "$SYS/broker/publish/messages/dropped";
/** published anew each second, so that its next word says that what was counted until now has been said */
var clockTopic = "$SYS/broker/uptime";
/** Listens from the broker's first moment: it says a figure when it changes, and forgets what it said after a minute. */
var DropCounter = class {
	port;
	client = null;
	before = 0;
	now = 0;
	ticks = 0;
	constructor(port) {
		this.port = port;
	}
	async watch() {
		this.end();
		this.before += this.now;
		this.now = 0;
		const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${this.port}`, {
			...serverAccount,
			clientId: `chaos-${process.pid}-${Math.random().toString(36).slice(2)}`,
			reconnectPeriod: 0
		});
		this.client = client;
		client.on("error", () => void 0);
		client.on("message", (topic, payload) => {
			if (topic === droppedTopic) this.now = Number(payload.toString());
			else this.ticks++;
		});
		await client.subscribeAsync([droppedTopic, clockTopic]);
	}
	async total() {
		const wanted = this.ticks + 2;
		await until("the broker to count", () => this.ticks >= wanted, { withinMs: 15e3 });
		return this.before + this.now;
	}
	end() {
		this.client?.end(true);
		this.client = null;
	}
};
async function embedded({ dir, databaseUrl }) {
	const port = await freePort();
	const healthPort = await freePort();
	const program = new Program("broker", process.execPath, ["--enable-source-maps", inCheckout("apps/server/dist/embedded-broker.js")], {
		logFile: join(dir, "logs", "broker.log"),
		env: {
			DATABASE_URL: databaseUrl,
			BROKER_PORT: String(port),
			BROKER_HEALTH_PORT: String(healthPort),
			MQTT_USERNAME: serverAccount.username,
			MQTT_PASSWORD: serverAccount.password,
			LOG_LEVEL: "warn"
		}
	});
	const ask = async (path) => fetch(`http://127.0.0.1:${healthPort}${path}`).catch(() => null);
	return {
		kind: "embedded",
		program,
		devicePort: port,
		serverPort: port,
		start: async () => {
			program.start();
			await until("the broker to be ready", async () => (await ask("/readyz"))?.ok === true, {
				withinMs: 3e4,
				programs: [program]
			});
		},
		dropped: async () => sumOf(await (await ask("/metrics"))?.text() ?? "", "headland_broker_dropped_total"),
		end: () => void 0
	};
}
/** Sum of a Prometheus metric over its labels. */
function sumOf(metrics, name) {
	let sum = 0;
	for (const line of metrics.split("\n")) if (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) sum += Number(line.slice(line.lastIndexOf(" ") + 1));
	return sum;
}
// src/chaos/world/database.ts
var databaseName = "headland";
var password = "chaos-of-Headland";
/** The PostgreSQL of one world, with its durable settings, on one port for all its lives. */
var Database = class Database {
	dir;
	settings;
	/** asks again by itself after a life has ended; its errors are the question's own */
	pool;
	running;
	constructor(dir, running, settings) {
		this.dir = dir;
		this.settings = settings;
		this.running = running;
		this.pool = new pg.Pool({
			connectionString: this.url,
			max: 4,
			connectionTimeoutMillis: 5e3,
			options: "-c timezone=UTC",
			application_name: "chaos"
		});
		this.pool.on("error", () => void 0);
	}
	static async start(dir, settings = {}) {
		return new Database(dir, await launch(dir, settings), settings);
	}
	get url() {
		return this.running.url(databaseName);
	}
	get adminUrl() {
		return this.running.url("postgres");
	}
	/** A clean end: everything is written. */
	stop() {
		return this.running.stop();
	}
	/** kill -9 of the postmaster, and of its workers as a machine's crash would: what they had not written is gone. */
	async kill() {
		const { child } = this.running;
		const folder = this.dataDir;
		if (child.pid !== void 0) signal(child.pid, "SIGKILL");
		for (const pid of processesIn(folder)) signal(pid, "SIGKILL");
		if (child.pid !== void 0) await gone(child.pid, 1e4);
	}
	/** SIGSTOP: connections stay open and nobody answers. */
	freeze() {
		for (const pid of processesIn(this.dataDir)) signal(pid, "SIGSTOP");
	}
	thaw() {
		for (const pid of processesIn(this.dataDir)) signal(pid, "SIGCONT");
	}
	/** After `stop` or `kill`: the same data, the same port. */
	async again() {
		this.running = await launch(this.dir, this.settings, this.running.port);
	}
	async end() {
		this.thaw();
		await this.pool.end().catch(() => void 0);
		await this.running.stop();
	}
	get dataDir() {
		return findPostgres(join(this.dir, "postgres")).dataDir;
	}
};
/** A copy of a stopped cluster: a world starts with schema and fleet in place, in the time of a file copy. */
function copyCluster(from, to) {
	mkdirSync(to, {
		recursive: true,
		mode: 457
	});
	chmodSync(to, 457);
	const source = findPostgres(join(from, "postgres")).dataDir;
	const target = findPostgres(join(to, "postgres")).dataDir;
	mkdirSync(dirname(target), { recursive: true });
	const copied = spawnSync("cp", [
		"-a",
		source,
		target
	], { encoding: "utf8" });
	if (copied.status !== 0) throw new Error(`cannot copy the database: ${copied.stderr}`);
}
/** Where a cluster really lies: for root below /var/lib/headland when the folder can't be reached by PostgreSQL's own user. */
var clusterFolder = (dir) => {
	const { dataDir } = findPostgres(join(dir, "postgres"));
	return existsSync(dataDir) ? dataDir : null;
};
function launch(dir, settings, port) {
	return startPostgres({
		dataDir: join(dir, "postgres"),
		password,
		port,
		logFile: join(dir, "logs", "postgres.log"),
		settings: {
			shared_buffers: "128MB",
			...settings
		}
	});
}
new Map(upKinds.map((kind, i) => [kind, i]));
/** The entry of one line (without its line break). Throws on a line that no ledger writes: a run is judged by all of it or not at all. */
function decodeLedgerLine(text) {
	const f = JSON.parse(text);
	if (!Array.isArray(f)) throw new Error(`not a ledger line: ${text}`);
	const n = (i) => {
		const value = f[i];
		if (typeof value !== "number") throw new Error(`field ${i} is no number: ${text}`);
		return value;
	};
	const nOrNull = (i) => f[i] === null ? null : n(i);
	const s = (i) => String(f[i]);
	const kind = (i) => {
		const name = upKinds[n(i)];
		if (name === void 0 || name === "status") throw new Error(`unknown topic: ${text}`);
		return name;
	};
	switch (f[0]) {
		case "s": return {
			what: "sent",
			device: n(1),
			boot: n(3),
			seq: n(4),
			atMs: n(5),
			content: decodeContent(kind(2), f[6])
		};
		case "p": return {
			what: "puback",
			device: n(1),
			kind: kind(2),
			boot: n(3),
			seq: n(4),
			atMs: n(5)
		};
		case "c": return {
			what: "committed",
			device: n(1),
			kind: kind(2),
			boot: n(3),
			from: n(4),
			to: n(5),
			atMs: n(6)
		};
		case "x": return {
			what: "dropped",
			device: n(1),
			kind: kind(2),
			boot: n(3),
			seq: n(4),
			atMs: n(5)
		};
		case "run": return {
			what: "run",
			version: 1,
			seed: n(2),
			atMs: n(3)
		};
		case "device": return {
			what: "device",
			index: n(1),
			id: s(2)
		};
		case "boot": return {
			what: "boot",
			device: n(1),
			boot: n(2),
			atMs: n(3),
			skewMs: n(4)
		};
		case "link": return {
			what: "link",
			device: n(1),
			boot: n(2),
			atMs: n(3),
			online: n(4) === 1
		};
		case "m": return {
			what: "malformed",
			device: n(1),
			number: n(2),
			reason: s(3),
			bytes: n(4),
			atMs: n(5),
			boot: nOrNull(6),
			seq: nOrNull(7)
		};
		case "mp": return {
			what: "malformedPuback",
			device: n(1),
			number: n(2),
			atMs: n(3)
		};
		case "sosDown": return {
			what: "sosDown",
			device: n(1),
			sos: n(2),
			status: s(3),
			atMs: n(4)
		};
		default: throw new Error(`unknown ledger line: ${text}`);
	}
}
function decodeContent(kind, raw) {
	if (kind === "telemetry") return {
		kind,
		samples: raw.map(([ts = NaN, behind = NaN, x, y, z]) => {
			const at = {
				ts,
				trueMs: ts + behind
			};
			return x === void 0 || y === void 0 || z === void 0 ? at : {
				...at,
				tilt: {
					x,
					y,
					z
				}
			};
		})
	};
	const [ts, behind, third, fourth] = raw;
	const at = {
		ts,
		trueMs: ts + behind
	};
	switch (kind) {
		case "engine": return {
			kind,
			...at,
			on: third === 1
		};
		case "fault": return {
			kind,
			...at,
			active: third,
			cleared: fourth
		};
		case "sos": return {
			kind,
			...at,
			type: third
		};
		default: throw new Error(`the fleet does not account for ${kind}`);
	}
}
// ../libs/testing/src/ledger-book.ts
var LedgerBook = class {
	seed = null;
	devices = [];
	/** by `device|kind|boot` */
	streams = /* @__PURE__ */ new Map();
	/** by `device|number` */
	malformed = /* @__PURE__ */ new Map();
	boots = [];
	links = [];
	sosDown = [];
	add(entry) {
		switch (entry.what) {
			case "run":
				this.seed = entry.seed;
				return;
			case "device":
				this.devices[entry.index] = entry.id;
				return;
			case "boot":
				this.boots.push({
					device: this.id(entry.device),
					boot: entry.boot,
					atMs: entry.atMs,
					skewMs: entry.skewMs
				});
				return;
			case "link":
				this.links.push({
					device: this.id(entry.device),
					boot: entry.boot,
					atMs: entry.atMs,
					online: entry.online
				});
				return;
			case "sent": {
				const message = this.message(entry.device, entry.content.kind, entry.boot, entry.seq);
				message.content = entry.content;
				message.sentMs = entry.atMs;
				return;
			}
			case "puback":
				this.message(entry.device, entry.kind, entry.boot, entry.seq).pubackMs ??= entry.atMs;
				return;
			case "committed":
				for (let seq = entry.from; seq <= entry.to; seq++) this.message(entry.device, entry.kind, entry.boot, seq).committedMs ??= entry.atMs;
				return;
			case "dropped":
				this.message(entry.device, entry.kind, entry.boot, entry.seq).droppedMs = entry.atMs;
				return;
			case "malformed": {
				const { reason, bytes, boot, seq, atMs: sentMs } = entry;
				this.malformed.set(`${entry.device}|${entry.number}`, {
					device: this.id(entry.device),
					reason,
					bytes,
					boot,
					seq,
					sentMs,
					pubackMs: null
				});
				return;
			}
			case "malformedPuback": {
				const found = this.malformed.get(`${entry.device}|${entry.number}`);
				if (found !== void 0) found.pubackMs ??= entry.atMs;
				return;
			}
			case "sosDown": this.sosDown.push({
				device: this.id(entry.device),
				sos: entry.sos,
				status: entry.status,
				atMs: entry.atMs
			});
		}
	}
	/** Every message, as (stream, seq, message). */
	*messages() {
		for (const stream of this.streams.values()) for (const [seq, message] of stream.bySeq) yield [
			stream,
			seq,
			message
		];
	}
	id(index) {
		const id = this.devices[index];
		if (id === void 0) throw new Error(`the ledger never named device ${index}`);
		return id;
	}
	message(device, kind, boot, seq) {
		const key = `${device}|${kind}|${boot}`;
		let stream = this.streams.get(key);
		if (stream === void 0) this.streams.set(key, stream = {
			device: this.id(device),
			kind,
			boot,
			bySeq: /* @__PURE__ */ new Map()
		});
		let message = stream.bySeq.get(seq);
		if (message === void 0) stream.bySeq.set(seq, message = {
			content: null,
			sentMs: null,
			pubackMs: null,
			committedMs: null,
			droppedMs: null
		});
		return message;
	}
};
// ../libs/testing/src/read-ledger.ts
/** The whole run as a book; for a file larger than memory walk `ledgerEntries` instead. */
async function readLedger(file) {
	const book = new LedgerBook();
	for await (const entry of ledgerEntries(file)) book.add(entry);
	return book;
}
/** Entry by entry. What follows the last line break is the torn end of a killed writer and is left out. */
async function* ledgerEntries(file) {
	let rest = "";
	for await (const chunk of createReadStream(file, {
		encoding: "utf8",
		highWaterMark: 1 << 20
	})) {
		const lines = (rest + chunk).split("\n");
		rest = lines.pop() ?? "";
		for (const text of lines) yield decodeLedgerLine(text);
	}
}
// src/chaos/world/fleet.ts
/** The generator: a process of its own, told what to do over its standard input, accountable by its ledger. */
var Fleet = class {
	plan;
	program;
	ledgerFile;
	waiting = [];
	constructor(plan, dir, port, name = "fleet") {
		this.plan = plan;
		const devicesFile = join(dir, `${name}.json`);
		this.ledgerFile = join(dir, `${name}.ledger.ndjson`);
		const wrong = new Set(plan.wrongSecrets);
		writeFileSync(devicesFile, JSON.stringify(plan.devices.map((id) => ({
			id,
			secret: wrong.has(id) ? "not-the-secret" : fleetSecret
		}))));
		const simple = plan.promise === "puback";
		const behaviour = {
			cbor: .2,
			deadSpots: { perHour: 0 },
			rebootsPerHour: 0,
			...plan.behaviour
		};
		const args = [
			"--enable-source-maps",
			inCheckout("apps/simulator/dist/main.js"),
			"--mqtt",
			`mqtt://127.0.0.1:${port}`,
			"--devices",
			devicesFile,
			"--rate",
			String(plan.ratePerS),
			"--seed",
			String(plan.seed),
			"--ledger",
			this.ledgerFile,
			"--behaviour",
			JSON.stringify(behaviour),
			"--resend-after",
			simple ? "3600" : "5",
			"--connect-rate",
			String(plan.connectRate ?? 2e3),
			"--stats"
		];
		this.program = new Program(name, process.execPath, args, {
			logFile: join(dir, "logs", `${name}.log`),
			hear: (line) => this.hear(line)
		});
	}
	async start(withinMs = 6e4) {
		this.program.start();
		const wanted = this.plan.devices.length - (this.plan.wrongSecrets?.length ?? 0);
		await this.reach("the fleet to connect", (s) => s.connected >= wanted, withinMs);
	}
	get running() {
		return this.program.running;
	}
	/** Nothing new is said. */
	async pause() {
		await this.tell({ do: "pause" }, "done");
	}
	async resume() {
		await this.tell({ do: "resume" }, "done");
	}
	async sos(device, type = "button") {
		await this.tell({
			do: "sos",
			device,
			type
		}, "done");
	}
	async fault(device, code) {
		await this.tell({
			do: "fault",
			device,
			code
		}, "done");
	}
	/** Loses the connections of a share of the fleet at once. */
	async cut(share, ms = 0) {
		await this.tell({
			do: "cut",
			share,
			ms
		}, "done");
	}
	async stats() {
		return await this.tell({ do: "stats" }, "stats");
	}
	async reach(what, isSo, withinMs) {
		let stats = await this.stats();
		const words = () => `${stats.connected} of ${stats.devices} connected, ${stats.puback} of ${stats.made} taken, ${stats.waiting} waiting, ${JSON.stringify(stats.errors)}`;
		await until(what, async () => isSo(stats = await this.stats()), {
			withinMs,
			everyMs: 100,
			programs: [this.program],
			explain: words
		});
		return stats;
	}
	/**
	* Says nothing new and waits until all is handed over: for terminals until `down/ack` has named everything, for simple clients until the broker
	* has taken everything.
	*/
	async drain(withinMs) {
		if (this.plan.promise === "kept") {
			const { all, ...stats } = await this.tell({
				do: "drain",
				withinMs,
				exit: false
			}, "drained", withinMs + 3e4);
			if (!all) throw new StopWith(`the back end did not name ${stats.waiting} messages as committed within ${withinMs / 1e3} s`);
			return;
		}
		await this.pause();
		await this.reach("the broker to take everything", (s) => s.puback >= s.made, withinMs);
	}
	/** Ends the process and opens its books. */
	async end() {
		await this.program.stop(15e3);
		return readLedger(this.ledgerFile);
	}
	tell(command, answer, withinMs = 3e4) {
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => reject(new StopWith(`the fleet does not answer ${JSON.stringify(command)}:\n${this.program.lastWords}`)), withinMs);
			this.waiting.push({
				event: answer,
				resolve: (event) => {
					clearTimeout(timer);
					if (event.event === "refused") reject(new StopWith(`the fleet refuses ${JSON.stringify(command)}: ${String(event.because)}`));
					else resolve(event);
				}
			});
			this.program.say(JSON.stringify(command));
		});
	}
	hear(line) {
		if (!line.startsWith("{")) return;
		const event = JSON.parse(line);
		const at = this.waiting.findIndex((w) => w.event === event.event || event.event === "refused");
		const [found] = at === -1 ? [] : this.waiting.splice(at, 1);
		found?.resolve(event);
	}
};
// src/chaos/world/puback-tap.ts
/** A TCP proxy between one MQTT client and its broker that counts the PUBACKs which the client sends: what it has really acknowledged. */
var PubackTap = class PubackTap {
	server;
	pubacks = 0;
	sockets = /* @__PURE__ */ new Set();
	constructor(server) {
		this.server = server;
	}
	static async open(brokerPort) {
		const server = createServer();
		const tap = new PubackTap(server);
		server.on("connection", (near) => tap.join(near, connect({
			port: brokerPort,
			host: "127.0.0.1",
			noDelay: true
		})));
		await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
		return tap;
	}
	get url() {
		return `mqtt://127.0.0.1:${this.server.address().port}`;
	}
	close() {
		this.server.close();
		for (const socket of this.sockets) socket.destroy();
	}
	join(near, far) {
		const counter = new PacketCounter((type) => {
			if (type === pubackType) this.pubacks++;
		});
		for (const [socket, other] of [[near, far], [far, near]]) {
			this.sockets.add(socket);
			socket.setNoDelay(true);
			socket.on("error", () => other.destroy()).on("close", () => {
				this.sockets.delete(socket);
				other.destroy();
			});
		}
		near.on("data", (chunk) => {
			counter.read(chunk);
			far.write(chunk);
		});
		far.on("data", (chunk) => near.write(chunk));
	}
};
var pubackType = 4;
/** Finds where each MQTT packet of a stream begins: the type in the upper half of its first byte, then its length in up to four bytes of seven bits. */
var PacketCounter = class {
	onPacket;
	skip = 0;
	header = [];
	constructor(onPacket) {
		this.onPacket = onPacket;
	}
	read(chunk) {
		let at = 0;
		while (at < chunk.length) {
			if (this.skip > 0) {
				const step = Math.min(this.skip, chunk.length - at);
				this.skip -= step;
				at += step;
				continue;
			}
			const byte = chunk[at++] ?? 0;
			this.header.push(byte);
			if (this.header.length === 1 || byte >= 128) continue;
			const [first = 0, ...lengths] = this.header;
			this.header = [];
			this.skip = lengths.reduce((sum, b, i) => sum + (b & 127) * 128 ** i, 0);
			this.onPacket(first >> 4);
		}
	}
};
// src/chaos/world/redis.ts
var redisPath = () => findProgram("redis-server");
/** A Redis as production runs it for the queues: everything on disk, nothing evicted. */
var Redis = class Redis {
	program;
	port;
	folder;
	constructor(program, port, folder) {
		this.program = program;
		this.port = port;
		this.folder = folder;
	}
	static async make(dir) {
		const port = await freePort();
		const folder = join(dir, "redis");
		mkdirSync(folder, { recursive: true });
		const args = [
			"--port",
			String(port),
			"--bind",
			"127.0.0.1",
			"--dir",
			folder,
			"--appendonly",
			"yes",
			"--maxmemory-policy",
			"noeviction",
			"--save",
			""
		];
		return new Redis(new Program("redis", redisPath(), args, {
			logFile: join(dir, "logs", "redis.log"),
			cwd: folder
		}), port, folder);
	}
	get url() {
		return `redis://127.0.0.1:${this.port}`;
	}
	async start() {
		this.program.start();
		await until("redis to listen", () => answers(this.port), {
			withinMs: 1e4,
			programs: [this.program]
		});
	}
	/** Its memory and its files are gone: the queue is empty at the next start. */
	forget() {
		rmSync(this.folder, {
			recursive: true,
			force: true
		});
		mkdirSync(this.folder, { recursive: true });
	}
};
// src/chaos/world/server.ts
/** One process of the product's server, with what it says of itself over HTTP. */
var ServerProcess = class ServerProcess {
	role;
	port;
	program;
	constructor(role, port, main, dir, env) {
		this.role = role;
		this.port = port;
		this.program = new Program(role, process.execPath, ["--enable-source-maps", main], {
			logFile: join(dir, "logs", `${role}.log`),
			env: {
				...env,
				RUN: role,
				HOST: "127.0.0.1",
				PORT: String(port),
				HEALTH_PORT: String(port)
			}
		});
	}
	static async make(role, main, dir, env) {
		return new ServerProcess(role, await freePort(), main, dir, env);
	}
	get url() {
		return `http://127.0.0.1:${this.port}`;
	}
	async start() {
		this.program.start();
		await this.ready();
	}
	async ready(withinMs = 6e4) {
		let last = "no answer";
		const isReady = async () => {
			const answer = await this.ask("/readyz");
			if (answer !== null) last = await answer.text();
			return answer?.ok === true;
		};
		await until(`${this.role} to be ready`, isReady, {
			withinMs,
			everyMs: 100,
			programs: [this.program],
			explain: () => last
		});
	}
	/** true, false, or null where it does not even answer */
	async isReady() {
		const answer = await this.ask("/readyz");
		return answer === null ? null : answer.ok;
	}
	async metric(name) {
		const answer = await this.ask("/metrics");
		return answer === null ? 0 : sumOf(await answer.text(), name);
	}
	/** The cumulative buckets of a histogram without labels, ascending. */
	async buckets(name) {
		const text = await (await this.ask("/metrics"))?.text() ?? "";
		return Array.from(text.matchAll(new RegExp(`^${name}_bucket\\{le="([^"]+)"\\} (\\d+)`, "gm")), ([, le, count]) => ({
			le: le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le),
			count: Number(count)
		}));
	}
	ask(path) {
		return fetch(this.url + path, { signal: AbortSignal.timeout(5e3) }).catch(() => null);
	}
};
// src/chaos/world/world.ts
/** The program under test. A sensitivity run names a copy with one line changed. */
var productMain = inCheckout("apps/server/dist/main.js");
/** One world: a database, a broker, the server's processes and whatever fleets are let loose on them, on free ports in a folder of its own. */
var World = class World {
	dir;
	database;
	broker;
	redis;
	tap;
	parts;
	fleets = [];
	atEnd = [];
	constructor(dir, database, broker, redis, tap, parts) {
		this.dir = dir;
		this.database = database;
		this.broker = broker;
		this.redis = redis;
		this.tap = tap;
		this.parts = parts;
	}
	static async start(template, dir, plan) {
		mkdirSync(dir, { recursive: true });
		chmodSync(dir, 457);
		copyCluster(template.dir, dir);
		const database = await Database.start(dir, plan.postgresSettings);
		worlds.add(database);
		await plan.prepare?.(database.pool);
		const broker = await makeBroker({
			kind: plan.broker,
			dir,
			databaseUrl: database.url,
			passwords: template.passwords,
			deaf: plan.deaf ?? false,
			...plan.brokerSettings ? { settings: plan.brokerSettings } : {}
		});
		await broker.start();
		const redis = plan.redis === true ? await Redis.make(dir) : null;
		await redis?.start();
		const tap = plan.tap === true ? await PubackTap.open(broker.serverPort) : null;
		const env = {
			...serverEnvironment(database.url, dir),
			MQTT_URL: `mqtt://127.0.0.1:${broker.serverPort}`,
			REDIS_URL: redis?.url ?? "",
			...plan.serverEnv
		};
		const parts = /* @__PURE__ */ new Map();
		for (const role of plan.roles) parts.set(role, await ServerProcess.make(role, plan.main ?? productMain, dir, role === "ingest" && tap !== null ? {
			...env,
			MQTT_URL: tap.url
		} : env));
		await Promise.all([...parts.values()].map((part) => part.start()));
		const world = new World(dir, database, broker, redis, tap, parts);
		world.atItsEnd(() => broker.end());
		if (tap !== null) world.atItsEnd(() => tap.close());
		return world;
	}
	get pool() {
		return this.database.pool;
	}
	server(role) {
		const part = this.parts.get(role);
		if (part === void 0) throw new Error(`this world has no ${role}`);
		return part;
	}
	has(role) {
		return this.parts.has(role);
	}
	async fleet(plan, name = "fleet") {
		const fleet = new Fleet(plan, this.dir, this.broker.devicePort, name);
		this.fleets.push(fleet);
		await fleet.start();
		return fleet;
	}
	/** Something of this process that must not outlive the world, however the scenario ends. */
	atItsEnd(close) {
		this.atEnd.push(close);
	}
	/** The account is closed: what is still running is of no interest any more. */
	async end() {
		for (const close of this.atEnd) close();
		await Promise.all([...this.fleets.filter((f) => f.running).map((f) => f.end().then(() => void 0, () => void 0)), ...[...this.parts.values()].map((part) => part.program.kill())]);
		await Promise.all([this.broker.program.kill(), this.redis?.program.kill()]);
		await this.database.end();
		worlds.delete(this.database);
	}
	/** Logs and ledgers of a failed scenario, kept for a person. */
	keep(folder) {
		rmSync(folder, {
			recursive: true,
			force: true
		});
		mkdirSync(folder, { recursive: true });
		cpSync(join(this.dir, "logs"), join(folder, "logs"), { recursive: true });
		for (const name of ["fleet", "second"]) {
			const ledger = join(this.dir, `${name}.ledger.ndjson`);
			if (existsSync(ledger)) cpSync(ledger, join(folder, `${name}.ledger.ndjson`));
		}
	}
};
async function makeTemplate(dir, devices) {
	if (!existsSync(productMain)) throw new StopWith("apps/server is not built: npm run build");
	if (!existsSync(inCheckout("apps/simulator/dist/main.js"))) throw new StopWith("apps/simulator is not built: npm run build");
	mkdirSync(dir, { recursive: true });
	chmodSync(dir, 457);
	const database = await Database.start(dir, { fsync: "off" });
	worlds.add(database);
	await ensureDatabase(database.adminUrl, databaseName);
	const migrate = new Program("migrate", process.execPath, ["--enable-source-maps", productMain], {
		logFile: join(dir, "logs", "migrate.log"),
		env: {
			...serverEnvironment(database.url, dir),
			RUN: "migrate",
			SEED: "none",
			MQTT_URL: "mqtt://127.0.0.1:1"
		}
	});
	migrate.start();
	await until("the migrations", () => !migrate.running, { withinMs: 12e4 });
	if (migrate.exitCode !== 0) throw new StopWith(`the migrations failed:\n${migrate.lastWords}`);
	await register(database.pool, devices);
	await database.pool.query("VACUUM ANALYZE");
	await database.end();
	worlds.delete(database);
	return {
		dir,
		passwords: passwordFile(devices, serverAccount)
	};
}
function removeWorld(dir) {
	const cluster = clusterFolder(dir);
	if (cluster !== null) rmSync(cluster, {
		recursive: true,
		force: true
	});
	rmSync(dir, {
		recursive: true,
		force: true
	});
}
/** Databases that are up: at an interrupted end they are killed, which a PostgreSQL survives and nobody needs to. */
var worlds = /* @__PURE__ */ new Set();
var jwtSecret = randomBytes(32).toString("hex");
function serverEnvironment(databaseUrl, dir) {
	return {
		NODE_ENV: "production",
		DATABASE_URL: databaseUrl,
		MQTT_USERNAME: serverAccount.username,
		MQTT_PASSWORD: serverAccount.password,
		JWT_SECRET: jwtSecret,
		DATA_DIR: join(dir, "data"),
		DEVELOPMENT: "false",
		LOG_LEVEL: "info",
		SOS_ESCALATE_S: "86400"
	};
}
// src/chaos/sensitivity.ts
/** The commit, and the acknowledgement that follows it. */
var acknowledgeAfter = /(await this\.options\.onBatch\(batch\);)\s*(if \(this\.client\?\.connected\) this\.acknowledge\([^;]*\);)/g;
var list = [
	{
		label: "acknowledged on arrival",
		mustFail: [
			1,
			6,
			7
		],
		change: () => ({ main: copyOfProduct("ack-on-arrival", [[/if \(packet\.cmd === "puback"\) callback\?\.\(\);\s*else send\(/g, "send("], [acknowledgeAfter, "$1"]]) })
	},
	{
		label: "acknowledged right before the commit",
		mustFail: [6, 7],
		change: () => ({ main: copyOfProduct("ack-first", [[acknowledgeAfter, "$2 $1"]]) })
	},
	{
		label: "a broker that queues 1,000 messages",
		mustFail: [6],
		change: () => ({ brokerSettings: { max_queued_messages: "1000" } })
	},
	{
		label: "a database that answers before it has written",
		mustFail: [7],
		change: () => ({ postgresSettings: {
			synchronous_commit: "off",
			wal_writer_delay: "10s",
			wal_writer_flush_after: "1GB"
		} })
	},
	{
		label: "alarms that only the queue remembers",
		mustFail: [8],
		change: () => ({ main: copyOfProduct("no-sweep", [[/for \(const act of this\.acts\.values\(\)\) this\.sweep\(act\);/g, ""]]) })
	},
	{
		label: "neither received ranges nor unique keys",
		mustFail: [10],
		change: () => ({
			main: copyOfProduct("no-ranges", [[/if \(has\(stream\.received, message\.seq\)\)/g, "if (false)"], [/const fresh = !has\(before, m\.seq\);/g, "const fresh = true;"]]),
			prepare: async (pool) => {
				const { rows } = await pool.query(`SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS sql FROM pg_constraint WHERE conrelid IN ('telemetry'::regclass, 'engine_run'::regclass) AND contype IN ('u', 'p')`);
				for (const { sql } of rows) await pool.query(sql);
			}
		})
	}
];
/** One run for each pair of a fault and a scenario that must notice it. */
function sensitivities() {
	return list.flatMap(({ label, mustFail, change }) => {
		const broken = change();
		return mustFail.map((number) => {
			const scenario = scenarios.find((s) => s.number === number);
			if (scenario === void 0) throw new Error(`no scenario ${number}`);
			return {
				label,
				change: broken,
				scenario
			};
		});
	});
}
/** Beside the server's own modules, where a copy of its program finds the packages that it imports. */
var copies = inCheckout("apps/server/node_modules", `.chaos-${process.pid}`);
/**
* The built server with a few places changed. The product has no switch for this: only a copy of what is tested is broken. Each pattern must hit exactly
* once, or the run would prove nothing.
*/
function copyOfProduct(name, replacements) {
	const folder = join(copies, name);
	mkdirSync(folder, { recursive: true });
	cpSync(dirname(productMain), folder, {
		recursive: true,
		filter: (path) => !path.endsWith(".map")
	});
	writeFileSync(join(folder, "package.json"), "{\"type\":\"module\"}");
	const main = join(folder, "main.js");
	let text = readFileSync(main, "utf8");
	for (const [pattern, by] of replacements) {
		const hits = text.match(pattern)?.length ?? 0;
		if (hits !== 1) throw new StopWith(`the built server has ${hits} places that look like ${pattern.source}: tools/src/chaos/sensitivity.ts no longer knows where to break it`);
		text = text.replace(pattern, by);
	}
	writeFileSync(main, text);
	return main;
}
var removeCopies = () => rmSync(copies, {
	recursive: true,
	force: true
});
// ../libs/testing/src/random.ts
/**
* Random numbers that a seed repeats: the fleet, the seed data and the property tests draw from here, so that a failing run can be played again.
* sfc32 (Chris Doty-Humphrey's small fast counter generator): 128 bits of state, far fewer operations than a cryptographic one.
*/
var Random = class {
	a;
	b;
	c;
	counter = 1;
	/** Every (seed, stream) pair is a stream of its own: `new Random(1, 'KT-0001/faults')`. */
	constructor(seed, stream = "") {
		[this.a, this.b, this.c] = hash(`${seed}/${stream}`);
		for (let i = 0; i < 12; i++) this.uint32();
	}
	uint32() {
		const sum = this.a + this.b + this.counter++ | 0;
		this.a = this.b ^ this.b >>> 9;
		this.b = this.c + (this.c << 3) | 0;
		this.c = (this.c << 21 | this.c >>> 11) + sum;
		return sum >>> 0;
	}
	/** 0 ≤ x < 1 */
	next() {
		return this.uint32() / 4294967296;
	}
	between(from, to) {
		return from + (to - from) * this.next();
	}
	/** from ≤ x ≤ to, whole */
	whole(from, to) {
		return from + Math.floor(this.next() * (to - from + 1));
	}
	chance(share) {
		return this.next() < share;
	}
	pick(list) {
		const item = list[Math.floor(this.next() * list.length)];
		if (item === void 0) throw new RangeError("nothing to pick from");
		return item;
	}
	/** Mean 0, deviation 1: the sum of twelve uniform numbers is close enough for a sensor's noise, and bounded by ±6. */
	normal() {
		let sum = -6;
		for (let i = 0; i < 12; i++) sum += this.next();
		return sum;
	}
	/** The wait until the next event of a Poisson process; Infinity when it never happens. */
	waitMs(perHour) {
		return perHour <= 0 ? Infinity : -Math.log(1 - this.next()) * 36e5 / perHour;
	}
};
/** Three well mixed words of a text (FNV-1a with a finisher of MurmurHash3 for each). */
function hash(text) {
	let h = 2166136261;
	for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
	const word = (salt) => {
		let x = h ^ salt;
		x = Math.imul(x ^ x >>> 16, 2246822507);
		x = Math.imul(x ^ x >>> 13, 3266489909);
		return x ^ x >>> 16 | 0;
	};
	return [
		word(2654435769),
		word(608135816),
		word(3084996962)
	];
}
// src/chaos/stage.ts
/** One scenario from an empty world to its verdict. It never throws: what went wrong is part of the result. */
async function runScenario(scenario, options) {
	const { template, length, seed, broker, say, change, keepIn } = options;
	const dir = join(options.dir, `world-${scenario.number}-${++worldCount}`);
	mkdirSync(dir, { recursive: true });
	const startedMs = performance$1.now();
	const result = {
		number: scenario.number,
		name: scenario.name,
		length,
		broker,
		met: false,
		seconds: 0,
		figures: {},
		checks: [],
		findings: [],
		failure: null
	};
	let world = null;
	const stage = {
		length,
		seed,
		broker,
		say,
		random: new Random(seed, `scenario ${scenario.number}`),
		pick: (full, short) => length === "full" ? full : short,
		world: async (plan) => world = await World.start(template, dir, {
			broker,
			...plan,
			...change,
			serverEnv: {
				...plan.serverEnv,
				...change?.serverEnv
			},
			postgresSettings: {
				...plan.postgresSettings,
				...change?.postgresSettings
			}
		}),
		figure: (name, value) => {
			result.figures[name] = value;
		},
		check: (name, met, is) => {
			result.checks.push({
				name,
				met,
				is
			});
		}
	};
	try {
		result.findings = (await scenario.run(stage)).findings;
	} catch (error) {
		result.failure = error instanceof StopWith ? error.message : error instanceof Error ? error.stack ?? error.message : String(error);
	}
	result.seconds = Math.round((performance$1.now() - startedMs) / 100) / 10;
	result.met = result.failure === null && result.findings.length === 0 && result.checks.every((c) => c.met);
	await endWorld(world, result.met ? null : keepIn);
	removeWorld(dir);
	return result;
}
var worldCount = 0;
async function endWorld(world, keepIn) {
	if (world === null) {
		await endEverything();
		return;
	}
	try {
		if (keepIn !== null) world.keep(keepIn);
		await world.end();
	} catch {
		await endEverything();
	}
}
/** Whatever still runs, wherever it came from. */
async function endEverything() {
	killAllPrograms();
	await Promise.allSettled([...worlds].map((database) => database.kill()));
	worlds.clear();
}
// src/chaos/chaos.ts
var usage = `npm run chaos                         every scenario at its full length, about 20 minutes; results in docs/chaos.md and docs/chaos.json
npm run chaos -- 1 6 12               some of: ${scenarios.map((s) => s.number).join(" ")}
npm run chaos -- --short              ${shortOnes.join(" ")} in a few minutes
npm run chaos -- --sensitivity        does the suite notice when the product is broken on purpose?
Options: --seed 1  --broker embedded (the built-in broker instead of Mosquitto)  --out docs  --report <file.json>`;
async function runChaos(args) {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			short: {
				type: "boolean",
				default: false
			},
			sensitivity: {
				type: "boolean",
				default: false
			},
			seed: { type: "string" },
			broker: { type: "string" },
			out: { type: "string" },
			report: { type: "string" },
			help: {
				type: "boolean",
				default: false
			}
		}
	});
	if (values.help) {
		console.log(usage);
		return [];
	}
	const chosen = choose(positionals, values.short);
	if (process.platform !== "linux") throw new StopWith("Chaos stops and looks into processes through /proc: it runs on Linux.");
	const broker = brokerOf(values.broker);
	const seed = values.seed === void 0 ? 1 : Number(values.seed);
	if (!Number.isInteger(seed) || seed < 0) throw new StopWith(`--seed is a whole number, not ${values.seed}`);
	const length = values.short || values.sensitivity ? "short" : "full";
	const dir = join(tmpdir(), `headland-chaos-${process.pid}`);
	const templateDir = join(dir, "template");
	const cleanUp = onEnd(dir);
	const results = [];
	const missed = [];
	try {
		const runs = values.sensitivity ? sensitivities() : chosen.map((scenario) => ({
			scenario,
			change: void 0,
			label: null
		}));
		const template = await makeTemplate(templateDir, Math.max(...runs.map((r) => r.scenario.devices)));
		console.log(`seed ${seed}, ${length}, broker ${broker}, load ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} cores\n`);
		for (const { scenario, change, label } of runs) {
			if (!hasNeeds(scenario.needs ?? [], broker)) {
				console.log(`${String(scenario.number).padStart(2)}  ${scenario.name}: left out, it needs ${(scenario.needs ?? []).join(" and ")}`);
				continue;
			}
			if (label !== null) console.log(label);
			const keepIn = label === null ? inCheckout(".data", "chaos", String(scenario.number)) : null;
			const result = await runScenario(scenario, {
				template,
				dir,
				length,
				seed,
				broker,
				say: (text) => console.log(`    ${text}`),
				keepIn,
				...change === void 0 ? {} : { change }
			});
			console.log(asText(result));
			if (label === null) results.push(result);
			else if (result.met || result.failure !== null) missed.push(`${label}: scenario ${scenario.number} ${result.met ? "noticed nothing" : "could not be run"}`);
			if (label === null && !result.met) console.log(`    logs and ledger: ${keepIn}`);
		}
	} finally {
		await cleanUp();
	}
	const failed = results.filter((r) => !r.met);
	if (values.sensitivity) console.log(missed.length === 0 ? "\nthe suite noticed every fault that was built in" : `\n${missed.join("\n")}`);
	else console.log(`\n${results.length - failed.length} of ${results.length} scenarios held${failed.map((r) => `\n  ${r.number} ${r.name} did not`).join("")}`);
	if (values.report !== void 0) writeFileSync(values.report, JSON.stringify({
		results,
		missed
	}, null, 1));
	if (length === "full" && !values.sensitivity) writeReport(values.out ?? inCheckout("docs"), results, seed, broker);
	if (failed.length > 0 || missed.length > 0) process.exitCode = 2;
	return results;
}
function choose(numbers, short) {
	return (numbers.length > 0 ? numbers.map(Number) : short ? shortOnes : scenarios.map((s) => s.number)).map((number) => {
		const found = scenarios.find((s) => s.number === number);
		if (found === void 0) throw new StopWith(`There is no scenario ${number}.\n${usage}`);
		return found;
	});
}
function brokerOf(word) {
	if (word !== void 0 && word !== "embedded" && word !== "mosquitto") throw new StopWith(`--broker is mosquitto or embedded, not ${word}`);
	if (word === "mosquitto" && mosquittoPath() === "") throw new StopWith("mosquitto is not installed (apt install mosquitto)");
	return word ?? (mosquittoPath() === "" ? "embedded" : "mosquitto");
}
var hasNeeds = (needs, broker) => (!needs.includes("mosquitto") || broker === "mosquitto") && (!needs.includes("redis") || redisPath() !== "");
function writeReport(out, results, seed, broker) {
	const file = join(out, "chaos.json");
	mkdirSync(out, { recursive: true });
	const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
	const machine = {
		cores: cpus().length,
		memoryGiB: Math.round(totalmem() / 2 ** 30),
		cpu: cpus()[0]?.model ?? "unknown",
		node: process.versions.node
	};
	const report = mergeReports(before, {
		at: (/* @__PURE__ */ new Date()).toISOString(),
		seed,
		broker,
		machine,
		results
	});
	writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`);
	writeFileSync(join(out, "chaos.md"), asMarkdown(report, scenarios));
}
/** Ctrl-C leaves nothing behind either. */
function onEnd(dir) {
	const cleanUp = async () => {
		await endEverything();
		removeCopies();
		removeWorld(join(dir, "template"));
		rmSync(dir, {
			recursive: true,
			force: true
		});
	};
	const interrupted = () => void cleanUp().finally(() => process.exit(130));
	process.once("SIGINT", interrupted);
	process.once("SIGTERM", interrupted);
	return async () => {
		process.off("SIGINT", interrupted);
		process.off("SIGTERM", interrupted);
		await cleanUp();
	};
}
// src/chaos/main.ts
/** `npm run chaos`: breaks the running product in every way that docs/chaos.md names and holds it to its account. */
try {
	await runChaos(process.argv.slice(2));
} catch (error) {
	if (!(error instanceof StopWith)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}
export {};

//# sourceMappingURL=chaos.js.map