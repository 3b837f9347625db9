import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../testing/render-page';
import { dismissAll, toast } from './toast';

it('keeps a failure until it is closed, or the session of whom it was shown to ends', async () => {
  renderPage(<p>page</p>, { answers: [] });
  await screen.findByText('page');
  act(() => toast('kim@korea.kr was not reached', 'now'));
  expect(screen.getByText('kim@korea.kr was not reached')).toBeDefined();
  act(() => dismissAll());
  expect(screen.queryByText('kim@korea.kr was not reached')).toBeNull();
});
