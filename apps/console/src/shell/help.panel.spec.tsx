import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../testing/render-page';
import { HelpButton } from '../ui/help-button';
import { PanelHost } from './panel-host';

const show = (at: string, language: 'ko' | 'en' = 'en', as?: { groupType: string; role: 'STAFF' }) =>
  renderPage(
    <>
      <HelpButton />
      <PanelHost />
    </>,
    { answers: [], at, language, ...(as && { as }) },
  );

describe('the help of a screen', () => {
  it('opens beside it from the button of its head: what it is for, tasks, states and keys', async () => {
    const { router } = show('/sos');
    fireEvent.click(await screen.findByRole('button', { name: 'Help' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Help · SOS calls' }));
    expect(await panel.findByText(/dispatch help and record the outcome/u)).toBeTruthy();
    expect(panel.getByRole('heading', { name: 'Dispatch help' })).toBeTruthy();
    expect(panel.getByText('Raised').tagName).not.toBe('B');
    expect(panel.getByText('show the SOS on the map')).toBeTruthy();
    expect(router.state.location.search).toMatchObject({ panel: 'help' });
  });

  it('shows the words of the screen as they are on its buttons', async () => {
    show('/breakdown?panel=help', 'ko');
    const panel = within(await screen.findByRole('dialog', { name: '도움말 · 고장 신고' }));
    expect((await panel.findAllByText('한 대리점에 접수')).map((e) => e.tagName)).toContain('B');
  });

  it('opens a topic of another screen', async () => {
    show('/dash?panel=help&topic=%2FreProgramDetail%2F%24number~0');
    const panel = within(await screen.findByRole('dialog', { name: 'Help · Reprogramming details' }));
    expect(await panel.findByRole('heading', { name: 'Program a controller' })).toBeTruthy();
  });

  it('finds a task of any screen by its everyday name, and closes to the screen behind it', async () => {
    const { router } = show('/dash?panel=help', 'ko');
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: '펌웨어 업데이트' } });
    fireEvent.click(await screen.findByRole('link', { name: /한 대 리프로그램하기/u }));
    const panel = within(await screen.findByRole('dialog', { name: '도움말 · 리프로그램' }));
    expect(await panel.findByRole('heading', { name: '한 대 리프로그램하기' })).toBeTruthy();
    expect(screen.queryByRole('searchbox', { name: '무엇을 하려고 하나요?' })).toHaveProperty('value', '');
    fireEvent.click(panel.getByRole('button', { name: '닫기' }));
    await waitFor(() => expect(router.state.location.href).toBe('/dash'));
  });

  it('finds nothing of a screen that the member may not see', async () => {
    show('/dash?panel=help', 'en', { groupType: 'DEALER', role: 'STAFF' });
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'kiosk' } });
    expect(await screen.findByText('No topic found')).toBeTruthy();
  });
});
