import { ChakraProvider } from '@chakra-ui/react';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { IconButton } from './button';
import { system } from './theme';

const two = (press = vi.fn()) => {
  render(
    <ChakraProvider value={system}>
      <IconButton label="Bell" icon={null} onClick={press} />
      <IconButton label="Sound" icon={null} />
    </ChakraProvider>,
  );
  return press;
};
const bell = () => screen.getByRole('button', { name: 'Bell' });

describe('a tooltip', () => {
  it('comes when one stays on the element, describes it, and goes with the pointer', async () => {
    two();
    fireEvent.pointerEnter(bell(), { pointerType: 'mouse' });
    expect(screen.queryByRole('tooltip')).toBeNull();
    const tooltip = await screen.findByRole('tooltip');
    expect(tooltip.textContent).toBe('Bell');
    expect(bell().getAttribute('aria-describedby')).toBe(tooltip.id);
    fireEvent.pointerLeave(bell());
    await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    expect(bell().hasAttribute('aria-describedby')).toBe(false);
  });

  it('is one at a time, and the next opens without delay', async () => {
    two();
    fireEvent.pointerEnter(bell(), { pointerType: 'mouse' });
    await screen.findByRole('tooltip');
    fireEvent.pointerEnter(screen.getByRole('button', { name: 'Sound' }), { pointerType: 'mouse' });
    await vi.waitFor(() => expect(screen.getByRole('tooltip').textContent).toBe('Sound'), { timeout: 300 });
  });

  it('does not come by touch, and a press closes it and does what the button does', async () => {
    const press = two();
    fireEvent.pointerEnter(bell(), { pointerType: 'mouse' });
    await screen.findByRole('tooltip');
    await userEvent.click(bell());
    expect(press).toHaveBeenCalledOnce();
    expect(screen.queryByRole('tooltip')).toBeNull();
    fireEvent.pointerEnter(bell(), { pointerType: 'touch' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('goes with Escape, which nothing else hears', async () => {
    two();
    const heard = vi.fn();
    window.addEventListener('keydown', heard);
    fireEvent.pointerEnter(bell(), { pointerType: 'mouse' });
    await screen.findByRole('tooltip');
    fireEvent.keyDown(bell(), { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).toBeNull();
    expect(heard).not.toHaveBeenCalled();
    window.removeEventListener('keydown', heard);
  });
});
