var markStates = [
	"off",
	"idle",
	"work",
	"drive",
	"offline",
	"never"
];
var headBytes = 28;
var singleBytes = 16;
var clusterBytes = 20;
var noHeading = 65535;
function packFrame(f) {
	const bytes = new Uint8Array(headBytes + f.singles.length * singleBytes + f.clusters.length * clusterBytes);
	const v = new DataView(bytes.buffer);
	v.setUint8(0, 1);
	v.setUint8(1, f.zoom);
	v.setUint32(4, f.x, true);
	v.setUint32(8, f.y, true);
	v.setFloat64(12, f.at, true);
	v.setUint32(20, f.singles.length, true);
	v.setUint32(24, f.clusters.length, true);
	let at = headBytes;
	for (const s of f.singles) {
		v.setUint32(at, s.id, true);
		v.setInt32(at + 4, Math.round(s.lat * 1e7), true);
		v.setInt32(at + 8, Math.round(s.lon * 1e7), true);
		v.setUint16(at + 12, s.heading === null ? noHeading : Math.round(s.heading) % 360, true);
		v.setUint8(at + 14, markStates.indexOf(s.state));
		v.setUint8(at + 15, s.flags);
		at += singleBytes;
	}
	for (const c of f.clusters) {
		v.setInt32(at, Math.round(c.lat * 1e7), true);
		v.setInt32(at + 4, Math.round(c.lon * 1e7), true);
		v.setUint32(at + 8, c.count, true);
		v.setUint16(at + 12, c.now, true);
		v.setUint16(at + 14, c.today, true);
		v.setUint16(at + 16, c.watch, true);
		v.setUint16(at + 18, c.normal, true);
		at += clusterBytes;
	}
	return bytes;
}
/** Throws RangeError on a frame of another version or length. */
function unpackFrame(data) {
	const v = data instanceof Uint8Array ? new DataView(data.buffer, data.byteOffset, data.byteLength) : new DataView(data);
	if (v.getUint8(0) !== 1) throw new RangeError(`map frame version ${v.getUint8(0)}`);
	const singles = new Array(v.getUint32(20, true));
	const clusters = new Array(v.getUint32(24, true));
	if (v.byteLength !== headBytes + singles.length * singleBytes + clusters.length * clusterBytes) throw new RangeError("map frame length");
	let at = headBytes;
	for (let i = 0; i < singles.length; i++, at += singleBytes) {
		const heading = v.getUint16(at + 12, true);
		singles[i] = {
			id: v.getUint32(at, true),
			lat: v.getInt32(at + 4, true) / 1e7,
			lon: v.getInt32(at + 8, true) / 1e7,
			heading: heading === noHeading ? null : heading,
			state: markStates[v.getUint8(at + 14)] ?? "never",
			flags: v.getUint8(at + 15)
		};
	}
	for (let i = 0; i < clusters.length; i++, at += clusterBytes) clusters[i] = {
		lat: v.getInt32(at, true) / 1e7,
		lon: v.getInt32(at + 4, true) / 1e7,
		count: v.getUint32(at + 8, true),
		now: v.getUint16(at + 12, true),
		today: v.getUint16(at + 14, true),
		watch: v.getUint16(at + 16, true),
		normal: v.getUint16(at + 18, true)
	};
	return {
		zoom: v.getUint8(1),
		x: v.getUint32(4, true),
		y: v.getUint32(8, true),
		at: v.getFloat64(12, true),
		singles,
		clusters
	};
}
export { unpackFrame as n, packFrame as t };

//# sourceMappingURL=live-frame-D_7gpdWA.js.map