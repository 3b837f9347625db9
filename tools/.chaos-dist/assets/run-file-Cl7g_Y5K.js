import { c as gone, d as signal, f as stillRuns, l as identityOf } from "./postgres-DoksQhnK.js";
import { t as StopWith } from "./stop-with-B6B3HYQA.js";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
// src/run/run-file.ts
/**
* `run.json` in the data folder: who runs here. It keeps a second start out, and tells the next one what a killed launcher left behind.
* Processes are named by id and start time, so that a number that was given out again is never mistaken for ours.
*/
var RunFile = class RunFile {
	path;
	run;
	constructor(path, run) {
		this.path = path;
		this.run = run;
	}
	/** Takes the data folder for this process, or says who has it; ends what an earlier run has left. */
	static async take(dataDir, url) {
		mkdirSync(dataDir, { recursive: true });
		const path = join(dataDir, "run.json");
		const file = new RunFile(path, {
			launcher: identityOf(process.pid),
			url,
			parts: []
		});
		for (;;) {
			try {
				writeFileSync(path, JSON.stringify(file.run), { flag: "wx" });
				return file;
			} catch (e) {
				if (e.code !== "EEXIST") throw new StopWith(`Cannot write ${path}: ${e.message}`);
			}
			await file.takeOver();
		}
	}
	record = (name, pid) => {
		this.run.parts = [...this.run.parts.filter(stillRuns), {
			name,
			...identityOf(pid)
		}];
		const draft = `${this.path}.new`;
		writeFileSync(draft, JSON.stringify(this.run));
		renameSync(draft, this.path);
	};
	release() {
		rmSync(this.path, { force: true });
	}
	async takeOver() {
		const found = read(this.path);
		if (found !== null && stillRuns(found.launcher)) throw new StopWith(alreadyRuns(found));
		const aside = `${this.path}.${process.pid}`;
		try {
			renameSync(this.path, aside);
		} catch {
			return;
		}
		const moved = read(aside);
		rmSync(aside, { force: true });
		if (moved !== null && stillRuns(moved.launcher)) throw new StopWith(alreadyRuns(moved));
		for (const part of [...moved?.parts ?? []].reverse()) await end(part);
	}
};
var alreadyRuns = (run) => `Headland is already running at ${run.url} (process ${run.launcher.pid}). Stop it there with Ctrl-C, or start another beside it: PORT=3100 MQTT_PORT=1993 DATA_DIR=.data-2 npm start`;
/** The run that this data folder belongs to, when it is alive. */
function runningIn(dataDir) {
	const found = read(join(dataDir, "run.json"));
	return found !== null && stillRuns(found.launcher) ? {
		url: found.url,
		pid: found.launcher.pid
	} : null;
}
function read(path) {
	if (!existsSync(path)) return null;
	try {
		return JSON.parse(readFileSync(path, "utf8"));
	} catch {
		return null;
	}
}
async function end(part) {
	if (!stillRuns(part)) return;
	signal(part.pid, part.name === "postgres" ? "SIGINT" : "SIGTERM");
	if (await gone(part.pid, 5e3)) return;
	signal(part.pid, "SIGKILL");
	await gone(part.pid, 5e3);
}
export { runningIn as n, RunFile as t };

//# sourceMappingURL=run-file-Cl7g_Y5K.js.map