import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushPayload } from '@headland/contracts/notification';

export interface PushService {
  url: string;
  /** its status for a path; 201 by default */
  answers: Map<string, number>;
  received: { path: string; headers: NodeJS.Dict<string | string[]>; body: Buffer }[];
  close: () => void;
}

/** The push service of a browser's maker. */
export async function pushService(): Promise<PushService> {
  const answers = new Map<string, number>();
  const received: PushService['received'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(answers.get(path) ?? 201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    received,
    close: () => void server.close(),
  };
}

/** A browser that has subscribed: only it can read what is pushed to it (RFC 8291). */
export function pushBrowser(endpoint: string): {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  read: (body: Buffer) => PushPayload;
} {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const read = (body: Buffer): PushPayload => {
    const salt = body.subarray(0, 16);
    const keyLength = body[20] ?? 0;
    const theirs = body.subarray(21, 21 + keyLength);
    const secret = own.computeSecret(theirs);
    const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', key, salt, info, length));
    const shared = derive(
      secret,
      auth,
      Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]),
      32,
    );
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
      derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
    );
    const sealed = body.subarray(21 + keyLength);
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // the last record ends in a delimiter
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as PushPayload;
  };
  return {
    subscription: { endpoint, keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') } },
    read,
  };
}
