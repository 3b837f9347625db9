import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { CONFIG, type Config } from '../../platform/config';
import { NeverDeliverable, referenceOf, type DeliveryRow } from './delivery';
import { mailConnections } from './lanes';

/** Of each step: the name, the connection, each answer. */
const withinMs = 8_000;
/** Of all steps: given up before the lease of the message ends, after which it would be sent once more beside this one. */
const allWithinMs = 20_000;

/** E-mail over SMTP. Connections are kept open for further messages. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly transport: ReturnType<typeof open> | null;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.transport = config.SMTP_URL === undefined ? null : open(config.SMTP_URL);
  }

  get configured(): boolean {
    return this.transport !== null;
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }

  /** The message id lets a mail server drop what a crash between its answer and our commit sends twice. */
  async send(delivery: DeliveryRow): Promise<void> {
    if (this.transport === null) throw new Error('no mail server is configured');
    const { recipient, address, title, text } = delivery;
    const from = senderOf(this.config);
    const signal = AbortSignal.timeout(allWithinMs);
    try {
      await this.transport.sendMail({
        from,
        to: { name: recipient, address },
        subject: title ?? text.split('\n')[0] ?? '',
        text,
        messageId: `<${referenceOf(delivery)}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
        // no automatic replies (out of office)
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      });
    } catch (error) {
      const { responseCode, command, message } = error as Error & { responseCode?: number; command?: string };
      const problem = `the mail server: ${signal.aborted ? `not done within ${allWithinMs} ms` : message}`;
      // it rejects this address or this message, not us
      if (
        responseCode !== undefined &&
        responseCode >= 550 &&
        responseCode < 560 &&
        ['RCPT TO', 'DATA'].includes(command ?? '')
      )
        throw new NeverDeliverable(problem, { cause: error });
      throw new Error(problem, { cause: error });
    }
  }
}

const open = (url: string) =>
  createTransport({
    url,
    pool: true,
    maxConnections: mailConnections,
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    socketTimeout: withinMs,
    dnsTimeout: withinMs,
  });

/** `Name <address>`, or an address alone. */
export function senderOf({ MAIL_FROM, PUBLIC_URL }: Pick<Config, 'MAIL_FROM' | 'PUBLIC_URL'>): {
  name: string;
  address: string;
} {
  const [, name, address] = /^\s*(.*?)\s*<([^<>]+)>\s*$/u.exec(MAIL_FROM ?? '') ?? [];
  if (address !== undefined) return { name: name ?? '', address };
  return {
    name: 'Headland',
    address: MAIL_FROM?.trim() ?? `no-reply@${PUBLIC_URL === undefined ? 'localhost' : new URL(PUBLIC_URL).hostname}`,
  };
}
