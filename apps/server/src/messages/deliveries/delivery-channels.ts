import { downTopic } from '@headland/contracts/device/envelope';
import type { SosDown } from '@headland/contracts/device/down';
import type { Config } from '../../platform/config';
import type { Publisher } from '../../platform/mqtt/publisher';
import { NeverDeliverable, pushTarget, referenceOf, refusedForGood, type DeliveryRow } from './delivery';
import type { Mailer } from './mailer';
import type { WebPush } from './web-push';

/** How a message was sent: to a gateway or broker (sent), or into the product's own mailbox (delivered). */
export type ChannelResult = 'sent' | 'mailbox';

/** The senders by channel. */
export interface Carriers {
  config: Config;
  publisher: Publisher;
  mailer: Mailer;
  webPush: WebPush;
}

const gatewayWithinMs = 10_000;

/** Sends one message over its channel. Throws if that failed; NeverDeliverable if it always will. */
export async function sendByChannel(
  delivery: DeliveryRow,
  { config, publisher, mailer, webPush }: Carriers,
): Promise<ChannelResult> {
  switch (delivery.channel) {
    case 'panel':
      await publisher.publish(
        downTopic(delivery.address, 'sos'),
        JSON.stringify({ sos: delivery.subject_id, status: delivery.text as SosDown['status'] } satisfies SosDown),
      );
      return 'sent';
    case 'sms':
      if (config.SMS_URL === undefined) return inMailbox(delivery, config, 'SMS_URL is not set');
      await post(config.SMS_URL, delivery, { to: delivery.address, text: delivery.text });
      return 'sent';
    case 'email':
      if (!mailer.configured) return inMailbox(delivery, config, 'SMTP_URL is not set');
      await mailer.send(delivery);
      return 'sent';
    case 'app': {
      // without a gateway of its own the app is reached by Web Push, as a browser is
      if (config.APP_PUSH_URL === undefined) return (await webPush.send(delivery)) ? 'sent' : 'mailbox';
      const { id, os } = pushTarget(delivery.address);
      await post(config.APP_PUSH_URL, delivery, {
        customer: String(id),
        ...(os === null ? {} : { os }),
        title: delivery.title,
        text: delivery.text,
      });
      return 'sent';
    }
    case 'push':
      if (await webPush.send(delivery)) return 'sent';
      return inMailbox(delivery, config, 'no browser has received it');
  }
}

/** The mailbox is nobody's phone outside development: an SOS must not look as if it had arrived. */
function inMailbox({ subject }: DeliveryRow, { DEVELOPMENT }: Config, problem: string): ChannelResult {
  if (subject === 'sos' && !DEVELOPMENT) throw new NeverDeliverable(problem);
  return 'mailbox';
}

async function post(url: string, delivery: DeliveryRow, body: object): Promise<void> {
  const reference = referenceOf(delivery);
  const answer = await fetch(url, {
    method: 'POST',
    // followed, it would be a GET without the text, whose 200 says nothing
    redirect: 'manual',
    headers: { 'content-type': 'application/json', 'idempotency-key': reference },
    body: JSON.stringify({ ...body, reference }),
    signal: AbortSignal.timeout(gatewayWithinMs),
  });
  await answer.body?.cancel();
  if (answer.ok) return;
  const problem = `the gateway answered ${answer.status}`;
  if (refusedForGood(answer.status)) throw new NeverDeliverable(problem);
  throw new Error(problem);
}
