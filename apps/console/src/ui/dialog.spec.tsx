import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-page';
import { Button } from './button';
import { Dialog } from './dialog';

const remove = vi.fn();
function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <div data-behind-dialog data-testid="behind">
        <Button onClick={() => setOpen(true)}>Delete</Button>
      </div>
      <Button>Acknowledge</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Delete notice 12?"
        confirm={{ label: 'Delete it', danger: true, onConfirm: remove }}
      >
        <input aria-label="Reason" />
      </Dialog>
    </>
  );
}
async function open() {
  renderPage(<Page />, { answers: [] });
  const button = await screen.findByRole('button', { name: 'Delete' });
  button.focus();
  fireEvent.click(button);
  return { button, dialog: screen.getByRole('dialog', { name: 'Delete notice 12?' }) };
}

describe('a dialog', () => {
  it('names its object and focuses Cancel', async () => {
    await open();
    expect(document.activeElement?.textContent).toBe('Cancel');
  });
  it('makes the page behind inert, but not what must stay within reach', async () => {
    const { button } = await open();
    expect(screen.getByTestId('behind').hasAttribute('inert')).toBe(true);
    expect(screen.getByRole('button', { name: 'Acknowledge' }).closest('[inert]')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByTestId('behind').hasAttribute('inert')).toBe(false);
    expect(document.activeElement).toBe(button);
  });
  it('closes with Escape and does nothing by it; a click beside it loses nothing', async () => {
    const { dialog } = await open();
    fireEvent.click(dialog.parentElement as HTMLElement);
    expect(screen.getByRole('dialog')).toBeDefined();
    // it leaves the candidates of an input method
    fireEvent.keyDown(screen.getByLabelText('Reason'), { key: 'Escape', isComposing: true });
    expect(screen.getByRole('dialog')).toBeDefined();
    fireEvent.keyDown(screen.getByLabelText('Reason'), { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(remove).not.toHaveBeenCalled();
  });
  it('is left by Close where the act is a cancellation itself', async () => {
    renderPage(
      <Dialog open onClose={vi.fn()} title="Cancel the sale?" confirm={{ label: 'Cancel sale', onConfirm: remove }} />,
      { answers: [] },
    );
    const dialog = await screen.findByRole('dialog');
    expect([...dialog.querySelectorAll('button')].map((b) => b.textContent)).toEqual(['Close', 'Cancel sale']);
  });
  it('acts on confirmation', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Delete it' }));
    expect(remove).toHaveBeenCalledTimes(1);
  });
});
