import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A bucket that implements as much of S3 as the server uses: PUT, GET, DELETE, and a list in pages of two. It refuses a request whose signature (version 4) it
 * does not reckon itself from the request and the secret, and nothing whose bytes are not those that were signed.
 */
export interface Bucket {
  /** for S3_URL */
  url: string;
  objects: Map<string, { bytes: Buffer; at: Date }>;
  /** refusals by code, in order */
  refused: string[];
  /** so many of the next requests are answered with 503 */
  busy: number;
  /** answers to GET end after so many bytes, and their connection with them */
  breaksAfter: number;
  stop: () => Promise<void>;
}

const key = 'KEY/of a test';
const secret = 'secret+/=&?';
const pageOf = 2;

export async function startBucket(): Promise<Bucket> {
  const objects: Bucket['objects'] = new Map();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bytesOf(request);
      const answer = (status: number, text: string | Buffer = ''): unknown =>
        response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
      const refuse = (status: number, code: string): unknown => {
        bucket.refused.push(code);
        return answer(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
      };
      if (bucket.busy > 0) {
        bucket.busy--;
        return refuse(503, 'SlowDown');
      }
      const wrong = objection(request, body);
      if (wrong !== null) return refuse(403, wrong);
      const url = new URL(request.url ?? '', 'http://bucket');
      if (!/^\/files(\/|$)/u.test(url.pathname)) return refuse(404, 'NoSuchBucket');
      const name = decodeURIComponent(url.pathname.slice('/files/'.length));
      if (request.method === 'PUT') {
        if (request.headers['content-length'] === undefined) return refuse(411, 'MissingContentLength');
        objects.set(name, { bytes: body, at: new Date() });
        return answer(200);
      }
      if (request.method === 'DELETE') return answer(objects.delete(name) ? 204 : 404);
      if (url.searchParams.get('list-type') === '2') return answer(200, page(objects, url.searchParams));
      const found = objects.get(name);
      if (found === undefined) return refuse(404, 'NoSuchKey');
      if (found.bytes.length <= bucket.breaksAfter) return answer(200, found.bytes);
      response.writeHead(200, { 'content-length': found.bytes.length });
      response.flushHeaders();
      const part = found.bytes.subarray(0, bucket.breaksAfter);
      return part.length === 0 ? response.destroy() : response.write(part, () => response.destroy());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const bucket: Bucket = {
    url: `http://${encodeURIComponent(key)}:${encodeURIComponent(secret)}@127.0.0.1:${port}/files/head%20land?region=kr-central-2`,
    objects,
    refused: [],
    busy: 0,
    breaksAfter: Number.POSITIVE_INFINITY,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return bucket;
}

function page(objects: Bucket['objects'], query: URLSearchParams): string {
  const names = [...objects.keys()].filter((n) => n.startsWith(query.get('prefix') ?? '')).sort();
  const from = Number(query.get('continuation-token') ?? 0);
  const shown = names
    .slice(from, from + pageOf)
    .map(
      (n) =>
        `<Contents><Key>${encodeURIComponent(n).replaceAll('%2F', '/')}</Key><LastModified>${objects.get(n)?.at.toISOString()}</LastModified></Contents>`,
    );
  const more = from + pageOf < names.length;
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${shown.join('')}${more ? `<NextContinuationToken>${from + pageOf}</NextContinuationToken>` : ''}</ListBucketResult>`;
}

/** Why a request is refused: AWS Signature Version 4, computed from what was received. */
function objection(request: IncomingMessage, body: Buffer): string | null {
  const [, credential, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=(.+?), ?SignedHeaders=(.+?), ?Signature=([0-9a-f]{64})$/u.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  if (credential === undefined || signed === undefined) return 'AccessDenied';
  const scope = credential.split('/').slice(-4);
  const [day = '', region = '', service = ''] = scope;
  if (credential !== [key, ...scope].join('/') || region !== 'kr-central-2' || service !== 's3')
    return 'InvalidAccessKeyId';
  const header = (name: string): string => String(request.headers[name] ?? '').trim();
  const claimedHash = header('x-amz-content-sha256');
  if (claimedHash !== 'UNSIGNED-PAYLOAD' && claimedHash !== hash(body)) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const pairs = query
    .split('&')
    .filter((p) => p !== '')
    .sort();
  const names = signed.split(';');
  const canonical = [
    request.method,
    path,
    pairs.join('&').replaceAll('+', '%20'),
    ...names.map((n) => `${n}:${header(n)}`),
    '',
    signed,
    claimedHash,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope.join('/'), hash(canonical)].join('\n');
  const signing = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (k, part) => hmac(k, part),
    `AWS4${secret}`,
  );
  return hmac(signing, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

const hash = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (k: string | Buffer, text: string): Buffer => createHmac('sha256', k).update(text).digest();
async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
