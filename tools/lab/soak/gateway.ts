import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from '@headland/testing/random';
import type { CodeMessage } from '@headland/testing/log-in';

/** One attempt to send an SMS, and the answer of the gateway. */
export interface GatewayAnswer {
  delivery: number;
  to: string;
  status: number;
  /** a code, with which somebody logs in: no alarm */
  code: boolean;
}
/** `well`: it accepts everything. `badly`: it refuses some attempts for now, few texts for good. `down`: it refuses everything for now. */
export type GatewayMood = 'well' | 'badly' | 'down';
const refusedForNow = 0.05;
const refusedForGood = 0.01;

/** The house that sends texts, as a service of somebody else: it keeps its own book, and is not always there. */
export class Gateway {
  readonly book: GatewayAnswer[] = [];
  mood: GatewayMood = 'well';
  private readonly texts: CodeMessage[] = [];

  private constructor(
    private readonly server: Server,
    private readonly random: Random,
  ) {}

  static async open(random: Random): Promise<Gateway> {
    const server = createServer();
    const gateway = new Gateway(server, random);
    server.on('request', (request, response) => {
      void bodyOf(request).then((text) => {
        response.writeHead(gateway.take(JSON.parse(text) as { to: string; text: string; reference: string })).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/send`;
  }

  /** Where a member finds the code of a login. */
  readonly codes = (): Promise<CodeMessage[]> => Promise.resolve([...this.texts].reverse());

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private take({ to, text, reference }: { to: string; text: string; reference: string }): number {
    const status = this.answer();
    const delivery = Number(/^headland-delivery-(\d+)-/.exec(reference)?.[1]);
    const code = /\b\d{6}\b/u.test(text);
    this.book.push({ delivery, to, status, code });
    if (status === 200 && code)
      this.texts.push({ id: delivery, at: new Date().toISOString(), channel: 'sms', address: to, text });
    return status;
  }

  private answer(): number {
    if (this.mood === 'down') return 503;
    if (this.mood === 'well') return 200;
    return this.random.chance(refusedForGood) ? 400 : this.random.chance(refusedForNow) ? 503 : 200;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
