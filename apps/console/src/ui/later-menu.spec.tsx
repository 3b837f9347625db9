import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { system } from './theme';

it('a menu whose kit is still on its way keeps the press and the focus', async () => {
  // the specs of a worker share their modules: another one may have loaded the kit
  vi.resetModules();
  const { LaterMenu } = await import('./later-menu');
  render(
    <ChakraProvider value={system}>
      <LaterMenu trigger={<button type="button">Language</button>}>
        {({ MenuItem }) => (
          <MenuItem value="en" onSelect={() => undefined}>
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
  expect(await screen.findByRole('menuitem', { name: 'English' })).toBeDefined();
});
