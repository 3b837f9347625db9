import { i as findPostgres, r as startPostgres } from "./postgres-DoksQhnK.js";
import { accessSync, chmodSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
// src/services.ts
async function startTestServices() {
	const folder = mkdtempSync(join(tmpdir(), "headland-test-"));
	chmodSync(folder, 457);
	const postgres = await startPostgres({
		dataDir: join(folder, "postgres"),
		password: randomBytes(12).toString("hex"),
		logFile: join(folder, "postgres.log"),
		settings: {
			fsync: "off",
			synchronous_commit: "off",
			full_page_writes: "off",
			shared_buffers: "128MB",
			max_connections: "300"
		}
	});
	const remains = findPostgres(join(folder, "postgres")).dataDir;
	if (postgres.child.pid !== void 0) endWithUs(postgres.child.pid, [folder, remains]);
	return {
		env: {
			TEST_DATABASE_URL: postgres.url("postgres"),
			TEST_MQTT_MOSQUITTO: findProgram("mosquitto"),
			TEST_REDIS: findProgram("redis-server"),
			TEST_CHROMIUM: process.env.TEST_CHROMIUM ?? (findProgram("chromium") || findProgram("chromium-browser") || findProgram("google-chrome"))
		},
		stop: async () => {
			await postgres.stop();
			for (const path of [folder, remains]) rmSync(path, {
				recursive: true,
				force: true
			});
		}
	};
}
/** Path of a program, or an empty text. Debian keeps daemons in sbin, which is not on everybody's path. */
function findProgram(name) {
	for (const folder of [
		...(process.env.PATH ?? "").split(delimiter),
		"/usr/sbin",
		"/usr/local/sbin",
		"/opt/homebrew/sbin"
	]) {
		const path = join(folder, name);
		try {
			accessSync(path, constants.X_OK);
			return path;
		} catch {}
	}
	return "";
}
/** A small shell that waits for our end, however it comes, and then takes the database away too. */
function endWithUs(pid, folders) {
	if (process.platform === "win32") return;
	spawn("/bin/sh", [
		"-c",
		"cat >/dev/null; pid=\"$0\"; kill -INT \"$pid\" 2>/dev/null; i=0; while kill -0 \"$pid\" 2>/dev/null && [ $i -lt 50 ]; do sleep 0.1; i=$((i+1)); done; rm -rf \"$@\"",
		String(pid),
		...folders
	], {
		detached: true,
		stdio: [
			"pipe",
			"ignore",
			"ignore"
		]
	}).unref();
}
export { startTestServices as n, findProgram as t };

//# sourceMappingURL=services-BgZabtHn.js.map