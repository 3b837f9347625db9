export type Stored = Map<string, Map<string, Response>>;

/** The Cache API in memory, by path and query. `stored`: what is in it. */
export function fakeCaches(): { caches: object; stored: Stored } {
  const stored: Stored = new Map();
  const open = (name: string) => {
    const of = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, of);
    return {
      match: async (key: string) => of.get(key)?.clone(),
      put: async (key: string, response: Response) => void of.set(key, response),
      keys: async () => [...of.keys()],
      delete: async (key: string) => of.delete(key),
    };
  };
  const caches = {
    open: async (name: string) => open(name),
    has: async (name: string) => stored.has(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (key: string) => [...stored.values()].map((of) => of.get(key)?.clone()).find((r) => r !== undefined),
  };
  return { caches, stored };
}
