import { c as upTopic } from "./envelope-BQT4ZIeO.js";
import { z } from "zod";
import { Client } from "pg";
import { connect } from "mqtt";
import { createServer } from "node:http";
import { Server } from "socket.io";
// src/bench/limit/minimal-rows.ts
/**
* The table and the statement of the minimal path: 14 columns, partitioned by time, one unique key and one BRIN index, and an insert whose
* arrays are written by hand, because that costs a quarter less than leaving it to the driver.
*/
var columns = [
	["device_id", "integer"],
	["ts", "timestamptz"],
	["received_at", "timestamptz"],
	["boot", "integer"],
	["seq", "integer"],
	["lat", "double precision"],
	["lon", "double precision"],
	["heading", "real"],
	["speed", "real"],
	["engine", "boolean"],
	["work", "text"],
	["rpm", "real"],
	["engine_hours", "double precision"],
	["fuel_level", "real"]
];
var columnCount = columns.length;
var insertRows = {
	name: "minimal-insert",
	text: `INSERT INTO minimal (${columns.map(([name]) => name).join(", ")}) SELECT * FROM unnest(${columns.map(([, type], i) => `$${i + 1}::${type}[]`).join(", ")}) ON CONFLICT DO NOTHING`
};
async function createTable(client, today) {
	await client.query("DROP TABLE IF EXISTS minimal");
	await client.query(`CREATE TABLE minimal (${columns.map(([name, type]) => `${name} ${type}`).join(", ")}, UNIQUE (device_id, ts, seq)) PARTITION BY RANGE (ts)`);
	await client.query("CREATE INDEX ON minimal USING brin (ts)");
	await client.query("CREATE TABLE minimal_default PARTITION OF minimal DEFAULT");
	for (let day = -1; day <= 1; day++) {
		const from = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + day));
		const to = new Date(from.getTime() + 864e5);
		const name = `minimal_${from.toISOString().slice(0, 10).replaceAll("-", "")}`;
		await client.query(`CREATE TABLE ${name} PARTITION OF minimal FOR VALUES FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`);
	}
}
/** One array literal a column. */
var ColumnLiterals = class {
	lists = new Array(columnCount).fill("");
	add(deviceId, m, receivedAt) {
		const s = m.samples[0];
		const values = [
			deviceId,
			`"${new Date(m.ts).toISOString()}"`,
			receivedAt,
			m.boot,
			m.seq,
			s.lat,
			s.lon,
			s.heading,
			s.speed,
			s.engine === "on" ? "t" : "f",
			s.work,
			s.rpm,
			s.engineHours,
			s.fuelLevel
		];
		for (let i = 0; i < columnCount; i++) this.lists[i] += this.lists[i] === "" ? `${values[i]}` : `,${values[i]}`;
	}
	take() {
		return this.lists.map((list) => `{${list}}`);
	}
};
// src/bench/limit/minimal-path.ts
/**
* The least that durable telemetry can cost on this stack: take a message from the broker, put it with what else arrived into one commit, then
* acknowledge it and show it. No validation, no latest state, no down/ack, no access rules, no log. The product is measured against this.
*/
var plan = z.object({
	mqttUrl: z.url(),
	databaseUrl: z.url(),
	batchMax: z.number().int().positive().default(1e3),
	/** how long a batch waits for company; 0: the next batch is whatever arrived during the last commit */
	lingerMs: z.number().int().min(0).default(0),
	receiveMaximum: z.number().int().min(10).max(65535).default(1e4),
	/** 5, or 4 for a broker that speaks no MQTT 5 */
	mqttVersion: z.union([z.literal(4), z.literal(5)]).default(5)
}).parse(JSON.parse(process.env["BENCH_PLAN"] ?? "null"));
var database = new Client({ connectionString: plan.databaseUrl });
await database.connect();
await createTable(database, /* @__PURE__ */ new Date());
var http = createServer();
var io = new Server(http, {
	transports: ["websocket"],
	perMessageDeflate: false,
	serveClient: false
});
await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
var connection = 0;
var waiting = [];
var acks = [];
var committed = 0;
var batches = 0;
var busy = false;
var v5 = {
	protocolVersion: 5,
	clean: false,
	properties: {
		receiveMaximum: plan.receiveMaximum,
		sessionExpiryInterval: 3600
	}
};
var client = connect(plan.mqttUrl, {
	...plan.mqttVersion === 5 ? v5 : {
		protocolVersion: 4,
		clean: false
	},
	clientId: "bench-minimal",
	reconnectPeriod: 500
});
var send = Reflect.get(client, "_sendPacket").bind(client);
var holdPubacks = (packet, done, ...rest) => {
	if (packet.cmd !== "puback") return send(packet, done, ...rest);
	acks.push({
		packet,
		rest,
		connection
	});
	done?.();
};
Reflect.set(client, "_sendPacket", holdPubacks);
client.on("close", () => {
	connection += 1;
	waiting = [];
	acks = [];
});
client.on("error", (error) => {
	throw error;
});
var firstDigit = 13;
client.on("message", (topic, payload) => {
	waiting.push({
		deviceId: Number(topic.slice(firstDigit, topic.indexOf("/", firstDigit))),
		message: JSON.parse(payload.toString()),
		receivedAt: (/* @__PURE__ */ new Date()).toISOString()
	});
	if (!busy) flush();
});
async function flush() {
	busy = true;
	await new Promise((resolve) => setImmediate(resolve));
	while (waiting.length > 0) {
		if (plan.lingerMs > 0 && waiting.length < plan.batchMax) await new Promise((resolve) => setTimeout(resolve, plan.lingerMs));
		await commit(waiting.splice(0, plan.batchMax));
	}
	busy = false;
}
async function commit(batch) {
	if (batch.length === 0) return;
	const own = acks.splice(0, batch.length);
	const literals = new ColumnLiterals();
	for (const row of batch) literals.add(row.deviceId, row.message, `"${row.receivedAt}"`);
	await database.query({
		...insertRows,
		values: literals.take()
	});
	for (const ack of own) if (ack.connection === connection) send(ack.packet, void 0, ...ack.rest);
	committed += batch.length;
	batches += 1;
	const rows = batch.map(({ deviceId, message: { samples: [s] } }) => [
		deviceId,
		s.lat,
		s.lon,
		s.heading,
		s.speed
	]);
	io.emit("batch", rows);
}
await client.subscribeAsync(upTopic("+", "telemetry"), { qos: 1 });
var tell = (message) => {
	process.send?.(message);
};
process.on("message", ({ request }) => tell({
	type: "counted",
	request,
	committed,
	batches
}));
process.on("disconnect", () => process.exit());
var address = http.address();
tell({
	type: "ready",
	port: typeof address === "object" && address ? address.port : 0
});
export {};

//# sourceMappingURL=minimal-path-D8Oihcqh.js.map