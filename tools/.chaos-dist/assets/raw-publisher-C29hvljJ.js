import { t as Histogram } from "./histogram-B9tITevf.js";
import { r as stampNow } from "./stamp-CGMH2NHj.js";
import { s as upKinds } from "./envelope-BQT4ZIeO.js";
import { a as connectPacket, c as pubackPacket, i as telemetryMessage, l as subscribePacket, o as disconnectPacket, r as sosMessage, s as pingPacket } from "./load-message-cLdWyNn7.js";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { connect } from "node:net";
// src/bench/measure/pace.ts
/**
* A schedule that does not drift: message k is due at start + k / rate, whatever happened before. A timer that fires late is followed by all that
* became due meanwhile, so the offered rate holds; how late is recorded, because a load tool that stutters would be measured as the product.
*/
var Pace = class {
	ratePerS;
	startMs;
	limit;
	sent = 0;
	constructor(ratePerS, startMs, limit = Number.POSITIVE_INFINITY) {
		this.ratePerS = ratePerS;
		this.startMs = startMs;
		this.limit = limit;
		if (!(ratePerS > 0)) throw new RangeError(`rate ${ratePerS}`);
	}
	/** How many messages should leave now. */
	due(nowMs) {
		const scheduled = nowMs < this.startMs ? 0 : Math.floor((nowMs - this.startMs) * this.ratePerS / 1e3) + 1;
		return Math.max(0, Math.min(scheduled, this.limit) - this.sent);
	}
	/** Says that `n` of them left; answers how late the first of them was. */
	took(n, nowMs) {
		const lateMs = nowMs - (this.startMs + this.sent * 1e3 / this.ratePerS);
		this.sent += n;
		return lateMs;
	}
	get done() {
		return this.sent >= this.limit;
	}
};
// ../libs/contracts/src/device/down.ts
/** What the back end says to a device, on `tms/v1/{device}/down/…`. */
var AckDown = z.object({
	topic: z.enum(upKinds),
	boot: z.number().int(),
	/** every `seq` up to this one is committed, but those in `missing` */
	upTo: z.number().int(),
	/** inclusive ranges that the device sends again */
	missing: z.array(z.tuple([z.number().int(), z.number().int()]))
});
z.object({
	interval: z.union([z.literal(30), z.literal(60)]),
	/** thresholds in degrees for this device type */
	rollover: z.object({
		x: z.number(),
		y: z.number(),
		z: z.number()
	}),
	remoteControl: z.enum([
		"none",
		"start",
		"startClimate"
	])
});
z.object({
	sos: z.number().int(),
	status: z.enum([
		"raised",
		"acknowledged",
		"dispatched",
		"resolved",
		"falseAlarm"
	])
});
// src/bench/load/mqtt-answers.ts
var empty = Buffer.alloc(0);
var AnswerReader = class {
	on;
	rest = empty;
	constructor(on) {
		this.on = on;
	}
	push(chunk) {
		const data = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
		let at = 0;
		for (;;) {
			const next = this.one(data, at);
			if (next === null) break;
			at = next;
		}
		this.rest = at === data.length ? empty : Buffer.from(data.subarray(at));
	}
	/** Reads the packet at `at`; answers where the next one starts, or null when this one is not complete. */
	one(data, at) {
		if (data.length < at + 2) return null;
		let length = 0;
		let body = at + 1;
		for (let shift = 0;; shift += 7) {
			if (body >= data.length) return null;
			const byte = data.readUInt8(body++);
			length |= (byte & 127) << shift;
			if ((byte & 128) === 0) break;
			if (shift === 21) throw new RangeError("MQTT: a remaining length of five bytes");
		}
		const end = body + length;
		if (data.length < end) return null;
		const first = data.readUInt8(at);
		switch (first >> 4) {
			case 2:
				this.on.connack(data.readUInt8(body + 1));
				break;
			case 3:
				this.published(data, first, body, end);
				break;
			case 4:
				this.on.puback(data.readUInt16BE(body));
				break;
			case 9:
				this.on.suback(data.readUInt16BE(body), data.readUInt8(body + 2));
				break;
			case 13: break;
			default: throw new RangeError(`MQTT: a broker does not send packet type ${first >> 4}`);
		}
		return end;
	}
	published(data, first, body, end) {
		const topicEnd = body + 2 + data.readUInt16BE(body);
		const topic = data.toString("utf8", body + 2, topicEnd);
		const reliable = (first & 6) !== 0;
		const packetId = reliable ? data.readUInt16BE(topicEnd) : null;
		this.on.publish(topic, Buffer.from(data.subarray(reliable ? topicEnd + 2 : topicEnd, end)), packetId);
	}
};
// src/bench/load/device-line.ts
/**
* One TCP connection to the broker that publishes for one device or for several. It counts PUBACKs and, when it listens to `down`, what the
* back end says it has committed.
*/
var DeviceLine = class {
	address;
	account;
	listen;
	/** device → highest `upTo` that was acknowledged without a gap before it, per boot of this run */
	committedUpTo = /* @__PURE__ */ new Map();
	pubacked = 0;
	lost = 0;
	packetId = 0;
	socket = null;
	constructor(address, account, listen) {
		this.address = address;
		this.account = account;
		this.listen = listen;
	}
	open() {
		return new Promise((resolve, reject) => {
			const socket = connect({
				...this.address,
				noDelay: true
			});
			this.socket = socket;
			const reader = new AnswerReader({
				connack: (code) => {
					if (code !== 0) reject(/* @__PURE__ */ new Error(`the broker refused ${this.account.clientId} with return code ${code}`));
					else if (this.listen === null) resolve();
					else socket.write(subscribePacket(1, this.listen.filter, 1));
				},
				suback: (_id, code) => code === 128 ? reject(/* @__PURE__ */ new Error(`the broker refused the subscription of ${this.account.clientId}`)) : resolve(),
				puback: () => {
					this.pubacked += 1;
				},
				publish: (topic, payload, packetId) => {
					if (packetId !== null) socket.write(pubackPacket(packetId));
					this.heard(topic, payload);
				}
			});
			socket.on("data", (chunk) => reader.push(chunk));
			socket.on("error", reject);
			socket.on("close", () => {
				if (this.socket !== null) this.lost += 1;
				reject(/* @__PURE__ */ new Error(`the broker closed the connection of ${this.account.clientId}`));
			});
			socket.write(connectPacket({
				...this.account,
				keepaliveS: 600
			}));
		});
	}
	/** Writes one message for each seq of the burst in a single call to the system. */
	send(message, firstSeq, count, now) {
		const size = message.bytes.length;
		const burst = Buffer.allocUnsafe(size * count);
		for (let i = 0; i < count; i++) {
			this.packetId = this.packetId % 65535 + 1;
			message.set({
				packetId: this.packetId,
				seq: firstSeq + i,
				...now()
			});
			message.bytes.copy(burst, i * size);
		}
		this.socket?.write(burst);
	}
	ping() {
		this.socket?.write(pingPacket());
	}
	get heldBytes() {
		return this.socket?.writableLength ?? 0;
	}
	close() {
		const socket = this.socket;
		this.socket = null;
		socket?.end(disconnectPacket());
	}
	heard(topic, payload) {
		if (!topic.endsWith("/down/ack") || this.listen === null) return;
		const ack = AckDown.parse(JSON.parse(payload.toString()));
		if (ack.boot !== this.listen.boot) return;
		const device = topic.split("/")[2] ?? "";
		const firstMissing = ack.missing[0]?.[0];
		const upTo = firstMissing === void 0 ? ack.upTo : firstMissing - 1;
		this.committedUpTo.set(device, Math.max(upTo, this.committedUpTo.get(device) ?? 0));
	}
};
// src/bench/load/publisher.ts
/** The fleet of one publisher process: connects, sends on schedule or as allowed, counts. */
var Publisher = class {
	plan;
	lateness = new Histogram();
	/** with mode `allowed`: the number of messages that may have left by now */
	allowedUpTo = 0;
	lines;
	senders;
	pace = null;
	timer = null;
	pingTimer = null;
	turn = 0;
	sent = 0;
	startedMs = 0;
	stoppedMs = 0;
	constructor(plan) {
		this.plan = plan;
		const url = new URL(plan.mqttUrl);
		const address = {
			host: url.hostname,
			port: Number(url.port || 1883)
		};
		const lineCount = plan.connections ?? plan.devices.length;
		this.lines = Array.from({ length: lineCount }, (_, i) => {
			const device = plan.devices[i];
			const account = {
				clientId: plan.connections === null && device ? device.id : `bench-${plan.kind}-${i}`,
				...device?.username === void 0 ? {} : { username: device.username },
				...device?.password === void 0 ? {} : { password: device.password }
			};
			return new DeviceLine(address, account, plan.listen && device ? {
				filter: `tms/v1/${device.id}/down/#`,
				boot: plan.boot
			} : null);
		});
		const make = plan.kind === "sos" ? sosMessage : telemetryMessage;
		this.senders = plan.devices.map((device, i) => {
			const line = this.lines[i % lineCount];
			if (line === void 0) throw new RangeError("no connection");
			return {
				message: make(device, plan.boot),
				line,
				seq: 0
			};
		});
	}
	/** At most 100 handshakes at a time: the storm of ten thousand is another test. */
	async connect() {
		const waiting = [...this.lines];
		const one = async () => {
			for (let line = waiting.pop(); line !== void 0; line = waiting.pop()) await line.open();
		};
		await Promise.all(Array.from({ length: Math.min(100, this.lines.length) }, one));
		this.pingTimer = setInterval(() => this.lines.forEach((l) => l.ping()), 12e4);
	}
	start() {
		this.startedMs = performance.now();
		const { mode } = this.plan;
		if (mode.how === "paced") this.pace = new Pace(mode.ratePerS, this.startedMs, this.plan.limit);
		this.tick();
	}
	stop() {
		if (this.timer !== null) clearTimeout(this.timer);
		this.timer = null;
		if (this.stoppedMs === 0) this.stoppedMs = performance.now();
	}
	close() {
		this.stop();
		if (this.pingTimer !== null) clearInterval(this.pingTimer);
		for (const line of this.lines) line.close();
	}
	get elapsedS() {
		return ((this.stoppedMs || performance.now()) - this.startedMs) / 1e3;
	}
	counts() {
		const counts = {
			sent: this.sent,
			pubacked: 0,
			committed: 0,
			heldBytes: 0,
			lostConnections: 0
		};
		for (const line of this.lines) {
			counts.pubacked += line.pubacked;
			counts.heldBytes += line.heldBytes;
			counts.lostConnections += line.lost;
			for (const upTo of line.committedUpTo.values()) counts.committed += upTo;
		}
		return counts;
	}
	tick() {
		const now = performance.now();
		const { mode } = this.plan;
		if (this.pace !== null) {
			const n = this.pace.due(now);
			if (n > 0) {
				this.lateness.recordMs(this.pace.took(n, now));
				this.sendEach(n);
			}
		} else {
			const upTo = mode.how === "window" ? this.pubackedSoFar() + mode.inFlight : this.allowedUpTo;
			this.sendBursts(Math.min(upTo, this.plan.limit ?? Number.POSITIVE_INFINITY) - this.sent);
		}
		this.timer = setTimeout(() => this.tick(), 1);
	}
	pubackedSoFar() {
		return this.lines.reduce((sum, l) => sum + l.pubacked, 0);
	}
	sendEach(n) {
		for (let i = 0; i < n; i++) this.sendFrom(this.nextSender(), 1);
	}
	sendBursts(n) {
		for (let left = n; left > 0; left -= this.plan.burst) this.sendFrom(this.nextSender(), Math.min(left, this.plan.burst));
	}
	nextSender() {
		const sender = this.senders[this.turn];
		if (sender === void 0) throw new RangeError("no device");
		this.turn = (this.turn + 1) % this.senders.length;
		return sender;
	}
	sendFrom(sender, count) {
		sender.line.send(sender.message, sender.seq + 1, count, () => ({
			tsMs: Date.now(),
			stamp: stampNow()
		}));
		sender.seq += count;
		this.sent += count;
	}
};
// src/bench/load/publisher-plan.ts
/** What a publisher process is told to do: the first argument names a file with this in it. */
var PublisherPlan = z.object({
	mqttUrl: z.url(),
	kind: z.enum(["telemetry", "sos"]),
	/** greater in each run, so that latest states move on */
	boot: z.number().int().positive(),
	devices: z.array(z.object({
		id: z.string(),
		index: z.number().int(),
		username: z.string().optional(),
		password: z.string().optional()
	})).min(1),
	/** TCP connections that share the devices; null: one for each device, under its own name */
	connections: z.number().int().positive().nullable().default(null),
	/** `paced`: messages a second, on schedule, whatever happens. `allowed`: as fast as the other end commits, told by message. */
	mode: z.discriminatedUnion("how", [
		z.object({
			how: z.literal("paced"),
			ratePerS: z.number().positive()
		}),
		z.object({ how: z.literal("allowed") }),
		z.object({
			how: z.literal("window"),
			inFlight: z.number().int().positive()
		})
	]),
	/** messages of one device that leave in one write when there is no schedule */
	burst: z.number().int().positive().default(8),
	/** stop after so many */
	limit: z.number().int().positive().optional(),
	/** stop after so long; a parent process stops it by message instead */
	seconds: z.number().positive().optional(),
	/** also subscribe to `down/#`, as a real terminal does */
	listen: z.boolean().default(false)
});
// src/bench/load/raw-publisher.ts
/**
* The load generator, a process of its own: `node dist/bench-publisher.js plan.json`. With a parent it reports and obeys by messages; without
* one it starts at once, prints a line a second and ends after the plan's `seconds` or `limit`.
*/
var file = process.argv[2];
if (file === void 0) throw new Error("usage: bench-publisher <plan.json> (see publisher-plan.ts)");
var plan = PublisherPlan.parse(JSON.parse(readFileSync(file, "utf8")));
var publisher = new Publisher(plan);
await publisher.connect();
if (process.send === void 0) alone();
else withParent();
function withParent() {
	const tell = (message) => {
		process.send?.(message);
	};
	const progress = setInterval(() => tell({
		type: "progress",
		counts: publisher.counts()
	}), 100);
	process.on("message", (message) => {
		switch (message.type) {
			case "start":
				publisher.start();
				break;
			case "allow":
				publisher.allowedUpTo = message.upTo;
				break;
			case "stop":
				publisher.stop();
				break;
			case "finish":
				clearInterval(progress);
				publisher.stop();
				tell({
					type: "stopped",
					counts: publisher.counts(),
					seconds: publisher.elapsedS,
					lateness: publisher.lateness.toJson()
				});
				publisher.close();
				process.disconnect();
		}
	});
	process.on("disconnect", () => process.exit());
	tell({ type: "connected" });
}
function alone() {
	publisher.start();
	let before = 0;
	const line = setInterval(() => {
		const c = publisher.counts();
		console.log(`${publisher.elapsedS.toFixed(1)} s: sent ${c.sent}, PUBACK ${c.pubacked} (${c.pubacked - before}/s), late p99 ${publisher.lateness.percentileMs(.99) ?? 0} ms`);
		before = c.pubacked;
		if (!(plan.seconds !== void 0 && publisher.elapsedS >= plan.seconds || plan.limit !== void 0 && c.pubacked >= plan.limit)) return;
		clearInterval(line);
		publisher.close();
	}, 1e3);
}
export {};

//# sourceMappingURL=raw-publisher-C29hvljJ.js.map