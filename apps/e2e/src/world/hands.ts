import { expect, type Locator, type Page } from '@playwright/test';

const most = 150;

/** A person with a keyboard and no mouse, who counts what is done: a key, or a field that is reached and filled. */
export class Hands {
  acts = 0;

  constructor(private readonly page: Page) {}

  /** Presses a key where the focus is. */
  async key(key: string): Promise<void> {
    this.acts++;
    await this.page.keyboard.press(key);
  }

  /** Reaches something with Tab and presses a key on it: one act. */
  async press(target: Locator, key: string): Promise<void> {
    await this.reach(target);
    await this.key(key);
  }

  /** Types into the field that has the focus, or into one that is reached with Tab: one act. */
  async type(text: string, field?: Locator): Promise<void> {
    if (field) await this.reach(field);
    this.acts++;
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  /** With Tab; within a group of options or rows the arrows are tried as well. */
  async reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let i = 0; i < most; i++) {
      if (await target.evaluate((e) => e === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${target}`);
  }

  /** After an act the focus is on something of the page: not lost, where Tab would begin at the top again. */
  async isOnThePage(): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(() => document.activeElement?.tagName ?? 'BODY'), {
        message: 'where the focus is',
      })
      .not.toBe('BODY');
  }
}
