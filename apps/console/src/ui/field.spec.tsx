import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '../testing/render-page';
import { TextArea } from './field';

function Memo() {
  const [value, setValue] = useState('');
  return <TextArea label="Memo" maxLength={1500} value={value} onChange={setValue} />;
}

it('says that a text has reached its length, of which the browser cuts the rest without a word', async () => {
  renderPage(<Memo />, { answers: [] });
  const memo = await screen.findByLabelText<HTMLTextAreaElement>('Memo');
  await userEvent.click(memo);
  await userEvent.paste('a'.repeat(1499));
  expect(screen.queryByText(/Maximum length/u)).toBeNull();
  await userEvent.paste('and much more');
  expect(memo.value).toHaveLength(1500);
  expect(screen.getByText('Maximum length (1,500 characters). Anything longer is cut off.')).toBeTruthy();
});
