import { connect, createServer } from "node:net";
// src/run/ports.ts
/** True when nothing listens on this port, on the given address and on the loopback. */
async function isFree(port, host = "0.0.0.0") {
	if (await answers(port)) return false;
	return new Promise((done) => {
		const probe = createServer();
		probe.once("error", () => done(false));
		probe.listen({
			port,
			host,
			exclusive: true
		}, () => probe.close(() => done(true)));
	});
}
/**
* A free port for a service that nobody types in. Below the range from which the system takes the ports of outgoing connections,
* so that it is still free at the next start.
*/
async function freePort(preferred) {
	if (preferred !== void 0 && await isFree(preferred, "127.0.0.1")) return preferred;
	for (let tries = 0; tries < 200; tries++) {
		const port = 15e3 + Math.floor(Math.random() * 15e3);
		if (await isFree(port, "127.0.0.1")) return port;
	}
	throw new Error("No free port between 15000 and 30000 on this machine.");
}
/** True when something accepts connections there. */
function answers(port, host = "127.0.0.1", timeoutMs = 1e3) {
	return new Promise((done) => {
		const socket = connect({
			port,
			host,
			timeout: timeoutMs
		});
		const end = (yes) => {
			socket.destroy();
			done(yes);
		};
		socket.once("connect", () => end(true));
		socket.once("error", () => end(false));
		socket.once("timeout", () => end(false));
	});
}
export { freePort as n, answers as t };

//# sourceMappingURL=ports-DlGXmk0z.js.map