// src/bench/measure/stamp.ts
/**
* The moment of sending, hidden in the position of a message. The clock is the machine's monotonic one, the same in every process, in tenths of
* a millisecond, modulo 100 s: six digits, three in the last decimals of the latitude and three in those of the longitude (1e-7 degrees, so a
* vehicle trembles within 11 metres). Any product that hands the position on unchanged can so be measured at any of its exits.
*/
var stampRange = 1e6;
function stampNow() {
	const [seconds, nanoseconds] = process.hrtime();
	return seconds % 100 * 1e4 + Math.floor(nanoseconds / 1e5);
}
/** Milliseconds from `sent` to `now`, of which less than 100,000 can be told. */
var ageMs = (sent, now) => (now - sent + stampRange) % stampRange / 10;
/** The three digits of the latitude and of the longitude. */
var splitStamp = (stamp) => [Math.floor(stamp / 1e3), stamp % 1e3];
function stampOf(lat, lon) {
	return Math.round(lat * 1e7) % 1e3 * 1e3 + Math.round(lon * 1e7) % 1e3;
}
export { stampOf as i, splitStamp as n, stampNow as r, ageMs as t };

//# sourceMappingURL=stamp-CGMH2NHj.js.map