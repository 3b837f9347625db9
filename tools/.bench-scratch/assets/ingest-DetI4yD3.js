import { c as spreadOf, r as figure, s as inPairs } from "./report-y3L7Y5I6.js";
import { t as measure } from "./steps-IikIAz4A.js";
// src/bench/runs/ingest.ts
/** Messages a second at which the cost of one is compared. */
var costRatePerS = 5e3;
/** How much durable telemetry the product takes, and what a message costs its processes, against the minimal path. */
var ingest = async (context) => {
	const [product, limit] = [await context.product(), await context.limit()];
	const full = await inPairs(context.pairs, () => measure(context, product, "full speed", { ratePerS: null }), () => measure(context, limit, "full speed", { ratePerS: null }));
	const perS = {
		product: full.product.map((r) => r.committedPerS),
		limit: full.limit.map((r) => r.committedPerS)
	};
	context.ceilings.product = spreadOf(perS.product).median;
	context.ceilings.limit = spreadOf(perS.limit).median;
	const lingering = await context.limit(product.lingerMs);
	const cost = await inPairs(context.pairs, () => measure(context, product, `${costRatePerS}/s`, { ratePerS: costRatePerS }), () => measure(context, lingering, `${costRatePerS}/s`, { ratePerS: costRatePerS }));
	const us = (side, of) => cost[side].map((r) => r.cpuUsPerMessage[of]);
	const whole = (side, runs) => runs[side].map((r) => r.cpuUsPerMessage.server + r.cpuUsPerMessage.database + r.cpuUsPerMessage.broker);
	const bench = "ingest";
	const limitIs = "minimal path";
	return [
		figure({
			bench,
			name: "durable, validated, de-duplicated, with latest state and down/ack",
			unit: "messages/s",
			...perS,
			limitIs,
			goal: [{
				of: "ratio",
				at: "least",
				than: .6
			}]
		}),
		figure({
			bench,
			name: `server CPU a message at ${costRatePerS}/s`,
			unit: "µs",
			product: us("product", "server"),
			limit: us("limit", "server"),
			limitIs: `${limitIs}, same linger`,
			goal: [{
				of: "ratio",
				at: "most",
				than: 1.5
			}]
		}),
		figure({
			bench,
			name: `database CPU a message at ${costRatePerS}/s`,
			unit: "µs",
			product: us("product", "database"),
			limit: us("limit", "database"),
			limitIs
		}),
		figure({
			bench,
			name: `broker CPU a message at ${costRatePerS}/s`,
			unit: "µs",
			product: us("product", "broker"),
			limit: us("limit", "broker"),
			limitIs
		}),
		figure({
			bench,
			name: "server, database and broker CPU a message at full speed",
			unit: "µs",
			product: whole("product", full),
			limit: whole("limit", full),
			limitIs
		})
	];
};
export { ingest };

//# sourceMappingURL=ingest-DetI4yD3.js.map