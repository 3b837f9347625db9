import { fireEvent, render, screen } from '@testing-library/react';
import { ChakraProvider } from '@chakra-ui/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { system } from './theme';
import { Tree } from './tree';
import { ancestorsOf, beginsWith, branchOf, rowsOf, shapeOf } from './tree-shape';

const nodes = [
  { id: 1, parentId: null, label: '본사' },
  { id: 10, parentId: 1, label: '전북지역본부' },
  { id: 101, parentId: 10, label: '정읍대리점', keywords: 'JE101' },
  { id: 102, parentId: 10, label: '김제대리점', keywords: 'GJ102' },
  { id: 20, parentId: 1, label: 'Jeonnam region' },
  { id: 201, parentId: 20, label: 'Naju agency', keywords: 'NJ201' },
];
const shape = shapeOf(nodes);
const labels = (open: number[], find = '') =>
  rowsOf(shape, new Set(open), find).map((r) => `${'>'.repeat(r.level)}${r.node.label}`);

describe('the shape of a tree', () => {
  it('shows what is open, and the position of each row', () => {
    expect(labels([1])).toEqual(['>본사', '>>전북지역본부', '>>Jeonnam region']);
    expect(rowsOf(shape, new Set([1, 10])).map((r) => [r.node.id, r.place, r.siblings, r.open])).toEqual([
      [1, 1, 1, true],
      [10, 1, 2, true],
      [101, 1, 2, null],
      [102, 2, 2, null],
      [20, 2, 2, false],
    ]);
  });
  it('finds by name or code, in any case, with the way to it', () => {
    expect(labels([], 'nj2')).toEqual(['>본사', '>>Jeonnam region', '>>>Naju agency']);
    expect(labels([], '대리점')).toEqual(['>본사', '>>전북지역본부', '>>>정읍대리점', '>>>김제대리점']);
    expect(labels([], 'nowhere')).toEqual([]);
  });
  it('treats a node whose parent is out of scope as a root', () => {
    expect(rowsOf(shapeOf(nodes.slice(1)), new Set()).map((r) => r.node.id)).toEqual([10, 20]);
  });
  it('knows the way up and all below', () => {
    expect(ancestorsOf(shape, 101)).toEqual([10, 1]);
    expect([...branchOf(shape, 10)]).toEqual([10, 101, 102]);
  });
  it.each([
    ['정읍대리점', 'ㅈ', true],
    ['정읍대리점', 'ㅈㅇ', true],
    ['정읍대리점', 'ㄱ', false],
    ['정읍대리점', '정읍', true],
    ['Naju agency', 'na', true],
    ['Naju agency', 'ju', false],
  ])('%s begins with %s: %s', (label, typed, does) => expect(beginsWith(label, typed)).toBe(does));
});

describe('a tree', () => {
  const focused = () => document.activeElement?.textContent;
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  const names = () => screen.getAllByRole('treeitem').map((e) => e.textContent);
  let chosen: number[];
  function Page({ forbidden }: { forbidden?: Set<number> }) {
    const [id, setId] = useState<number | null>(null);
    return (
      <ChakraProvider value={system}>
        <Tree
          label="Organizations"
          nodes={nodes}
          selectedId={id}
          onSelect={(n) => {
            setId(n.id);
            chosen.push(n.id);
          }}
          {...(forbidden ? { forbidden } : {})}
        />
      </ChakraProvider>
    );
  }
  beforeEach(() => {
    chosen = [];
  });

  it('is walked with the keyboard: one tab stop, arrows, ends, letters, Enter', () => {
    render(<Page />);
    expect(screen.getAllByRole('treeitem').filter((e) => e.tabIndex === 0)).toHaveLength(1);
    screen.getByRole('treeitem', { name: '본사' }).focus();
    press('ArrowDown');
    expect(focused()).toBe('전북지역본부');
    press('ArrowRight');
    expect(names()).toContain('정읍대리점');
    press('ArrowRight');
    expect(focused()).toBe('정읍대리점');
    press('ArrowLeft');
    expect(focused()).toBe('전북지역본부');
    press('ArrowLeft');
    expect(names()).not.toContain('정읍대리점');
    press('End');
    expect(focused()).toBe('Jeonnam region');
    press('Home');
    expect(focused()).toBe('본사');
    press('j');
    expect(focused()).toBe('Jeonnam region');
    press('Enter');
    expect(chosen).toEqual([20]);
    expect(screen.getByRole('treeitem', { selected: true }).textContent).toBe('Jeonnam region');
  });
  it('gives a screen reader the position of each row', () => {
    render(<Page />);
    const row = screen.getByRole('treeitem', { name: 'Jeonnam region' });
    expect(['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'].map((a) => row.getAttribute(a))).toEqual([
      '2',
      '2',
      '2',
      'false',
    ]);
  });
  it('does not let a forbidden node be chosen', () => {
    render(<Page forbidden={new Set([20])} />);
    fireEvent.click(screen.getByRole('treeitem', { name: 'Jeonnam region' }));
    expect(chosen).toEqual([]);
    fireEvent.click(screen.getByRole('treeitem', { name: '전북지역본부' }));
    expect(chosen).toEqual([10]);
  });
});
