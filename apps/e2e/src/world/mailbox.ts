import { expect, type Locator, type Page } from '@playwright/test';
import { mailbox, type Mail } from '@headland/contracts/mailbox';
import type { z } from 'zod';
import { ask } from './api';
import type { Desk } from './desk';

type Message = z.output<typeof Mail>;

/** The mailbox page of a development start, in a tab of its own. It shows new messages, newest first. */
export class MailboxTab {
  private constructor(
    readonly page: Page,
    private readonly label: string,
  ) {}

  static async open({ context, t }: Desk): Promise<MailboxTab> {
    const page = await context.newPage();
    await page.goto('/mailbox');
    return new MailboxTab(page, t('mailbox.title'));
  }

  /** Messages to an address or a phone that contain a text. */
  messages = (to: string, text: string | RegExp): Locator =>
    this.page
      .getByRole('list', { name: this.label })
      .getByRole('listitem')
      .filter({ hasText: to })
      .filter({ hasText: text });

  /** The newest code to a phone, once it has `n` messages. */
  async code(phone: string, n = 1): Promise<string> {
    const codes = this.messages(phone, sixDigits);
    await expect(codes).toHaveCount(n);
    return sixDigits.exec(await codes.first().innerText())?.[0] ?? '';
  }
}
const sixDigits = /(?<![\d-])\d{6}(?!\d)/u;

/** The same by the API: the messages to an address, once one fits. */
export async function mailTo(address: string, fits: (message: Message) => boolean = () => true): Promise<Message> {
  let found: Message | undefined;
  await expect
    .poll(
      async () => {
        found = (await ask(mailbox.list)).find((m) => m.address === address && fits(m));
        return found !== undefined;
      },
      { message: `a message to ${address}` },
    )
    .toBe(true);
  return found as Message;
}

/** The password is on a line of its own, in either language. */
export const passwordIn = (text: string): string => /\n\n(\S{8,20})\n\n/u.exec(text)?.[1] ?? '';
export const linkIn = (text: string): string => /https?:\/\/\S+/u.exec(text)?.[0] ?? '';
