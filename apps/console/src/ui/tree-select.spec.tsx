import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../testing/render-page';
import { TreeSelect } from './tree-select';

const nodes = [
  { id: 1, parentId: null, label: 'Head office' },
  { id: 10, parentId: 1, label: 'Jeonbuk' },
  { id: 101, parentId: 10, label: 'Jeongeup agency', keywords: 'JE101' },
];
function Field({ forbidden }: { forbidden?: Set<number> }) {
  const [value, setValue] = useState('');
  return (
    <TreeSelect
      label="Organization"
      nodes={nodes}
      value={value}
      onChange={setValue}
      error={value === '' ? 'field.req' : undefined}
      {...(forbidden ? { forbidden } : {})}
    />
  );
}
const open = async (forbidden?: Set<number>) => {
  renderPage(<Field {...(forbidden ? { forbidden } : {})} />, { answers: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'Organization Choose' }));
  return within(await screen.findByRole('dialog', { name: 'Organization' }));
};

describe('a field that chooses from a tree', () => {
  it('selects the only result of a search by code, announces it, and closes', async () => {
    const tree = await open();
    const find = tree.getByRole('textbox');
    fireEvent.change(find, { target: { value: 'je1' } });
    // Enter or Esc that ends the composition of a Korean syllable
    fireEvent.keyDown(find, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(find, { key: 'Escape', isComposing: true });
    expect(screen.getByRole('dialog', { name: 'Organization' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Organization Jeongeup agency', hidden: true })).toBeNull();
    fireEvent.keyDown(find, { key: 'Enter' });
    expect(await screen.findByRole('button', { name: 'Organization Jeongeup agency' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('Organization is required.')).toBeNull();
  });
  it('is walked with the arrows', async () => {
    const tree = await open();
    fireEvent.keyDown(tree.getByRole('textbox'), { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('Head office');
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
    fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' });
    expect(await screen.findByRole('button', { name: 'Organization Jeonbuk' })).toBeTruthy();
  });
  it('does not take a forbidden one, and shows when nothing fits', async () => {
    const tree = await open(new Set([101]));
    const find = tree.getByRole('textbox');
    fireEvent.change(find, { target: { value: 'je1' } });
    fireEvent.keyDown(find, { key: 'Enter' });
    expect(screen.getByRole('treeitem', { name: 'Jeongeup agency' }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(find, { target: { value: 'nowhere' } });
    expect(tree.getByText('No results.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Organization Choose' })).toBeTruthy();
  });
});
