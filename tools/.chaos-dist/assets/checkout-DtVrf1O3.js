import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
// src/run/checkout.ts
/** The folder of the checkout: the one that holds package-lock.json. */
var checkout = (() => {
	let folder = import.meta.dirname;
	while (!existsSync(join(folder, "package-lock.json"))) {
		const above = dirname(folder);
		if (above === folder) throw new Error("Not inside a checkout of Headland.");
		folder = above;
	}
	return folder;
})();
var inCheckout = (...path) => join(checkout, ...path);
export { inCheckout as n, checkout as t };

//# sourceMappingURL=checkout-DtVrf1O3.js.map