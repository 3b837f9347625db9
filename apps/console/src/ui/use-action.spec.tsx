import { endpoint } from '@headland/contracts/endpoint';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Problem } from '../lib/call';
import { answer } from '../testing/fake-back-end';
import { renderPage } from '../testing/render-page';
import { Button } from './button';
import { useAction } from './use-action';

const stop = endpoint({
  method: 'POST',
  path: '/api/pumps/stop',
  allow: 'member',
  summary: 'For this spec',
  body: z.object({ reason: z.string() }),
  data: z.object({ stopped: z.boolean() }),
});
function Page() {
  const act = useAction(stop);
  return <Button onClick={() => act.run({ body: { reason: 'x' } })}>Stop</Button>;
}
const answers = [
  answer(stop, () => {
    throw new Problem('E0001', {}, { reason: 'field.emoji', day: 'field.req' });
  }),
];

it('says what is refused about a field, since there is no field that would', async () => {
  renderPage(<Page />, { answers });
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  expect((await screen.findByText(/Emoji are not allowed\.$/u)).textContent).not.toContain('required');
});
