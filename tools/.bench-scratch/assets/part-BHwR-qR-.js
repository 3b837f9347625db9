import { a as StopWith, i as signal, t as gone } from "./process-identity-DrgvFmJn.js";
import { closeSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fork, spawn } from "node:child_process";
// src/bench/parts/part.ts
var running = /* @__PURE__ */ new Set();
/** Starts another part of this very program (main.ts names them) with its plan in the environment; it can send messages. */
function startOwnPart(name, where) {
	const logFile = join(where.dir, `${name}.log`);
	const log = openSync(logFile, "a");
	const env = {
		...process.env,
		...where.env,
		...where.plan === void 0 ? {} : { BENCH_PLAN: JSON.stringify(where.plan) }
	};
	const child = fork(ownProgram(), [name, ...where.args ?? []], {
		env,
		detached: true,
		stdio: [
			"ignore",
			log,
			log,
			"ipc"
		],
		execArgv: ["--enable-source-maps"]
	});
	closeSync(log);
	return register(name, child, logFile);
}
function startProgram(name, command, args, where) {
	const logFile = join(where.dir, `${name}.log`);
	const log = openSync(logFile, "a");
	const child = spawn(command, args, {
		cwd: where.cwd ?? where.dir,
		env: {
			...process.env,
			...where.env
		},
		detached: true,
		stdio: [
			"ignore",
			log,
			log
		]
	});
	closeSync(log);
	return register(name, child, logFile);
}
/** Resolves with the first message that `is` accepts; rejects with the last words of a part that ends before. */
function messageOf(part, is, withinMs = 3e4) {
	return new Promise((resolve, reject) => {
		const stop = () => {
			clearTimeout(timer);
			part.child.off("message", heard);
			part.child.off("exit", ended);
		};
		const heard = (message) => {
			if (!is(message)) return;
			stop();
			resolve(message);
		};
		const ended = () => {
			stop();
			reject(new StopWith(`${part.name} ended:\n${tailOf(part.logFile)}`));
		};
		const timer = setTimeout(() => {
			stop();
			reject(new StopWith(`${part.name} said nothing within ${withinMs / 1e3} s:\n${tailOf(part.logFile)}`));
		}, withinMs);
		part.child.on("message", heard);
		part.child.on("exit", ended);
	});
}
/** Asks again and again until the answer is yes. A part that ends meanwhile is the reason that is told. */
async function until(what, isSo, options) {
	const end = performance.now() + options.withinMs;
	for (;;) {
		if (await isSo()) return;
		const dead = options.parts?.find((p) => p.child.exitCode !== null || p.child.signalCode !== null);
		if (dead) throw new StopWith(`waiting for: ${what}; ${dead.name} ended:\n${tailOf(dead.logFile)}`);
		if (performance.now() > end) {
			const words = (options.parts ?? []).map((p) => `${p.name}:\n${tailOf(p.logFile)}`).join("\n");
			throw new StopWith(`waited ${options.withinMs / 1e3} s for: ${what}\n${words}`);
		}
		await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? 50));
	}
}
async function stopAllParts() {
	await Promise.all([...running].map((part) => part.stop()));
}
var ownProgram = () => process.argv[1] ?? "";
/** Root of the repository: the program is tools/dist/bench.js. */
var repositoryRoot = () => join(dirname(ownProgram()), "..", "..");
function tailOf(file) {
	try {
		return readFileSync(file, "utf8").trim().split("\n").slice(-12).join("\n");
	} catch {
		return "(no log)";
	}
}
function register(name, child, logFile) {
	const pid = child.pid;
	if (pid === void 0) throw new StopWith(`${name} cannot be started`);
	const part = {
		name,
		pid,
		child,
		logFile,
		stop: async (withinMs = 1e4) => {
			running.delete(part);
			if (child.exitCode !== null || child.signalCode !== null) return;
			signal(pid, "SIGTERM");
			if (await gone(pid, withinMs)) return;
			signal(pid, "SIGKILL");
			await gone(pid, 2e3);
		}
	};
	running.add(part);
	child.on("exit", () => running.delete(part));
	child.on("error", () => void 0);
	return part;
}
process.on("exit", () => {
	for (const part of running) signal(part.pid, "SIGKILL");
});
export { startProgram as a, until as c, startOwnPart as i, ownProgram as n, stopAllParts as o, repositoryRoot as r, tailOf as s, messageOf as t };

//# sourceMappingURL=part-BHwR-qR-.js.map