import type { TreeNode } from '../../ui/tree-shape';

/** Sorts siblings by the distance of the nearest agency below them; those without a position come last, by name. */
export function nearestFirst<N extends TreeNode>(nodes: readonly N[], distanceKm: ReadonlyMap<number, number>): N[] {
  const nearest = new Map(distanceKm);
  const byId = new Map(nodes.map((n) => [n.id, n]));
  for (const [id, km] of distanceKm) {
    const seen = new Set([id]);
    for (let up = byId.get(id)?.parentId ?? null; up !== null && !seen.has(up); up = byId.get(up)?.parentId ?? null) {
      seen.add(up);
      nearest.set(up, Math.min(km, nearest.get(up) ?? Infinity));
    }
  }
  return [...nodes].sort(
    (a, b) => (nearest.get(a.id) ?? Infinity) - (nearest.get(b.id) ?? Infinity) || a.label.localeCompare(b.label),
  );
}
