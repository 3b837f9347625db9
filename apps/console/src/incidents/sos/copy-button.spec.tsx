import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page';
import { CopyButton } from './copy-button';

const clipboard = (value: unknown): void =>
  void Object.defineProperty(navigator, 'clipboard', { configurable: true, value });
afterEach(() => clipboard(undefined));
const copy = async (): Promise<void> => {
  renderPage(<CopyButton text="HDLT6A11NSK007" />, { answers: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'Copy' }));
};

it('copies, and says so', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  clipboard({ writeText });
  await copy();
  expect(await screen.findByText('Copied')).toBeTruthy();
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('HDLT6A11NSK007'));
});

it.each([
  ['has no clipboard', undefined],
  ['refuses', { writeText: () => Promise.reject(new Error('not allowed')) }],
])('says that nothing was copied where the browser %s', async (_, value) => {
  clipboard(value);
  await copy();
  expect(await screen.findByText(/^Not copied\./u)).toBeTruthy();
  expect(screen.queryByText('Copied')).toBeNull();
});
