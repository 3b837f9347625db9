import { n as unpackFrame } from "./live-frame-D_7gpdWA.js";
import { t as Histogram } from "./histogram-B9tITevf.js";
import { i as stampOf, r as stampNow, t as ageMs } from "./stamp-CGMH2NHj.js";
import { z } from "zod";
import { io } from "socket.io-client";
z.object({ after: z.number().int().min(0).nullable() });
var Look = z.object({
	map: z.object({
		zoom: z.number().int().min(2).max(18),
		west: z.number().min(-720).max(720),
		south: z.number().min(-90).max(90),
		east: z.number().min(-720).max(720),
		north: z.number().min(-90).max(90)
	}).nullable(),
	vehicles: z.array(z.number().int()).max(120)
});
// src/bench/screens/consoles-plan.ts
/** Settings of the process that holds the browsers' ends, in the environment variable BENCH_PLAN. */
var ConsolesPlan = z.object({
	url: z.url(),
	count: z.number().int().positive(),
	/** access token of a console of the product; null for the limits, which ask nobody who they are */
	token: z.string().nullable(),
	/** what each of them watches (product) */
	look: Look.nullable(),
	/** how many of them read what they receive and measure; the others only count */
	measuring: z.number().int().min(0)
});
/**
* Ways on which a moment of sending reaches a console. `batch`: the frame of the minimal path. `map`: the packed frame of a view. `vehicle`: one
* watched vehicle. `sos`: an SOS call out of the event stream.
*/
var channels = [
	"batch",
	"map",
	"vehicle",
	"sos"
];
// src/bench/screens/console-end.ts
/** What all consoles of this process have seen since the last reset. */
var Seen = class {
	latency = perChannel(() => new Histogram());
	frames = perChannel(() => 0);
	resyncs = 0;
};
var perChannel = (make) => Object.fromEntries(channels.map((c) => [c, make()]));
/** One browser's end of the socket, with the client library that the console uses. */
var ConsoleEnd = class {
	measures;
	seen;
	socket;
	/** vehicle → stamp of its last position, so that a position that is shown again counts once */
	lastStamp = /* @__PURE__ */ new Map();
	stalled = false;
	constructor(plan, measures, seen) {
		this.measures = measures;
		this.seen = seen;
		this.socket = io(plan.url, {
			transports: ["websocket"],
			forceNew: true,
			autoConnect: false,
			...plan.token === null ? {} : { auth: { token: plan.token } }
		});
		const { socket } = this;
		socket.on("connect", () => {
			if (plan.token === null) return;
			socket.emit("resume", { after: null }, () => void 0);
			if (plan.look) socket.emit("look", plan.look);
		});
		socket.on("batch", (rows) => {
			this.count("batch");
			if (!this.measures) return;
			const now = stampNow();
			for (const [, lat, lon] of rows) this.seen().latency.batch.recordMs(ageMs(stampOf(lat, lon), now));
		});
		socket.on("map", (data) => {
			this.count("map");
			if (!this.measures) return;
			const now = stampNow();
			for (const s of unpackFrame(data).singles) this.moved("map", s.id, s.lat, s.lon, now);
		});
		socket.on("vehicle", (v) => {
			this.count("vehicle");
			if (this.measures && v.lat !== null && v.lon !== null) this.moved("vehicle", v.id, v.lat, v.lon, stampNow());
		});
		socket.on("event", (event) => {
			if (event.name !== "sos.raised") return;
			this.count("sos");
			if (!this.measures) return;
			const { lat, lon } = event.payload.sos;
			if (lat !== null && lon !== null) this.seen().latency.sos.recordMs(ageMs(stampOf(lat, lon), stampNow()));
		});
		socket.on("resync", () => {
			this.seen().resyncs += 1;
		});
	}
	open() {
		return new Promise((resolve, reject) => {
			this.socket.once("connect", resolve);
			this.socket.once("connect_error", reject);
			this.socket.once("ended", ({ code }) => reject(/* @__PURE__ */ new Error(`the server ended the session: ${code}`)));
			this.socket.connect();
		});
	}
	get connected() {
		return this.socket.connected;
	}
	get bytesRead() {
		return this.tcp()?.bytesRead ?? 0;
	}
	/** Stops reading from the network, as a browser does whose tab is stuck. */
	stall() {
		this.stalled = true;
		this.tcp()?.pause();
		this.tcp()?.on("resume", () => this.stalled && this.tcp()?.pause());
	}
	count(channel) {
		this.seen().frames[channel] += 1;
	}
	moved(channel, id, lat, lon, now) {
		const stamp = stampOf(lat, lon);
		const key = `${channel}${id}`;
		const before = this.lastStamp.get(key);
		this.lastStamp.set(key, stamp);
		if (before !== void 0 && before !== stamp) this.seen().latency[channel].recordMs(ageMs(stamp, now));
	}
	/** The socket below WebSocket, below Engine.IO: only Node has one. */
	tcp() {
		return this.socket.io.engine?.transport?.ws?._socket ?? null;
	}
};
// src/bench/screens/consoles.ts
/** The browsers of a benchmark, a process of its own: it measures from the moment in the message to the moment of its arrival. */
var plan = ConsolesPlan.parse(JSON.parse(process.env["BENCH_PLAN"] ?? "null"));
var seen = new Seen();
var sinceMs = performance.now();
var bytesBefore = 0;
var ends = Array.from({ length: plan.count }, (_, i) => new ConsoleEnd(plan, i < plan.measuring, () => seen));
await Promise.all(ends.map((end) => end.open()));
var tell = (message) => {
	process.send?.(message);
};
var bytesRead = () => ends.reduce((sum, end) => sum + end.bytesRead, 0);
process.on("message", (message) => {
	switch (message.type) {
		case "reset":
			seen = new Seen();
			sinceMs = performance.now();
			bytesBefore = bytesRead();
			break;
		case "stall":
			for (const end of ends.slice(-message.last)) end.stall();
			tell({ type: "stalled" });
			break;
		case "report": tell({
			type: "report",
			report: {
				latency: Object.fromEntries(channels.map((c) => [c, seen.latency[c].toJson()])),
				frames: seen.frames,
				bytes: bytesRead() - bytesBefore,
				connected: ends.filter((end) => end.connected).length,
				resyncs: seen.resyncs,
				seconds: (performance.now() - sinceMs) / 1e3
			}
		});
	}
});
process.on("disconnect", () => process.exit());
tell({ type: "ready" });
export {};

//# sourceMappingURL=consoles-Uu3fzUFr.js.map