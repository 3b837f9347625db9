import { n as freePort } from "./ports-DlGXmk0z.js";
import { a as StopWith } from "./process-identity-DrgvFmJn.js";
import { r as startMosquitto, t as deviceName } from "./minimal-target-uoIccJ-G.js";
import { a as startProgram, c as until, r as repositoryRoot } from "./part-BHwR-qR-.js";
import { pbkdf2Sync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
// ../libs/contracts/src/endpoint.ts
var endpoint = (e) => Object.freeze(e);
// ../libs/contracts/src/access.ts
/** The words of permissions: group types, roles, features, letters. The matrix itself is data of `@headland/domain/access`. */
var groupTypes = [
	"HEAD_OFFICE",
	"DAEDONG",
	"KIOTI",
	"SERVICE_BUSINESS",
	"PRODUCTION",
	"BIZ",
	"CUSTOMER_BIZ",
	"SALES",
	"DOMESTIC_SALES_HQ",
	"RSM_BUSINESS",
	"TSM",
	"REGION",
	"AGENCY",
	"DEALER"
];
var roles$1 = ["ADMIN", "STAFF"];
// ../libs/contracts/src/fields.ts
/** Field rules of the product (screens.md, "Validation rules"). The message of each is a key of the catalogues in `@headland/i18n`. */
var pictograph = /\p{Extended_Pictographic}/u;
var digitHashStar = /[0-9#*]/gu;
/** Emoji are refused in every text; digits, # and * are pictographic by the letter of Unicode and allowed. */
var hasEmoji = (s) => pictograph.test(s.replace(digitHashStar, ""));
var text = (max) => z.string().transform((s) => s.trimEnd()).pipe(z.string().max(max, "field.max").refine((s) => !hasEmoji(s), "field.emoji"));
text(1500).refine((s) => s.length >= 1, "field.t1500");
text(1500);
text(100).refine((s) => s.length >= 1 && !s.startsWith(" "), "field.t100");
text(50).refine((s) => s.length >= 1, "field.t50");
z.string().trim().regex(/^[\p{Script=Hangul}\p{Script=Latin}][\p{Script=Hangul}\p{Script=Latin} ]{0,18}[\p{Script=Hangul}\p{Script=Latin}]$/u, "field.name");
z.string().trim().regex(/^(\d{2,3}-\d{3,4}-\d{4}|\+?\d{4,14})$/, "field.phone");
z.coerce.number().int("field.pos").min(1, "field.pos");
z.string().regex(/^[A-Z0-9]{1,10}$/, "field.part");
z.string().max(64).refine((name) => {
	try {
		return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
	} catch {
		return false;
	}
}, "field.timeZone");
/** Query helpers. Express parses flat queries only; `?id=1` and `?id=1&id=2` are both lists. */
var id = z.coerce.number().int().min(1).max(2 ** 31 - 1);
z.object({ id });
z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
z.enum(["true", "false"]).optional().transform((v) => v === void 0 ? void 0 : v === "true");
z.coerce.number().int().min(1).max(1e6).default(1), z.coerce.number().int().refine((n) => [
	10,
	20,
	50,
	100
].includes(n), "field.pageSize").default(20);
z.iso.date("field.date");
z.iso.datetime({ offset: true });
z.object({
	sub: z.string(),
	sid: z.string(),
	name: z.string(),
	roles: z.array(z.string()),
	groupType: z.enum(groupTypes).or(z.literal("KIOSK")),
	organizationId: z.number(),
	kiosk: z.number().optional()
});
var LoginBody = z.object({
	id: z.string().trim().min(1, "field.req").max(40, "field.max"),
	password: z.string().min(1, "field.req").max(200, "field.max"),
	autoLogin: z.boolean().default(false)
});
var Login = z.object({
	accessToken: z.string(),
	refreshToken: z.string(),
	id: z.string(),
	name: z.string(),
	credentialsNonExpired: z.boolean()
});
var Member = z.object({
	id: z.number(),
	loginId: z.string(),
	name: z.string(),
	groupId: z.number(),
	groupName: z.string(),
	groupType: z.enum(groupTypes),
	role: z.enum(roles$1),
	units: z.enum(["km", "mile"])
});
var session = {
	login: endpoint({
		method: "POST",
		path: "/api/auth/login",
		allow: "public",
		summary: "Log in with id and password",
		body: LoginBody,
		data: Login
	}),
	refresh: endpoint({
		method: "GET",
		path: "/api/auth/refresh-token",
		allow: "public",
		summary: "Both tokens in the headers; both are renewed",
		data: z.object({
			accessToken: z.string(),
			refreshToken: z.string()
		})
	}),
	logout: endpoint({
		method: "POST",
		path: "/api/auth/logout",
		allow: "member",
		summary: "End this session",
		data: z.object({ ended: z.literal(true) })
	}),
	member: endpoint({
		method: "GET",
		path: "/api/tms/member/detail/:id",
		allow: "member",
		summary: "The member behind the session (login id in the path)",
		params: z.object({ id: z.string().max(40) }),
		data: z.array(Member)
	}),
	config: endpoint({
		method: "GET",
		path: "/api/config",
		allow: "public",
		summary: "What the console must know before it starts",
		data: z.object({
			version: z.string(),
			development: z.boolean(),
			mapTileUrl: z.string().nullable(),
			mapAttribution: z.string().nullable(),
			queryMaxDays: z.number(),
			demoAccounts: z.array(z.object({
				id: z.string(),
				groupType: z.enum(groupTypes),
				role: z.enum(roles$1),
				organization: z.string()
			}))
		})
	})
};
/** Wall displays: issued, named, scoped and revoked by an administrator; the token is shown once. */
var Kiosk = z.object({
	id: z.number(),
	name: z.string(),
	organizationId: z.number(),
	organization: z.string(),
	sound: z.boolean(),
	issuedAt: z.string(),
	issuedBy: z.string(),
	lastSeenAt: z.string().nullable(),
	revokedAt: z.string().nullable()
});
endpoint({
	method: "GET",
	path: "/api/kiosks/session",
	allow: "public",
	summary: "The kiosk token in its header becomes a 15-minute access token",
	data: z.object({
		accessToken: z.string(),
		name: z.string(),
		organization: z.string(),
		sound: z.boolean()
	})
}), endpoint({
	method: "GET",
	path: "/api/kiosks",
	allow: "memberHistory:R",
	summary: "Issued wall displays",
	data: z.array(Kiosk)
}), endpoint({
	method: "POST",
	path: "/api/kiosks",
	allow: "organization:U",
	summary: "Issue a token for a wall display",
	body: z.object({
		name: z.string().min(1).max(40),
		organizationId: id,
		sound: z.boolean().default(true)
	}),
	data: Kiosk.extend({ token: z.string() })
}), endpoint({
	method: "DELETE",
	path: "/api/kiosks/:id",
	allow: "organization:U",
	summary: "Revoke it; its screen says so at once",
	params: z.object({ id }),
	data: Kiosk
});
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
// .scratch-app/target.ts
var serverAccount = {
	username: "headland-server",
	password: "bench-server-password"
};
var lingerMs = 5;
/** SOS callers stand behind the fleet, so that none is ever both. */
var firstSosDevice = 2e4;
var sosDeviceCount = 6e3;
var roles = ["ingest"];
/** The product as it is run in production: Mosquitto with accounts and topics, PostgreSQL, four processes of the built server. */
async function startIngestOnly(machine, fleetSize) {
	const main = join(repositoryRoot(), "tools/.scratch-app/dist/main.js");
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
	const apiUrl = `http://127.0.0.1:0`;
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
		consoles: () => ({
			url: process.env["DUMMY"] ?? "",
			token: null,
			look: null
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
			await login(apiUrl);
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
export { startIngestOnly };

//# sourceMappingURL=target-DIeH0YaC.js.map