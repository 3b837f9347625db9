/** Waits for a condition; the error names the condition. */
export async function until(fact: string, condition: () => boolean, withinMs = 60_000): Promise<void> {
  const endMs = Date.now() + withinMs;
  while (!condition()) {
    if (Date.now() > endMs) throw new Error(`waited ${withinMs} ms without: ${fact}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
