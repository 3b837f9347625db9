import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { Language } from '@headland/i18n/messages';
import { Api, type Person } from './api';
import { productUrl } from './product';
import { pattern, type Translate, translateTo } from './translate';

export interface DeskOptions {
  language?: Language;
  theme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
  hasTouch?: boolean;
  colorScheme?: 'light' | 'dark';
  isMobile?: boolean;
  reducedMotion?: 'reduce';
  forcedColors?: 'active';
  timezoneId?: string;
  /** blocked unless a journey is about it: what it keeps would hide from a journey what the server says */
  serviceWorkers?: 'allow';
  /** another way to the product (world/front.ts) */
  baseURL?: string;
}

/** A browser and its user. */
export class Desk {
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly t: Translate,
  ) {}

  /** A browser that is not logged in: it opens the login page. */
  static async empty(browser: Browser, options: DeskOptions = {}): Promise<Desk> {
    return Desk.with(browser, options, {});
  }

  /** A browser that is logged in: the session of the login endpoint is stored as the login page would. */
  static async of(browser: Browser, who: string | Person, options: DeskOptions = {}): Promise<Desk> {
    const { login } = await Api.as(who);
    const { accessToken, refreshToken, id, name } = login;
    return Desk.with(browser, options, { session: { accessToken, refreshToken, id, name } });
  }

  private static async with(
    browser: Browser,
    { language = 'ko', theme = 'light', ...options }: DeskOptions,
    kept: object,
  ): Promise<Desk> {
    const store = { name: storeKey, value: JSON.stringify({ language, theme, ...kept }) };
    const origin = options.baseURL ?? productUrl();
    const context = await browser.newContext({
      serviceWorkers: 'block',
      ...options,
      baseURL: origin,
      storageState: { cookies: [], origins: [{ origin, localStorage: [store] }] },
    });
    await context.addInitScript(listenForLoops);
    await context.addInitScript(listenForToasts);
    return new Desk(context, await context.newPage(), translateTo(language));
  }

  /** Opens a screen and waits until it is loaded and its stream is connected. */
  async open(path: string): Promise<this> {
    await this.page.goto(path);
    await this.isLive();
    return this;
  }

  async isLive(): Promise<void> {
    await expect(this.liveState).toContainText(this.t('live.live'));
  }

  get liveState(): Locator {
    return this.page.getByRole('banner').getByRole('status');
  }
  get sosBar(): Locator {
    return this.page.getByRole('region', { name: this.t('sosBar.label'), exact: true });
  }
  get menu(): Locator {
    return this.page.getByRole('navigation', { name: this.t('shell.menu') });
  }
  /** the panel beside a list */
  get panel(): Locator {
    return this.page.getByRole('complementary');
  }
  /** a dialog, or a panel of the shell, by its title */
  dialog(title: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name: title });
  }
  /** a part of a screen under its heading */
  section(title: string): Locator {
    return this.page.locator('section').filter({ has: this.page.getByRole('heading', { name: title, exact: true }) });
  }
  /** Waits for a toast, also one that has gone: it stays for five seconds, and a busy machine may not look within them. Each is found once. */
  async toasted(text: string | RegExp): Promise<void> {
    const { source, flags } = typeof text === 'string' ? pattern(text) : text;
    const isFound = (): Promise<boolean> =>
      this.page
        .evaluate(
          ([source = '', flags]) => {
            const { toasted } = window as unknown as Toasted;
            const at = toasted.findIndex((shown) => new RegExp(source, flags).test(shown));
            if (at >= 0) toasted.splice(at, 1);
            return at >= 0;
          },
          [source, flags],
        )
        // a page that is being loaded answers nothing
        .catch(() => false);
    await expect.poll(isFound, { message: `toast: ${text}` }).toBe(true);
  }

  /** Clicks the page, so that the browser permits sound. */
  async letSound(): Promise<void> {
    const button = this.page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`${this.t('shell.soundOff')}|${this.t('shell.soundTest')}`, 'u') });
    await button.click();
    await expect(this.page.getByRole('button', { name: this.t('shell.soundTest') })).toBeVisible();
  }

  /** Chooses an organization in a tree field by its search. */
  async chooseOrganization(within: Locator, label: string, name: string): Promise<void> {
    await within.getByRole('button', { name: label }).click();
    const find = this.page.getByRole('textbox', { name: this.t('tree.findName') });
    await find.fill(name);
    await find.press('Enter');
    await expect(within.getByRole('button', { name: label })).toContainText(name);
  }

  async chooseLanguage(name: '한국어' | 'English'): Promise<void> {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: /^(한국어|English)$/u })
      .click();
    await this.page.getByRole('menuitem', { name }).click();
  }

  /** Whether the alarm sounds: a looped source that plays in a running AudioContext. */
  rings = (): Promise<boolean> =>
    this.page.evaluate(
      () => (window as unknown as Loops).loops?.some((loop) => loop.context.state === 'running') ?? false,
    );

  store = (): Promise<Record<string, unknown>> =>
    this.page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>, storeKey);
}

export const storeKey = 'vuexStore';

interface Loops {
  loops?: AudioBufferSourceNode[];
}
/** Runs before the scripts of the page: records the looped sources that were started and not stopped. */
function listenForLoops(): void {
  const page = window as unknown as Loops;
  const loops: AudioBufferSourceNode[] = (page.loops = []);
  const { start, stop } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...when) {
    if (this.loop) loops.push(this);
    return start.apply(this, when);
  };
  AudioBufferSourceNode.prototype.stop = function (...when) {
    loops.splice(0, loops.length, ...loops.filter((other) => other !== this));
    return stop.apply(this, when);
  };
}

interface Toasted {
  toasted: string[];
}
/** Runs before the scripts of the page: records the toasts of this document. */
function listenForToasts(): void {
  const toasted: string[] = ((window as unknown as Toasted).toasted = []);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if ((target as Element).matches?.('[role=status][aria-live=polite]'))
        for (const node of addedNodes) toasted.push(node.textContent ?? '');
  }).observe(document, { childList: true, subtree: true });
}
