import { t as StopWith } from "./assets/stop-with-B6B3HYQA.js";
// src/bench/main.ts
/**
* `npm run bench` (README.md). One program with several parts: without a part's name it is the benchmark, which starts the other parts as
* processes of their own, so that the load generator, the limits and the browsers never share an event loop with each other.
*/
var parts = {
	publisher: () => import("./assets/raw-publisher-C29hvljJ.js"),
	minimal: () => import("./assets/minimal-path-D8Oihcqh.js"),
	room: () => import("./assets/bare-room-DNyb1Dnt.js"),
	consoles: () => import("./assets/consoles-Uu3fzUFr.js")
};
var [name, ...rest] = process.argv.slice(2);
var part = name === void 0 ? void 0 : parts[name];
if (part !== void 0) {
	process.argv.splice(2, process.argv.length, ...rest);
	await part();
} else {
	const { runBench } = await import("./assets/bench-BkXstAQt.js");
	try {
		await runBench(process.argv.slice(2));
	} catch (error) {
		if (!(error instanceof StopWith)) throw error;
		console.error(error.message);
		process.exitCode = 1;
	}
}
export {};

//# sourceMappingURL=bench.js.map