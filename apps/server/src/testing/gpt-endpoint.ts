import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the endpoint received it. */
export interface Received {
  path: string;
  authorization: string | undefined;
  body: { model: string; messages: { role: string; content: string }[]; [name: string]: unknown };
  /** the server has closed the connection */
  closed: Promise<void>;
}
type Answer = (response: ServerResponse, received: Received) => void | Promise<void>;

/** An OpenAI-compatible endpoint of the specs: it streams, stalls, fails and lies as it is told. */
export class TestEndpoint {
  readonly requests: Received[] = [];
  answer: Answer = says('네.');
  private constructor(private readonly server: Server) {}

  static async start(): Promise<TestEndpoint> {
    const server = createServer();
    const endpoint = new TestEndpoint(server);
    server.on('request', (request, response) => void endpoint.receive(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return endpoint;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  get last(): Received {
    const received = this.requests.at(-1);
    if (received === undefined) throw new Error('nothing was received');
    return received;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const received: Received = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: JSON.parse(text) as Received['body'],
      closed: new Promise((resolve) => response.on('close', resolve)),
    };
    this.requests.push(received);
    await this.answer(response, received);
  }
}

export const begin = (response: ServerResponse, type = 'text/event-stream; charset=utf-8'): ServerResponse =>
  response.writeHead(200, { 'content-type': type });
export const part = (response: ServerResponse, chunk: unknown): boolean =>
  response.write(`data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`);
export const textPart = (content: unknown, finish: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
});

/** A well-behaved endpoint: each text as a part, the end, the counted tokens. */
export function says(...texts: string[]): Answer {
  return (response) => {
    begin(response);
    for (const text of texts) part(response, textPart(text));
    part(response, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    part(response, { choices: [], usage: { prompt_tokens: 100, completion_tokens: 10 } });
    response.end('data: [DONE]\n\n');
  };
}

/** An answer without an end of its own: the spec goes on with it. */
export function held(...texts: string[]): Answer {
  return (response) => {
    begin(response);
    for (const text of texts) part(response, textPart(text));
    response.flushHeaders();
  };
}
