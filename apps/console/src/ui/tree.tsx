import { chakra } from '@chakra-ui/react';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { ancestorsOf, beginsWith, fits, rowsOf, shapeOf, type TreeNode, type TreeRow } from './tree-shape';

export interface TreeProps<N extends TreeNode> {
  label: string;
  nodes: readonly N[];
  selectedId: number | null;
  onSelect: (node: N) => void;
  /** shows what fits this and the way to it */
  find?: string;
  /** what is open, where the page reads the children as they are opened; otherwise the tree knows by itself */
  open?: ReadonlySet<number>;
  onTurn?: (id: number, on: boolean) => void;
  /** at the right of the name: counts */
  note?: (node: N) => ReactNode;
  /** nodes that cannot be chosen here */
  forbidden?: ReadonlySet<number>;
}

const typeAheadMs = 800;

/**
 * A tree after the ARIA pattern: arrows move, open and close, Home and End go to the ends, letters jump to a name, Enter or Space chooses.
 * It opens with its roots and the way to what is chosen.
 */
export function Tree<N extends TreeNode>({
  label,
  nodes,
  selectedId,
  onSelect,
  find = '',
  open: given,
  onTurn,
  note,
  forbidden,
}: TreeProps<N>) {
  const shape = useMemo(() => shapeOf(nodes), [nodes]);
  const [own, setOpen] = useState<ReadonlySet<number>>(
    () => new Set([...shape.roots.map((n) => n.id), ...ancestorsOf(shape, selectedId)]),
  );
  const [shown, setShown] = useState(selectedId);
  if (shown !== selectedId) {
    // chosen elsewhere (a link, Back): the way to it opens
    setShown(selectedId);
    setOpen(new Set([...own, ...ancestorsOf(shape, selectedId)]));
  }
  const open = given ?? own;
  const rows = useMemo(() => rowsOf(shape, open, find), [shape, open, find]);
  const [focused, setFocused] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const tabStop = (rows.find((r) => r.node.id === focused) ?? rows.find((r) => r.node.id === selectedId) ?? rows[0])
    ?.node.id;

  const go = (row: TreeRow<N> | undefined): void => {
    if (!row) return;
    setFocused(row.node.id);
    list.current?.querySelector<HTMLElement>(`[data-node="${row.node.id}"]`)?.focus();
  };
  const turn = (id: number, on: boolean): void => {
    if (onTurn) return onTurn(id, on);
    const next = new Set(open);
    if (on) next.add(id);
    else next.delete(id);
    setOpen(next);
  };
  const choose = (node: N): void => {
    if (!forbidden?.has(node.id)) onSelect(node);
  };
  const key = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = rows.findIndex((r) => r.node.id === Number((event.target as HTMLElement).dataset.node));
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node } = row;
    if (event.key === 'ArrowDown') go(rows[at + 1]);
    else if (event.key === 'ArrowUp') go(rows[at - 1]);
    else if (event.key === 'Home') go(rows[0]);
    else if (event.key === 'End') go(rows.at(-1));
    else if (event.key === 'ArrowRight') {
      if (row.open === false) turn(node.id, true);
      else if (row.open && rows[at + 1]?.level === row.level + 1) go(rows[at + 1]);
    } else if (event.key === 'ArrowLeft') {
      if (row.open && find === '') turn(node.id, false);
      else go(rows.find((r) => r.node.id === node.parentId));
    } else if (event.key === 'Enter' || (event.key === ' ' && event.timeStamp - typed.current.at > typeAheadMs))
      choose(node);
    else if ([...event.key].length === 1) {
      const text = event.timeStamp - typed.current.at > typeAheadMs ? event.key : typed.current.text + event.key;
      typed.current = { text, at: event.timeStamp };
      // the same letter again goes on to the next; a second letter narrows from the focused row
      const from = text.length === 1 ? at + 1 : at;
      go([...rows.slice(from), ...rows.slice(0, from)].find((r) => beginsWith(r.node.label, text)));
    } else return;
    event.preventDefault();
  };

  return (
    <chakra.div ref={list} role="tree" aria-label={label} onKeyDown={key} css={treeCss}>
      {rows.map(({ node, level, place, siblings, open: isOpen }) => (
        <div
          key={node.id}
          role="treeitem"
          aria-level={level}
          aria-posinset={place}
          aria-setsize={siblings}
          aria-expanded={isOpen ?? undefined}
          aria-selected={node.id === selectedId}
          aria-disabled={forbidden?.has(node.id) || undefined}
          tabIndex={node.id === tabStop ? 0 : -1}
          data-node={node.id}
          data-found={node.hit || (find !== '' && fits(node, find)) || undefined}
          style={{ paddingLeft: 8 + (level - 1) * 16 }}
          onFocus={() => setFocused(node.id)}
          onClick={() => choose(node)}
        >
          <span
            className="turn"
            aria-hidden
            onClick={(e) => {
              e.stopPropagation();
              if (isOpen !== null && find === '') turn(node.id, !isOpen);
            }}
          >
            {isOpen === null ? null : isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
          </span>
          <span className="name" title={node.label}>
            {node.label}
          </span>
          {note?.(node)}
        </div>
      ))}
    </chakra.div>
  );
}

const treeCss = {
  padding: '4px 0',
  '& [role=treeitem]': {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '32px',
    paddingRight: '12px',
    font: '400 13px/18px var(--font)',
    cursor: 'pointer',
  },
  '@media (max-width: 767px)': { '& [role=treeitem]': { minHeight: '44px', fontSize: '14px' } },
  '& [role=treeitem]:hover': { background: 'var(--hover)' },
  '& [role=treeitem][aria-selected=true]': {
    background: 'var(--selected)',
    boxShadow: 'inset 3px 0 var(--accent)',
    fontWeight: 600,
  },
  '& [role=treeitem][aria-disabled]': { color: 'var(--ink-3)', cursor: 'not-allowed' },
  '& [role=treeitem]:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '& [data-found] .name': { color: 'var(--accent)' },
  '& .turn': {
    width: '20px',
    height: '28px',
    display: 'grid',
    placeItems: 'center',
    color: 'var(--ink-3)',
    flexShrink: 0,
  },
  '& .name': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
} as const;
