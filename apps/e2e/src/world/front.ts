import { createServer, request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { productUrl } from './product';

/** A proxy before the product: it can be out of reach, and its page can become that of another build. */
export interface Front {
  url: string;
  /**
   * The page is another one from now on. Files under /assets are those of the former build, so they are gone until the
   * new page has been read.
   */
  deploy: () => void;
  down: () => void;
  up: () => void;
  close: () => void;
}

export async function openFront(): Promise<Front> {
  const { hostname, port } = new URL(productUrl());
  const sockets = new Set<Socket>();
  let isDown = false;
  let mark = '';
  let isFormerGone = false;
  const server = createServer((from, to) => {
    const path = from.url ?? '/';
    if (isFormerGone && path.startsWith('/assets/')) {
      to.writeHead(404).end();
      return;
    }
    const headers = { ...from.headers };
    // the page is changed below, and has no tag that says it is the former one
    delete headers['accept-encoding'];
    if (mark !== '') delete headers['if-none-match'];
    const sent = request({ hostname, port, path, method: from.method, headers }, (answer) => {
      const isPage = String(answer.headers['content-type']).startsWith('text/html');
      const { 'content-length': _, etag, ...rest } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, isPage && mark !== '' ? rest : answer.headers);
      answer.pipe(to, { end: !isPage });
      if (!isPage) return;
      isFormerGone = false;
      answer.on('end', () => to.end(mark));
    });
    sent.on('error', () => to.destroy());
    from.pipe(sent);
  });
  server.on('connection', (socket: Socket) => {
    if (isDown) return void socket.destroy();
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (from, socket: Socket, head) => {
    const on = connect(Number(port), hostname, () => {
      const lines = Object.entries(from.headers).map(([name, value]) => `${name}: ${String(value)}`);
      on.write(`${from.method} ${from.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      on.write(head);
      socket.pipe(on).pipe(socket);
    });
    for (const [one, other] of [
      [on, socket],
      [socket, on],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: () => {
      mark = `${mark}<!-- another build -->`;
      isFormerGone = true;
    },
    down: () => {
      isDown = true;
      end();
    },
    up: () => void (isDown = false),
    close: () => {
      end();
      server.close();
    },
  };
}
