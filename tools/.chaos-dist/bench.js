// src/bench/main.ts
/**
* `npm run bench` (docs/bench.md). One program with several parts: without a part's name it is the benchmark, which starts the other parts as
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
	const { runBench } = await import("./assets/bench-Cqrn8d-u.js");
	await runBench(process.argv.slice(2));
}
export {};

//# sourceMappingURL=bench.js.map