import { downTopic } from '@headland/contracts/device/envelope';
import type { SosDown } from '@headland/contracts/device/down';
import type { Config } from '../platform/config';
import type { Publisher } from '../platform/mqtt/publisher';
import type { DeliveryRow } from './delivery';

/** How a message left: to a gateway or broker (sent), or into the mailbox of the product itself (delivered). */
export type HandedOver = 'sent' | 'mailbox';

/** Trying again changes nothing: a number that the gateway refuses. */
export class NeverDeliverable extends Error {}

const gatewayWithinMs = 10_000;

/** Gives one message to whatever carries its channel. Throws when that did not take it. */
export async function handOver(delivery: DeliveryRow, config: Config, publisher: Publisher): Promise<HandedOver> {
  switch (delivery.channel) {
    case 'panel':
      await publisher.publish(
        downTopic(delivery.address, 'sos'),
        JSON.stringify({ sos: delivery.subject_id, status: delivery.text as SosDown['status'] } satisfies SosDown),
      );
      return 'sent';
    case 'sms':
      if (config.SMS_URL === undefined) return 'mailbox';
      await text(config.SMS_URL, delivery);
      return 'sent';
    // no gateway is built in for these: the console shows them, and the mailbox keeps them
    case 'push':
    case 'email':
      return 'mailbox';
  }
}

/** The reference lets a gateway drop what a crash between its answer and our commit sends twice. */
async function text(url: string, { id, address, text: body }: DeliveryRow): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `headland-delivery-${id}` },
    body: JSON.stringify({ to: address, text: body, reference: `headland-delivery-${id}` }),
    signal: AbortSignal.timeout(gatewayWithinMs),
  });
  await answer.body?.cancel();
  if (answer.ok) return;
  const problem = `the gateway answered ${answer.status}`;
  if (answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 425, 429].includes(answer.status)) throw new NeverDeliverable(problem);
  throw new Error(problem);
}
