import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import webPush from 'web-push';
import type { PushPayload } from '@headland/contracts/notification';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { type DeliveryRow, NeverDeliverable, pushTarget, referenceOf, refusedForGood } from './delivery';
import { isPushService, vapidOf, type Vapid } from './vapid';

interface Browser {
  /** of its row */
  id: number | string;
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

/** Web push to the browsers of a member, or to the app of a customer. One successful browser is enough; expired subscriptions are deleted. */
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
    const browsers = await this.devicesOf(delivery);
    const outcomes = await Promise.all(browsers.map((browser) => this.sendTo(browser, delivery, vapid)));
    if (outcomes.includes('sent')) return true;
    const problems = outcomes.filter((o) => typeof o === 'object');
    const [first] = problems;
    if (first === undefined) return false;
    if (problems.every((p) => p.forGood)) throw new NeverDeliverable(first.problem);
    throw new Error(first.problem);
  }

  /** Of a member the browsers, of a customer the devices that the app has registered and is logged in on. */
  private devicesOf({ channel, address }: DeliveryRow): Promise<Browser[]> {
    const { id, os } = pushTarget(address);
    return channel === 'app'
      ? this.database.query(
          `SELECT d.session_id AS id, d.endpoint, d.p256dh, d.auth FROM app_push_device d JOIN app_session s ON s.id = d.session_id
           WHERE d.customer_id = $1 AND d.endpoint IS NOT NULL AND s.ended_at IS NULL AND ($2::text IS NULL OR d.os = $2) ORDER BY d.registered_at`,
          [id, os],
        )
      : this.database.query(
          `SELECT id, endpoint, p256dh, auth FROM push_subscription WHERE user_id = $1 AND ($2::text IS NULL OR agent ~* $2) ORDER BY id`,
          [id, os === null ? null : os === 'ios' ? '(iphone|ipad|ipod)' : os],
        );
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
      return await this.judge(browser, answer.status, delivery.channel);
    } catch (error) {
      return { problem: `the push service: ${(error as Error).message}`, forGood: false };
    }
  }

  private async judge({ id }: Browser, status: number, channel: DeliveryRow['channel']): Promise<Outcome> {
    if (status === 404 || status === 410) {
      await this.database.query(
        channel === 'app'
          ? 'DELETE FROM app_push_device WHERE session_id = $1'
          : 'DELETE FROM push_subscription WHERE id = $1',
        [id],
      );
      return 'gone';
    }
    if (status < 200 || status >= 300)
      return { problem: `the push service answered ${status}`, forGood: refusedForGood(status) };
    if (channel !== 'app')
      await this.database.query('UPDATE push_subscription SET last_used_at = $2 WHERE id = $1', [id, this.now()]);
    return 'sent';
  }
}

const links: Record<DeliveryRow['subject'], (id: number, channel: DeliveryRow['channel']) => string> = {
  sos: (id) => `/sos?id=${id}`,
  fault: (id) => `/breakdown?id=${id}`,
  consumable: (id) => `/expendableDetail/${id}`,
  transfer: (id) => `/ownerTransfer?id=${id}`,
  customer: (id) => `/customerDetail/${id}`,
  account: () => '/dash?panel=notifications',
  // to browsers go those of field managers: from the page one comes to their list, not to the customers'
  notice: (id, channel) => `/noticeDetailApp/${id}${channel === 'push' ? '?target=fieldManager' : ''}`,
};

const payloadOf = (delivery: DeliveryRow): PushPayload => ({
  title: delivery.title ?? 'Headland',
  body: delivery.text.slice(0, maxLength),
  link: links[delivery.subject](delivery.subject_id, delivery.channel),
  tag: referenceOf(delivery),
  kind: delivery.subject,
});
