// src/bench/measure/histogram.ts
/**
* Latencies in a fixed number of buckets, after HdrHistogram: linear up to 64 µs, then 64 buckets to each doubling, so a percentile is within
* 1.6 % of the truth at any size and recording costs no memory. Sorting a list of a million numbers would disturb what is measured.
*/
var subBuckets = 64;
var subBits = 6;
var doublings = 30;
var Histogram = class Histogram {
	counts = /* @__PURE__ */ new Float64Array(1984);
	total = 0;
	largestUs = 0;
	sumUs = 0;
	recordUs(valueUs) {
		const us = valueUs < 0 ? 0 : Math.floor(valueUs);
		const index = indexOf(us);
		this.counts[index] = (this.counts[index] ?? 0) + 1;
		this.total += 1;
		this.sumUs += us;
		if (us > this.largestUs) this.largestUs = us;
	}
	recordMs(valueMs) {
		this.recordUs(valueMs * 1e3);
	}
	get count() {
		return this.total;
	}
	/** Milliseconds below which the share `p` (0..1) of the values lies; null when nothing was recorded. */
	percentileMs(p) {
		if (this.total === 0) return null;
		const rank = Math.max(1, Math.ceil(p * this.total));
		let seen = 0;
		for (let i = 0; i < this.counts.length; i++) {
			seen += this.counts[i] ?? 0;
			if (seen >= rank) return Math.min(upperOf(i), this.largestUs) / 1e3;
		}
		return this.largestUs / 1e3;
	}
	meanMs() {
		return this.total === 0 ? null : this.sumUs / this.total / 1e3;
	}
	maxMs() {
		return this.total === 0 ? null : this.largestUs / 1e3;
	}
	add(other) {
		for (let i = 0; i < this.counts.length; i++) this.counts[i] = (this.counts[i] ?? 0) + (other.counts[i] ?? 0);
		this.total += other.total;
		this.sumUs += other.sumUs;
		this.largestUs = Math.max(this.largestUs, other.largestUs);
		return this;
	}
	toJson() {
		const buckets = [];
		this.counts.forEach((count, index) => {
			if (count > 0) buckets.push(index, count);
		});
		return {
			count: this.total,
			maxUs: this.largestUs,
			sumUs: this.sumUs,
			buckets
		};
	}
	static fromJson(json) {
		const h = new Histogram();
		for (let i = 0; i + 1 < json.buckets.length; i += 2) h.counts[json.buckets[i] ?? 0] = json.buckets[i + 1] ?? 0;
		h.total = json.count;
		h.sumUs = json.sumUs;
		h.largestUs = json.maxUs;
		return h;
	}
};
function percentiles(h) {
	const [p50Ms, p95Ms, p99Ms, maxMs] = [
		h.percentileMs(.5),
		h.percentileMs(.95),
		h.percentileMs(.99),
		h.maxMs()
	];
	if (p50Ms === null || p95Ms === null || p99Ms === null || maxMs === null) return null;
	return {
		count: h.count,
		p50Ms,
		p95Ms,
		p99Ms,
		maxMs
	};
}
function indexOf(us) {
	if (us < subBuckets) return us;
	const doubling = Math.min(Math.floor(Math.log2(us)) - subBits + 1, doublings);
	const within = Math.min(Math.floor(us / 2 ** (doubling - 1)) - subBuckets, 63);
	return doubling * subBuckets + within;
}
/** Highest value of a bucket. */
function upperOf(index) {
	if (index < subBuckets) return index;
	const doubling = Math.floor(index / subBuckets);
	return (subBuckets + index % subBuckets + 1) * 2 ** (doubling - 1) - 1;
}
export { percentiles as n, Histogram as t };

//# sourceMappingURL=histogram-B9tITevf.js.map