import { t as packFrame } from "./live-frame-D_7gpdWA.js";
import { t as basePosition } from "./load-message-cLdWyNn7.js";
import { n as splitStamp, r as stampNow } from "./stamp-CGMH2NHj.js";
import { z } from "zod";
import { createServer } from "node:http";
import { Server } from "socket.io";
// src/bench/limit/bare-room.ts
/**
* The least that a conflated room can cost: one packed frame of a number of vehicles, a number of times a second, to everyone, dropped for whoever
* does not read. No access rules, no views, no database. The fan-out of the product is measured against this.
*/
var plan = z.object({
	vehicles: z.number().int().positive(),
	framesPerS: z.number().positive(),
	volatile: z.boolean().default(true)
}).parse(JSON.parse(process.env["BENCH_PLAN"] ?? "null"));
var http = createServer();
var io = new Server(http, {
	transports: ["websocket"],
	perMessageDeflate: false,
	serveClient: false
});
await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
var bases = Array.from({ length: plan.vehicles }, (_, i) => basePosition(i));
var frames = 0;
setInterval(() => {
	const [hi, lo] = splitStamp(stampNow());
	const singles = bases.map(([lat, lon], i) => ({
		id: i + 1,
		lat: Number(lat) + hi * 1e-7,
		lon: Number(lon) + lo * 1e-7,
		heading: i % 360,
		state: "work",
		flags: 0
	}));
	const frame = packFrame({
		zoom: 14,
		x: 0,
		y: 0,
		at: Date.now(),
		singles,
		clusters: []
	});
	(plan.volatile ? io.volatile : io).emit("map", frame);
	frames += 1;
}, 1e3 / plan.framesPerS);
var tell = (message) => {
	process.send?.(message);
};
setInterval(() => tell({
	type: "progress",
	frames
}), 100);
process.on("disconnect", () => process.exit());
var address = http.address();
tell({
	type: "ready",
	port: typeof address === "object" && address ? address.port : 0
});
export {};

//# sourceMappingURL=bare-room-DNyb1Dnt.js.map