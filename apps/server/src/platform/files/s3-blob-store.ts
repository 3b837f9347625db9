import { createHash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { Problem } from '../problem';
import { type Bytes, isFileId, keyOf, parts, type StaleBlob, type Part, type BlobStore } from './blob-store';

const timeoutMs = 120_000;
/** Attempts of a request that the store answered with "slow down" or an error of its own. */
const tries = 4;

/**
 * A bucket of an S3-compatible object store: `https://key:secret@host/bucket/prefix?region=…`, path-style, which every
 * such store supports. A put is atomic there, and objects with other names are left alone.
 */
export class S3BlobStore implements BlobStore {
  private readonly client: AwsClient;
  private readonly bucket: string;
  private readonly prefix: string;

  constructor(address: string) {
    const { origin, pathname, username, password, searchParams } = new URL(address);
    const [bucket = '', ...prefix] = pathname.split('/').filter((part) => part !== '');
    this.bucket = `${origin}/${bucket}`;
    this.prefix = prefix.map((part) => `${decodeURIComponent(part)}/`).join('');
    this.client = new AwsClient({
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
      service: 's3',
      region: searchParams.get('region') ?? 'us-east-1',
      retries: tries - 1,
    });
  }

  /** A stream is written to a file first: the store needs length and hash before the first byte. */
  async put(id: string, part: Part, bytes: Bytes): Promise<number> {
    const address = this.addressOf(id, part);
    if (bytes instanceof Uint8Array)
      return this.send(
        address,
        new Blob([bytes as Uint8Array<ArrayBuffer>]),
        createHash('sha256').update(bytes).digest('hex'),
      );
    const spool = join(tmpdir(), `headland-${id}-${part}`);
    try {
      const hash = createHash('sha256');
      const hashed = async function* (): AsyncGenerator<Uint8Array> {
        for await (const chunk of bytes) {
          hash.update(chunk);
          yield chunk;
        }
      };
      await pipeline(Readable.from(hashed()), createWriteStream(spool));
      return await this.send(address, await openAsBlob(spool), hash.digest('hex'));
    } finally {
      await rm(spool, { force: true });
    }
  }

  async read(id: string, part: Part): Promise<Buffer> {
    return Buffer.from(await (await this.get(id, part, AbortSignal.timeout(timeoutMs))).arrayBuffer());
  }

  /** No timeout: the reader sets the pace. */
  stream(id: string): Readable {
    const get = async (): Promise<Response> => this.get(id, 'full');
    return Readable.from(
      (async function* (): AsyncGenerator<Uint8Array> {
        const { body } = await get();
        if (body) yield* body as unknown as AsyncIterable<Uint8Array>;
      })(),
    );
  }

  async remove(id: string): Promise<void> {
    for (const part of parts) await this.drop(`${this.prefix}${keyOf(id, part)}`);
  }

  async *stale(before: Date): AsyncGenerator<StaleBlob[]> {
    for (let from: string | undefined; ;) {
      const query = new URLSearchParams({
        'list-type': '2',
        'encoding-type': 'url',
        prefix: this.prefix,
        ...(from === undefined ? {} : { 'continuation-token': from }),
      });
      const text = await (await this.ask(`${this.bucket}?${query.toString()}`, { method: 'GET' })).text();
      const objects = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gsu)].map(([, body = '']) => ({
        key: decodeURIComponent(tag(body, 'Key')?.replaceAll('+', ' ') ?? ''),
        at: Date.parse(tag(body, 'LastModified') ?? ''),
      }));
      yield objects.flatMap(({ key, at }) => {
        const id = keyPattern.exec(key.slice(this.prefix.length))?.[1];
        return id === undefined || !(at < before.getTime()) ? [] : [{ key, id, unfinished: false }];
      });
      from = tag(text, 'NextContinuationToken');
      if (from === undefined || tag(text, 'IsTruncated') !== 'true') return;
    }
  }

  async drop(key: string): Promise<void> {
    const response = await this.ask(`${this.bucket}/${encodedPath(key)}`, { method: 'DELETE' }, [404]);
    await response.body?.cancel();
  }

  private async send(address: string, body: Blob, sha256: string): Promise<number> {
    const response = await this.ask(address, {
      method: 'PUT',
      body,
      headers: { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' },
    });
    await response.body?.cancel();
    return body.size;
  }

  private get(id: string, part: Part, signal?: AbortSignal): Promise<Response> {
    return this.ask(this.addressOf(id, part), { method: 'GET', ...(signal ? { signal } : {}) });
  }

  private addressOf(id: string, part: Part): string {
    if (!isFileId(id)) throw new Problem('NOT_FOUND');
    return `${this.bucket}/${encodedPath(this.prefix)}${keyOf(id, part)}`;
  }

  /** Throws Problem NOT_FOUND, and UNAVAILABLE for any other failure; the store's message is logged. */
  private async ask(address: string, request: RequestInit, fine: readonly number[] = []): Promise<Response> {
    let response: Response;
    try {
      response = await this.client.fetch(
        address,
        request.method === 'GET' ? request : { signal: AbortSignal.timeout(timeoutMs), ...request },
      );
    } catch (error) {
      throw new Problem('UNAVAILABLE', {}, undefined, { cause: error });
    }
    if (response.ok || fine.includes(response.status)) return response;
    const responseText = await response.text().catch(() => '');
    if (response.status === 404 && tag(responseText, 'Code') !== 'NoSuchBucket') throw new Problem('NOT_FOUND');
    const cause = new Error(
      `object store: ${request.method} ${new URL(address).pathname} was answered with ${response.status} ${tag(responseText, 'Code') ?? ''}`,
    );
    throw new Problem('UNAVAILABLE', {}, undefined, { cause });
  }
}

/** The text of an element of the store's XML; none of the elements read here is nested. */
const tag = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`, 'u').exec(xml)?.[1];
const keyPattern = /^[\w-]{2}\/([\w-]{22})(?:\.(?:medium|thumb))?$/u;
const encodedPath = (key: string): string => key.split('/').map(encodeURIComponent).join('/');
