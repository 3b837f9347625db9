import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { LaterMenu } from './later-menu';
import { system } from './theme';

it('a menu whose kit is still on its way keeps the press and the focus', async () => {
  const chosen = vi.fn();
  render(
    <ChakraProvider value={system}>
      <LaterMenu trigger={<button type="button">Language</button>}>
        {({ MenuItem }) => (
          <MenuItem value="en" onSelect={chosen}>
            English
          </MenuItem>
        )}
      </LaterMenu>
    </ChakraProvider>,
  );
  const first = screen.getByRole('button', { name: 'Language' });
  first.focus();
  const focused: unknown[] = [];
  document.addEventListener('focusin', ({ target }) => focused.push(target));
  first.click();
  await vi.waitFor(() => expect(first.isConnected).toBe(false));
  expect(focused[0]).toBe(screen.getByRole('button', { name: 'Language', hidden: true }));
  const item = await screen.findByRole('menuitem', { name: 'English' });
  await userEvent.click(item);
  expect(chosen).toHaveBeenCalledOnce();
});
