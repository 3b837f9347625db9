// src/run/say.ts
/** What the terminal shows: few lines, each worth reading. Everything else is in the log files. */
var colour = process.stdout.isTTY && !process.env.NO_COLOR;
var paint = (code, text) => colour ? `\u001b[${code}m${text}\u001b[0m` : text;
var say = (text) => void process.stdout.write(`${text}\n`);
var warn = (part, text) => void process.stdout.write(`${paint(33, `${part.padEnd(10)}`)} ${text}\n`);
var strong = (text) => paint(1, text);
var faint = (text) => paint(2, text);
/** `3/6 Database …` when it begins, and what came of it on the next line only when there is something to say. */
var Steps = class {
	number;
	total;
	startedAt = Date.now();
	open = false;
	constructor(number, total) {
		this.number = number;
		this.total = total;
	}
	begin(what) {
		this.end();
		this.number++;
		this.startedAt = Date.now();
		this.open = true;
		process.stdout.write(`${this.number}/${this.total} ${what}…${process.stdout.isTTY ? "" : "\n"}`);
	}
	/** Closes the line of the running step, on a terminal with what it took. */
	end(note = "") {
		if (!this.open) return;
		this.open = false;
		const seconds = ((Date.now() - this.startedAt) / 1e3).toFixed(1);
		if (process.stdout.isTTY) process.stdout.write(` ${faint(`${note === "" ? "" : `${note}, `}${seconds} s`)}\n`);
		else if (note !== "") process.stdout.write(`    ${note}\n`);
	}
};
export { warn as a, strong as i, faint as n, say as r, Steps as t };

//# sourceMappingURL=say-Dcvh3aom.js.map