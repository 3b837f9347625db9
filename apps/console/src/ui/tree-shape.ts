/** A tree as rows: parents and children, open nodes, search results. Without React, so that its rules are a table of cases. */
export interface TreeNode {
  id: number;
  parentId: number | null;
  label: string;
  /** searched besides the label: a code */
  keywords?: string | null;
  /** the number of descendants where they are not all loaded: a tree read as it is opened */
  children?: number;
  /** what a search of the server has found; without it the tree's own search is used */
  hit?: boolean;
}
export interface TreeRow<N extends TreeNode> {
  node: N;
  level: number;
  /** place among its siblings, from 1, and how many they are */
  place: number;
  siblings: number;
  /** null: nothing below it */
  open: boolean | null;
}
export interface TreeShape<N extends TreeNode> {
  byId: ReadonlyMap<number, N>;
  roots: readonly N[];
  below: ReadonlyMap<number, readonly N[]>;
}

/** A node whose parent is not among them (out of scope, or none) is a root. */
export function shapeOf<N extends TreeNode>(nodes: readonly N[]): TreeShape<N> {
  const byId = new Map(nodes.map((n) => [n.id, n]));
  const roots: N[] = [];
  const below = new Map<number, N[]>();
  for (const node of nodes) {
    if (node.parentId === null || !byId.has(node.parentId)) roots.push(node);
    else below.set(node.parentId, [...(below.get(node.parentId) ?? []), node]);
  }
  return { byId, roots, below };
}

export function ancestorsOf<N extends TreeNode>({ byId }: TreeShape<N>, id: number | null): number[] {
  const up: number[] = [];
  for (
    let node = id === null ? undefined : byId.get(id);
    node && node.parentId !== null && !up.includes(node.parentId);
    node = byId.get(node.parentId)
  ) {
    if (byId.has(node.parentId)) up.push(node.parentId);
  }
  return up;
}

/** The node and everything under it. */
export function branchOf<N extends TreeNode>(shape: TreeShape<N>, id: number): Set<number> {
  const branch = new Set([id]);
  for (const one of branch) for (const child of shape.below.get(one) ?? []) branch.add(child.id);
  return branch;
}

/** The visible rows in order. A search shows what fits and the way to it, opened. */
export function rowsOf<N extends TreeNode>(shape: TreeShape<N>, open: ReadonlySet<number>, find = ''): TreeRow<N>[] {
  const kept = find === '' ? null : foundIn(shape, find);
  const rows: TreeRow<N>[] = [];
  const add = (nodes: readonly N[], level: number): void => {
    const shown = kept ? nodes.filter((n) => kept.has(n.id)) : nodes;
    for (const [i, node] of shown.entries()) {
      const children = shape.below.get(node.id) ?? [];
      const some = kept ? children.some((c) => kept.has(c.id)) : (node.children ?? children.length) > 0;
      const isOpen = some && (kept !== null || open.has(node.id));
      rows.push({ node, level, place: i + 1, siblings: shown.length, open: some ? isOpen : null });
      if (isOpen) add(children, level + 1);
    }
  };
  add(shape.roots, 1);
  return rows;
}

export const fits = (node: TreeNode, find: string): boolean =>
  `${node.label}\n${node.keywords ?? ''}`.toLocaleLowerCase().includes(find.toLocaleLowerCase());

function foundIn<N extends TreeNode>(shape: TreeShape<N>, find: string): Set<number> {
  const kept = new Set<number>();
  for (const node of shape.byId.values()) {
    if (!fits(node, find)) continue;
    kept.add(node.id);
    for (const id of ancestorsOf(shape, node.id)) kept.add(id);
  }
  return kept;
}

const initials = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
/** Type-ahead: the label begins with what was typed; a Korean key alone (ㅈ) matches any syllable that begins with it. */
export function beginsWith(label: string, typed: string): boolean {
  const chars = [...label.toLocaleLowerCase()];
  return [...typed.toLocaleLowerCase()].every((c, i) => {
    const at = chars[i];
    if (at === undefined) return false;
    const syllable = (at.codePointAt(0) ?? 0) - 0xac00;
    return (
      at === c ||
      (initials.includes(c) && syllable >= 0 && syllable < 11_172 && initials[Math.floor(syllable / 588)] === c)
    );
  });
}
