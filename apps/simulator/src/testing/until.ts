/** Waits for the fact, not for a time; says which fact never came. */
export async function until(fact: string, holds: () => boolean, withinMs = 60_000): Promise<void> {
  const endMs = Date.now() + withinMs;
  while (!holds()) {
    if (Date.now() > endMs) throw new Error(`waited ${withinMs} ms in vain for: ${fact}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
