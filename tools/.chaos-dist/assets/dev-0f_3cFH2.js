import { n as inCheckout } from "./checkout-DtVrf1O3.js";
import { a as warn, r as say } from "./say-Dcvh3aom.js";
import { t as healthPorts } from "./settings-BLQKD0Dy.js";
import { n as sentenceOf } from "./stop-with-B6B3HYQA.js";
import { build, createServer } from "vite";
// src/run/dev.ts
/** `npm run dev`: the server is built again and its processes restarted when a source changes; the console comes from Vite, with its own hot reload. */
async function develop(settings, parts, stack) {
	const watcher = await build({
		root: inCheckout("apps/server"),
		configFile: inCheckout("apps/server/vite.config.ts"),
		logLevel: "error",
		build: {
			watch: {},
			emptyOutDir: false
		}
	});
	if ("on" in watcher) {
		let first = true;
		let work = Promise.resolve();
		watcher.on("event", (event) => {
			if (event.code === "ERROR") warn("server", `does not build: ${sentenceOf(event.error)}`);
			if (event.code !== "END") return;
			if (first) {
				first = false;
				return;
			}
			work = work.then(async () => {
				if (stack.ending) return;
				await Promise.all(parts.map((part) => part.restart()));
				say("server     rebuilt and restarted");
			});
		});
		stack.push({ stop: () => watcher.close() });
	}
	const target = `http://127.0.0.1:${settings.port}`;
	const vite = await createServer({
		root: inCheckout("apps/console"),
		configFile: inCheckout("apps/console/vite.config.ts"),
		logLevel: "warn",
		clearScreen: false,
		server: {
			port: healthPorts(settings.port).console,
			strictPort: true,
			proxy: {
				"/api": target,
				"/socket.io": {
					target,
					ws: true
				}
			}
		}
	});
	await vite.listen();
	stack.push({ stop: () => vite.close() });
	return `http://localhost:${healthPorts(settings.port).console}`;
}
export { develop };

//# sourceMappingURL=dev-0f_3cFH2.js.map