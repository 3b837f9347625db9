// src/run/stop-with.ts
/** What a person is told in one sentence instead of a stack trace; the program ends with exit code 1. */
var StopWith = class extends Error {
	name = "StopWith";
};
var sentenceOf = (e) => {
	if (e instanceof AggregateError && e.errors.length > 0) return sentenceOf(e.errors[0]);
	return e instanceof Error ? e.message || ("code" in e ? String(e.code) : e.name) : String(e);
};
export { sentenceOf as n, StopWith as t };

//# sourceMappingURL=stop-with-B6B3HYQA.js.map