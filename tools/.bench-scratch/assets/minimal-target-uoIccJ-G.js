import { n as freePort, t as answers } from "./ports-DlGXmk0z.js";
import { a as startProgram, c as until, i as startOwnPart, r as repositoryRoot, t as messageOf } from "./part-BHwR-qR-.js";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import "node:child_process";
// src/bench/parts/broker.ts
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
export { startMinimal as n, startMosquitto as r, deviceName as t };

//# sourceMappingURL=minimal-target-uoIccJ-G.js.map