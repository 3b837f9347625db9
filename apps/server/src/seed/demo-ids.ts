/** Names of the demo's organisations and models → their ids. */
export type Ids = ReadonlyMap<string, number>;

export function idOf(ids: Ids, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the demo data knows no ${name}`);
  return id;
}
