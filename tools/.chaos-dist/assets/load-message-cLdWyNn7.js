import { c as upTopic } from "./envelope-BQT4ZIeO.js";
import { n as splitStamp } from "./stamp-CGMH2NHj.js";
// src/bench/load/mqtt-bytes.ts
/**
* MQTT 3.1.1 packets as bytes, encoded once. A client library spends 25 µs on a publish and would be what is measured; patching eight fields of a
* ready buffer costs a tenth of a microsecond.
*/
function connectPacket(c) {
	const flags = 2 | (c.username === void 0 ? 0 : 128) | (c.password === void 0 ? 0 : 64);
	const fields = [
		c.clientId,
		...c.username === void 0 ? [] : [c.username],
		...c.password === void 0 ? [] : [c.password]
	];
	return packet(16, Buffer.from([
		0,
		4,
		77,
		81,
		84,
		84,
		4,
		flags,
		c.keepaliveS >> 8,
		c.keepaliveS & 255
	]), ...fields.map(text));
}
function subscribePacket(packetId, filter, qos) {
	return packet(130, Buffer.from([packetId >> 8, packetId & 255]), text(filter), Buffer.from([qos]));
}
var pubackPacket = (packetId) => Buffer.from([
	64,
	2,
	packetId >> 8,
	packetId & 255
]);
var pingPacket = () => Buffer.from([192, 0]);
var disconnectPacket = () => Buffer.from([224, 0]);
/** A QoS 1 PUBLISH with packet id 0, and where in it the packet id and the payload stand. */
function publishPacket(topic, payload) {
	const bytes = packet(50, text(topic), Buffer.alloc(2), payload);
	const payloadAt = bytes.length - payload.length;
	return {
		bytes,
		packetIdAt: payloadAt - 2,
		payloadAt
	};
}
function text(s) {
	const body = Buffer.from(s, "utf8");
	if (body.length > 65535) throw new RangeError("a string of MQTT has at most 65,535 bytes");
	return Buffer.concat([Buffer.from([body.length >> 8, body.length & 255]), body]);
}
function packet(firstByte, ...parts) {
	const body = Buffer.concat(parts);
	const head = [firstByte];
	let left = body.length;
	do {
		head.push(left & 127 | (left > 127 ? 128 : 0));
		left >>= 7;
	} while (left > 0);
	return Buffer.concat([Buffer.from(head), body]);
}
// src/bench/load/load-message.ts
/** Room for a field that is written later; never part of a real message. */
var hole = (width) => "@".repeat(width);
function telemetryMessage(device, boot) {
	const [lat, lon] = basePosition(device.index);
	const sample = `{"ts":${hole(13)},"lat":${lat}${hole(3)},"lon":${lon}${hole(3)},"heading":${device.index % 360},"speed":7.4,"engine":"on","work":"work","rpm":1850,"engineHours":1234.5,"odometer":5120.4,"fuelUsed":20411.6,"fuelLevel":63.5,"load":54,"coolant":82.5,"oilTemp":88.1,"oilPressure":410,"battery":13.9,"tilt":{"x":1.2,"y":-0.6,"z":0.4}}`;
	return message(upTopic(device.id, "telemetry"), `{"v":1,"boot":${String(boot).padStart(10)},"seq":${hole(10)},"ts":${hole(13)},"samples":[${sample}]}`);
}
function sosMessage(device, boot) {
	const [lat, lon] = basePosition(device.index);
	return message(upTopic(device.id, "sos"), `{"v":1,"boot":${String(boot).padStart(10)},"seq":${hole(10)},"ts":${hole(13)},"type":"button","lat":${lat}${hole(3)},"lon":${lon}${hole(3)},"speed":4.2}`);
}
/** Latitude and longitude of the n-th device with four decimals: a grid of 100 columns, 0.0005 degrees apart, west of Jeonju. */
function basePosition(index) {
	return [(35.8 + Math.floor(index / 100) * 5e-4).toFixed(4), (126.7 + index % 100 * 5e-4).toFixed(4)];
}
/** The rectangle that holds the first `n` devices. */
function fleetBounds(n) {
	const margin = 2e-4;
	return {
		west: 126.6998,
		south: 35.7998,
		east: 126.7 + Math.min(n, 100) * 5e-4 + margin,
		north: 35.8 + Math.ceil(n / 100) * 5e-4 + margin
	};
}
function message(topic, json) {
	const { bytes, packetIdAt, payloadAt } = publishPacket(topic, Buffer.from(json, "latin1"));
	const placeOf = (key, from = 0) => {
		const found = json.indexOf(key, from);
		return found === -1 ? -1 : payloadAt + json.indexOf("@", found);
	};
	const seqAt = placeOf("\"seq\":");
	const tsAt = placeOf("\"ts\":");
	const sampleAt = json.indexOf("\"samples\"");
	const sampleTsAt = sampleAt === -1 ? -1 : placeOf("\"ts\":", sampleAt);
	const latAt = placeOf("\"lat\":");
	const lonAt = placeOf("\"lon\":");
	return {
		bytes,
		set({ packetId, seq, tsMs, stamp }) {
			const [hi, lo] = splitStamp(stamp);
			bytes.writeUInt16BE(packetId, packetIdAt);
			writeNumber(bytes, seqAt, 10, seq, space);
			writeNumber(bytes, tsAt, 13, tsMs, zero);
			if (sampleTsAt !== -1) writeNumber(bytes, sampleTsAt, 13, tsMs, zero);
			writeNumber(bytes, latAt, 3, hi, zero);
			writeNumber(bytes, lonAt, 3, lo, zero);
		}
	};
}
var space = 32;
var zero = 48;
/** Decimal digits, right-aligned in `width` bytes. */
function writeNumber(bytes, at, width, value, pad) {
	let left = value;
	for (let i = at + width - 1; i >= at; i--) {
		const next = Math.floor(left / 10);
		bytes[i] = left === 0 && i !== at + width - 1 ? pad : zero + (left - next * 10);
		left = next;
	}
	if (left > 0) throw new RangeError(`${value} has more than ${width} digits`);
}
export { connectPacket as a, pubackPacket as c, telemetryMessage as i, subscribePacket as l, fleetBounds as n, disconnectPacket as o, sosMessage as r, pingPacket as s, basePosition as t };

//# sourceMappingURL=load-message-cLdWyNn7.js.map