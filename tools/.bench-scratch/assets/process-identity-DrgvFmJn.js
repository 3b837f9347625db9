import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { execFileSync } from "node:child_process";
// src/run/stop-with.ts
/** What a person is told in one sentence instead of a stack trace; the program ends with exit code 1. */
var StopWith = class extends Error {
	name = "StopWith";
};
var sentenceOf = (e) => {
	if (e instanceof AggregateError && e.errors.length > 0) return sentenceOf(e.errors[0]);
	return e instanceof Error ? e.message || ("code" in e ? String(e.code) : e.name) : String(e);
};
// src/run/process-identity.ts
/** When the process with this id started, as an opaque text; null when there is none. */
function startedAt(pid) {
	if (!isAlive(pid)) return null;
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
function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (e) {
		return e.code === "EPERM";
	}
}
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
var boot;
var bootId = () => boot ??= readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
export { StopWith as a, signal as i, isAlive as n, sentenceOf as o, processesIn as r, gone as t };

//# sourceMappingURL=process-identity-DrgvFmJn.js.map