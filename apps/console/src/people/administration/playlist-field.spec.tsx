import { organizations } from '@headland/contracts/organization';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { PlaylistField, rowsOfPlaylist } from './playlist-field';

function Probe() {
  const [rows, setRows] = useState(
    rowsOfPlaylist([
      { view: 'sos', seconds: 30 },
      { view: 'faults', seconds: 40 },
    ]),
  );
  return <PlaylistField rows={rows} onChange={setRows} error={undefined} />;
}

it('changes the view that is edited, and no other', async () => {
  renderPage(<Probe />, { answers: [answer(organizations.tree, () => [])], at: '/' });
  const seconds = () => screen.getAllByLabelText<HTMLInputElement>(/^Duration/u).map((field) => field.value);
  const type = (at: number, value: string) =>
    fireEvent.change(screen.getAllByLabelText(/^Duration/u)[at] as HTMLElement, { target: { value } });
  await screen.findAllByLabelText(/^Duration/u);
  type(1, '60');
  type(0, '50');
  expect(seconds()).toEqual(['50', '60']);
  fireEvent.click(screen.getByRole('button', { name: /add/iu }));
  type(0, '55');
  expect(seconds()).toEqual(['55', '60', '30']);
});
