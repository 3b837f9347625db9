// src/bench/measure/pairs.ts
function spreadOf(values) {
	if (values.length === 0) throw new RangeError("no values");
	const sorted = [...values].sort((a, b) => a - b);
	const mid = Math.floor(sorted.length / 2);
	const upper = sorted[mid] ?? NaN;
	return {
		median: sorted.length % 2 === 1 ? upper : ((sorted[mid - 1] ?? NaN) + upper) / 2,
		min: sorted[0] ?? NaN,
		max: sorted.at(-1) ?? NaN,
		values: [...values]
	};
}
/** Runs `pairs` pairs; who goes first changes each time, so that neither side always gets the warmer machine. */
async function inPairs(pairs, product, limit) {
	const result = {
		product: [],
		limit: []
	};
	for (let pair = 0; pair < pairs; pair++) if (pair % 2 === 0) {
		result.limit.push(await limit(pair));
		result.product.push(await product(pair));
	} else {
		result.product.push(await product(pair));
		result.limit.push(await limit(pair));
	}
	return result;
}
// src/bench/report.ts
function figure(f) {
	const product = spreadOf(f.product);
	const limit = f.limit === void 0 ? null : spreadOf(f.limit);
	const ratio = f.limit === void 0 ? null : spreadOf(f.product.map((p, i) => p / (f.limit?.[i] ?? NaN)));
	return {
		bench: f.bench,
		name: f.name,
		unit: f.unit,
		product,
		limit,
		limitIs: f.limitIs ?? null,
		ratio,
		goal: f.goal ?? null,
		met: f.goal === void 0 ? null : meets(f.goal, product.median, ratio?.median ?? null)
	};
}
function meets(goal, value, ratio) {
	return goal.every((g) => {
		const x = g.of === "ratio" ? ratio : value;
		return x !== null && Number.isFinite(x) && (g.at === "most" ? x <= g.than : x >= g.than);
	});
}
var heads = [
	"figure",
	"product",
	"limit",
	"ratio",
	"goal",
	""
];
/** The figures as cells of text, for the terminal and for the page. */
function cellsOf(f) {
	return [
		f.name,
		`${withSpread(f.product)} ${f.unit}`.trim(),
		f.limit === null ? "" : `${withSpread(f.limit)}${f.limitIs === null ? "" : ` (${f.limitIs})`}`,
		f.ratio === null ? "" : withSpread(f.ratio),
		f.goal === null ? "" : f.goal.map((g) => `${g.of === "ratio" ? "ratio " : ""}${g.at === "most" ? "≤" : "≥"} ${plain(g.than)}`).join(", "),
		f.met === null ? "" : f.met ? "met" : "MISSED"
	];
}
/** Median, and in brackets the least and the greatest of the repetitions. */
var withSpread = (s) => s.values.length === 1 ? plain(s.median) : `${plain(s.median)} (${plain(s.min)}–${plain(s.max)})`;
function plain(n) {
	if (!Number.isFinite(n)) return "–";
	const size = Math.abs(n);
	return n.toLocaleString("en-US", { maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : 2 });
}
function asTable(figures) {
	const rows = [heads, ...figures.map(cellsOf)];
	const widths = heads.map((_, i) => Math.max(...rows.map((r) => (r[i] ?? "").length)));
	return rows.map((r) => r.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ").trimEnd()).join("\n");
}
export { plain as a, spreadOf as c, meets as i, cellsOf as n, withSpread as o, figure as r, inPairs as s, asTable as t };

//# sourceMappingURL=report-y3L7Y5I6.js.map