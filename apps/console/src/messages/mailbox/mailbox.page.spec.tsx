import { mailbox } from '@headland/contracts/mailbox';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aConfig } from '../../testing/sms';
import { MailboxPage } from './mailbox.page';

const mail = (id: number, more: object) => ({
  id,
  at: '2026-11-20T05:00:00Z',
  channel: 'sms' as const,
  to: 'Kim',
  address: '010-5555-1234',
  title: null,
  text: 'code 123456',
  ...more,
});
let mails: ReturnType<typeof mail>[];
beforeEach(() => {
  mails = [
    mail(2, {
      channel: 'email',
      address: 'kim@korea.kr',
      title: '[Headland] Sign up',
      text: 'Hello,\nhttps://headland.example/join?token=abc-1.\n<b>not bold</b> javascript:alert(1)',
    }),
    mail(1, {}),
  ];
});
const open = (development = true) =>
  renderPage(<MailboxPage />, {
    at: '/mailbox',
    answers: [aConfig({ development }), answer(mailbox.list, () => mails)],
  });

it('shows what went out, newest first, with links that can be pressed and nothing else that can', async () => {
  open();
  const [first, second] = within(await screen.findByRole('list', { name: 'Development mailbox' })).getAllByRole(
    'listitem',
  );
  expect(first?.textContent).toContain('Kim · kim@korea.kr');
  expect(within(first as HTMLElement).getByRole('heading').textContent).toBe('[Headland] Sign up');
  const links = within(first as HTMLElement).getAllByRole('link');
  expect(links.map((a) => a.getAttribute('href'))).toEqual(['https://headland.example/join?token=abc-1']);
  expect(first?.textContent).toContain('<b>not bold</b> javascript:alert(1)');
  expect(second?.textContent).toContain('SMS');
});
it('shows a new message by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open();
  await screen.findByText('code 123456');
  mails = [mail(3, { text: 'code 654321' }), ...mails];
  await vi.advanceTimersByTimeAsync(3_100);
  expect(await screen.findByText('code 654321')).toBeDefined();
  vi.useRealTimers();
});
it('shows when there is nothing yet', async () => {
  mails = [];
  open();
  expect(await screen.findByText('No messages sent yet')).toBeDefined();
});
it('is no page of a production start', async () => {
  open(false);
  expect(await screen.findByText('Page not found')).toBeDefined();
});
