// ../../../tmp/hl-bench/scratch.ts
var parts = {
	publisher: () => import("./assets/raw-publisher-C0hc0OnX.js"),
	minimal: () => import("./assets/minimal-path-DZfRRBMM.js"),
	room: () => import("./assets/bare-room-Ch01rZpc.js"),
	consoles: () => import("./assets/consoles-Uu3fzUFr.js")
};
var [name, ...rest] = process.argv.slice(2);
var part = name ? parts[name] : void 0;
if (part) {
	process.argv.splice(2, process.argv.length, ...rest);
	await part();
} else {
	const { startMachine } = await import("./assets/machine-DlyZ93vi.js");
	const { startMinimal } = await import("./assets/minimal-target-R9SwPIch.js");
	const { stopAllParts } = await import("./assets/part-B95R9Yoe.js");
	const { asTable } = await import("./assets/report-uEICCz2L.js");
	const { ingest } = await import("./assets/ingest-DetI4yD3.js");
	const { latency } = await import("./assets/latency-Cn-s3VtH.js");
	const { devices } = await import("./assets/devices-Cn-s3VtH.js");
	const { startIngestOnly } = await import("./assets/target-DIeH0YaC.js");
	const m = await startMachine("/tmp/hl-bench/run3");
	const { startOwnPart, messageOf } = await import("./assets/part-B95R9Yoe.js");
	const rd = await messageOf(startOwnPart("room", {
		dir: m.dir,
		plan: {
			vehicles: 10,
			framesPerS: 1
		}
	}), (x) => x.type === "ready");
	process.env["DUMMY"] = "http://127.0.0.1:" + rd.port;
	const t = await startIngestOnly(m, 1e3);
	const l0 = await startMinimal(m, 0);
	const l5 = await startMinimal(m, 5);
	const ctx = {
		machine: async () => m,
		pairs: 2,
		seconds: 6,
		warmUpS: 3,
		product: async () => t,
		limit: async (l = 0) => l ? l5 : l0,
		say: console.log,
		note: (x) => console.log("NOTE", x),
		ceilings: {
			product: null,
			limit: null
		}
	};
	try {
		for (const b of [ingest]) console.log(asTable(await b(ctx)));
	} finally {
		await t.stop();
		await l0.stop();
		await l5.stop();
		await stopAllParts();
		await m.stop();
	}
}
export {};

//# sourceMappingURL=bench.js.map