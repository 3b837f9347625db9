import { ChakraProvider } from '@chakra-ui/react';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { TextProvider } from '../lib/i18n';
import { FindField, type Hit } from './find-field';
import { system } from './theme';

const all: Hit[] = ['HDLT-1', 'HDLT-2', 'HEXA-3'].map((label, i) => ({ id: String(i + 1), label, note: 'HL 6' }));

function Probe({ busy = false }: { busy?: boolean }) {
  const [value, setValue] = useState('');
  const [shown, setShown] = useState('');
  const [text, setText] = useState('');
  return (
    <FindField
      label="Vehicle"
      busy={busy}
      value={value}
      shown={shown}
      hits={all.filter((h) => h.label.includes(text.toUpperCase()))}
      onFind={setText}
      onChange={(id, hit) => {
        setValue(id);
        setShown(hit?.label ?? '');
      }}
    />
  );
}
const open = (busy = false, onSubmit = () => undefined) => {
  render(
    <ChakraProvider value={system}>
      <TextProvider language="en">
        <form onSubmit={onSubmit}>
          <Probe busy={busy} />
        </form>
      </TextProvider>
    </ChakraProvider>,
  );
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Vehicle' });
};

it('searches what is typed and selects with the keyboard', () => {
  const field = open();
  fireEvent.focus(field);
  expect(screen.getAllByRole('option')).toHaveLength(3);
  fireEvent.change(field, { target: { value: 'hdlt' } });
  expect(screen.getAllByRole('option').map((x) => x.getAttribute('aria-selected'))).toEqual(['true', 'false']);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field.value).toBe('HDLT-2');
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('chooses nothing with the key that ends a Korean syllable', () => {
  const field = open();
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: 'hdlt' } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(screen.getAllByRole('option')).toHaveLength(2);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field.value).toBe('HDLT-1');
});

it('keeps what it had when the search is left', () => {
  const field = open();
  fireEvent.click(field);
  fireEvent.click(screen.getByText('HEXA-3'));
  fireEvent.click(field);
  fireEvent.change(field, { target: { value: 'nothing such' } });
  expect(screen.getByText('No results.')).toBeDefined();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(field.value).toBe('HEXA-3');
});

it('is emptied with its cross', () => {
  const field = open();
  fireEvent.click(field);
  fireEvent.click(screen.getByText('HDLT-1'));
  fireEvent.click(screen.getByRole('button', { name: 'Clear Vehicle' }));
  expect(field.value).toBe('');
  expect(screen.queryByRole('button', { name: 'Clear Vehicle' })).toBeNull();
});

it('takes no hit of an older search with Enter, and never sends the form', async () => {
  let sent = 0;
  const field = open(true, () => void sent++);
  const user = userEvent.setup();
  await user.click(field);
  await user.keyboard('hdlt{Enter}');
  expect(field.value, 'the answer to it is not there').toBe('hdlt');
  await user.clear(field);
  await user.keyboard('nothing such{Enter}');
  expect(sent).toBe(0);
});
