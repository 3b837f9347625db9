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
var upTopic = (device, kind) => `tms/v1/${device}/up/${kind}`;
var uint31 = z.number().int().min(0).max(2 ** 31 - 1);
z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
z.literal(1), uint31.min(1);
z.number().min(-90).max(90);
z.number().min(-180).max(180);
var degrees = z.number().min(-360).max(360);
z.object({
	x: degrees,
	y: degrees,
	z: degrees
});
export { upTopic as n, upKinds as t };

//# sourceMappingURL=envelope-CD-T121_.js.map