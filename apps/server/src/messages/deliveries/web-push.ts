import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import webPush from 'web-push';
import type { PushPayload } from '@headland/contracts/notification';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { type DeliveryRow, NeverDeliverable, referenceOf, refusedForGood } from './delivery';
import { isPushService, vapidOf, type Vapid } from './vapid';

interface Browser {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}
type Outcome = 'sent' | 'gone' | { problem: string; forGood: boolean };

const withinMs = 10_000;
/**
 * How long a push service keeps it for an offline browser: an hour later an SOS has been handled, or is in the
 * notification centre.
 */
const sosKeepSeconds = 3_600;
const keepSeconds = 86_400;
/** What fits into one push besides its title and link. */
const maxLength = 800;

/** Web push to the browsers of a member. One successful browser is enough; expired subscriptions are deleted. */
@Injectable()
export class WebPush {
  private readonly vapid: Vapid | null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    this.vapid = vapidOf(config);
  }

  /** False: no browser accepted it. */
  async send(delivery: DeliveryRow): Promise<boolean> {
    const { vapid } = this;
    if (vapid === null) return false;
    const browsers = await this.database.query<Browser[]>(
      'SELECT id, endpoint, p256dh, auth FROM push_subscription WHERE user_id = $1 ORDER BY id',
      [Number(delivery.address)],
    );
    const outcomes = await Promise.all(browsers.map((browser) => this.sendTo(browser, delivery, vapid)));
    if (outcomes.includes('sent')) return true;
    const problems = outcomes.filter((o) => typeof o === 'object');
    const [first] = problems;
    if (first === undefined) return false;
    if (problems.every((p) => p.forGood)) throw new NeverDeliverable(first.problem);
    throw new Error(first.problem);
  }

  private async sendTo(browser: Browser, delivery: DeliveryRow, vapidDetails: Vapid): Promise<Outcome> {
    if (!isPushService(browser.endpoint, this.config))
      return { problem: `${new URL(browser.endpoint).hostname} is no push service`, forGood: true };
    const { subject } = delivery;
    const { endpoint, p256dh, auth } = browser;
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payloadOf(delivery)),
      {
        vapidDetails,
        TTL: subject === 'sos' ? sosKeepSeconds : keepSeconds,
        urgency: subject === 'sos' ? 'high' : 'normal',
      },
    );
    // fetch sets the content length itself
    const { 'Content-Length': _, ...rest } = headers as Record<string, string | number>;
    try {
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
        body: new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.timeout(withinMs),
      });
      await answer.body?.cancel();
      return await this.judge(browser, answer.status);
    } catch (error) {
      return { problem: `the push service: ${(error as Error).message}`, forGood: false };
    }
  }

  private async judge({ id }: Browser, status: number): Promise<Outcome> {
    if (status === 404 || status === 410) {
      await this.database.query('DELETE FROM push_subscription WHERE id = $1', [id]);
      return 'gone';
    }
    if (status < 200 || status >= 300)
      return { problem: `the push service answered ${status}`, forGood: refusedForGood(status) };
    await this.database.query('UPDATE push_subscription SET last_used_at = $2 WHERE id = $1', [id, this.now()]);
    return 'sent';
  }
}

const links: Record<DeliveryRow['subject'], (id: number) => string> = {
  sos: (id) => `/sos?id=${id}`,
  fault: (id) => `/breakdown?id=${id}`,
  consumable: (id) => `/expendableDetail/${id}`,
  transfer: (id) => `/ownerTransfer?id=${id}`,
  customer: (id) => `/customerDetail/${id}`,
  account: () => '/dash?panel=notifications',
};

const payloadOf = (delivery: DeliveryRow): PushPayload => ({
  title: delivery.title ?? 'Headland',
  body: delivery.text.slice(0, maxLength),
  link: links[delivery.subject](delivery.subject_id),
  tag: referenceOf(delivery),
  kind: delivery.subject,
});
