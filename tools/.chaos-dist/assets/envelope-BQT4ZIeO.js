import { z } from "zod";
// ../libs/contracts/src/device/envelope.ts
var upKinds = [
	"status",
	"telemetry",
	"engine",
	"fault",
	"sos",
	"diag",
	"stream",
	"flash"
];
var downKinds = [
	"ack",
	"config",
	"sos",
	"diag",
	"flash",
	"control"
];
var upTopic = (device, kind) => `tms/v1/${device}/up/${kind}`;
var uint31 = z.number().int().min(0).max(2 ** 31 - 1);
/** Device clock, epoch ms. A broken clock may say anything a 53-bit integer can hold; plausibility is judged after correction. */
var deviceTs = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
var envelope = {
	v: z.literal(1),
	boot: uint31,
	seq: uint31.min(1),
	ts: deviceTs
};
var lat = z.number().min(-90).max(90);
var lon = z.number().min(-180).max(180);
var degrees = z.number().min(-360).max(360);
var tilt = z.object({
	x: degrees,
	y: degrees,
	z: degrees
});
/** Text on the wire: no control character (PostgreSQL stores no NUL) and no half of a surrogate pair (jsonb refuses it). */
var wireText = (max) => z.string().max(max).regex(/^[^\p{Cc}\p{Cs}]*$/u);
export { lon as a, upTopic as c, lat as i, wireText as l, downKinds as n, tilt as o, envelope as r, upKinds as s, deviceTs as t };

//# sourceMappingURL=envelope-BQT4ZIeO.js.map