import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { type Bucket, startBucket } from '../../testing/s3-bucket';
import type { Config } from '../config';
import { ConfigSchema } from '../config';
import { FileStore } from './file-store';

let fresh: FreshDatabase;
let bucket: Bucket;
let folder: string;
const dayMs = 86_400_000;

beforeAll(async () => {
  fresh = await freshDatabase();
  bucket = await startBucket();
  folder = mkdtempSync(join(tmpdir(), 'headland-files-'));
});
afterAll(async () => {
  await bucket.stop();
  rmSync(folder, { recursive: true, force: true });
  await fresh.drop();
});
beforeEach(async () => {
  await fresh.dataSource.query('TRUNCATE stored_file CASCADE');
  bucket.objects.clear();
  bucket.refused = [];
  rmSync(join(folder, 'files'), { recursive: true, force: true });
});

const store = (over: Partial<Config>): FileStore =>
  new FileStore(fresh.dataSource, { DATA_DIR: folder, ...over } as Config);
const file = { kind: 'export', name: 'status.xlsx', type: 'application/octet-stream', createdBy: null } as const;
const pieces = async function* (n: number, breaks = false): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < n; i++) yield await Promise.resolve(new Uint8Array(64_000).fill(i));
  if (breaks) throw new Error('the database is gone');
};
const filesInFolder = (): string[] =>
  readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }).flatMap((e) =>
    e.isFile() ? [e.name] : [],
  );

const stores = [
  {
    blobs: 'a folder',
    open: () => store({}),
    stale: () => filesInFolder(),
    age: (days: number) => {
      for (const entry of readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }))
        if (entry.isFile())
          utimesSync(join(entry.parentPath, entry.name), new Date(), new Date(Date.now() - days * dayMs));
    },
    // a folder in the place of the file: reading it fails, for root as well
    breakReads: (id: string) => {
      rmSync(join(folder, 'files', id.slice(0, 2), id));
      mkdirSync(join(folder, 'files', id.slice(0, 2), id));
    },
    mend: (id: string) => rmSync(join(folder, 'files', id.slice(0, 2), id), { recursive: true }),
    reason: 'EISDIR',
  },
  {
    blobs: 'a bucket',
    open: () => store({ S3_URL: bucket.url }),
    stale: () => [...bucket.objects.keys()].map((name) => name.split('/').at(-1) ?? ''),
    age: (days: number) => {
      for (const object of bucket.objects.values()) object.at = new Date(Date.now() - days * dayMs);
    },
    // longer than it is asked again
    breakReads: () => {
      bucket.busy = 10;
    },
    mend: () => {
      bucket.busy = 0;
    },
    reason: 'UNAVAILABLE',
  },
];
describe.each(stores)('the object store on $blobs', ({ open, stale: staleFiles, age, breakReads, mend, reason }) => {
  it('gives back what it was given, at once or piece by piece, with its small picture', async () => {
    const files = open();
    const picture = await files.put({ ...file, kind: 'image' }, new Uint8Array([1, 2, 3]), {
      medium: new Uint8Array([5]),
      thumb: new Uint8Array([4]),
    });
    expect([...(await files.read(picture))]).toEqual([1, 2, 3]);
    expect([...(await files.read(picture, 'thumb'))]).toEqual([4]);
    expect([...(await files.read(picture, 'medium'))]).toEqual([5]);
    const old = await files.put({ ...file, kind: 'image' }, new Uint8Array([1, 2, 3]), { thumb: new Uint8Array([4]) });
    expect([...(await files.read(old, 'medium'))]).toEqual([1, 2, 3]);
    const long = await files.put(file, pieces(40));
    expect(await files.find(long, 'export')).toMatchObject({ bytes: 40 * 64_000, name: 'status.xlsx', kept: false });
    const read: Buffer[] = [];
    for await (const chunk of files.stream(long)) read.push(chunk as Buffer);
    const whole = Buffer.concat(read);
    expect([whole.length, whole[0], whole.at(-1)]).toEqual([40 * 64_000, 0, 39]);
    expect(whole.equals(await files.read(long))).toBe(true);
  });

  it('keeps nothing of what breaks off half way', async () => {
    const files = open();
    await expect(files.put(file, pieces(3, true), { thumb: new Uint8Array([4]) })).rejects.toThrow(
      'the database is gone',
    );
    expect(await fresh.dataSource.query('SELECT 1 FROM stored_file')).toEqual([]);
    expect(staleFiles()).toEqual([]);
    expect(readdirSync(tmpdir()).filter((name) => /^headland-[\w-]{22}-(full|medium|thumb)$/u.test(name))).toEqual([]);
  });

  it('removes all of a file, also twice, and knows no other', async () => {
    const files = open();
    const id = await files.put(file, new Uint8Array([1]), { medium: new Uint8Array([3]), thumb: new Uint8Array([2]) });
    await files.remove(id);
    await files.remove(id);
    expect(staleFiles()).toEqual([]);
    for (const no of [id, 'A'.repeat(22), '../../../etc/passwd', ''])
      await expect((async () => files.read(no))(), no).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(files.find(id, 'export')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('tells what is not stored from what cannot be read', async () => {
    const files = open();
    const id = await files.put(file, new Uint8Array([1]));
    expect([...((await files.readIfStored(id)) ?? [])]).toEqual([1]);
    breakReads(id);
    await expect(files.readIfStored(id)).rejects.toThrow(reason);
    mend(id);
    await files.remove(id);
    expect(await files.readIfStored(id)).toBeNull();
    expect(await files.readIfStored('../../../etc/passwd')).toBeNull();
  });

  it('sweeps what no record took and what no row names, and nothing else', async () => {
    const files = open();
    const kept = await files.put({ ...file, kept: true }, new Uint8Array([1]));
    const forgotten = await files.put(file, new Uint8Array([2]), { thumb: new Uint8Array([2]) });
    const stray = await files.put(file, new Uint8Array([3]));
    await fresh.dataSource.query('DELETE FROM stored_file WHERE id = $1', [stray]);
    await fresh.dataSource.query("UPDATE stored_file SET created_at = now() - interval '2 days'");
    age(2);
    const young = await files.put(file, new Uint8Array([4]));
    expect(await files.sweep(new Date(Date.now() - dayMs))).toEqual({ files: 1, orphans: 1 });
    expect(staleFiles().sort()).toEqual([kept, young].sort());
    expect(await files.sweep(new Date(Date.now() - dayMs))).toEqual({ files: 0, orphans: 0 });
    await expect(files.read(forgotten)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a folder', () => {
  it('is rid of what was never finished', async () => {
    const files = store({});
    const id = await files.put({ ...file, kept: true }, new Uint8Array([1]));
    writeFileSync(join(folder, 'files', id.slice(0, 2), `${id}.part`), 'half');
    utimesSync(join(folder, 'files', id.slice(0, 2), `${id}.part`), new Date(), new Date(0));
    expect(await files.sweep(new Date(Date.now() - dayMs))).toEqual({ files: 0, orphans: 1 });
    expect(filesInFolder()).toEqual([id]);
  });
});

describe('a bucket', () => {
  it('has everything under its prefix, and what others put there is left alone', async () => {
    const files = store({ S3_URL: bucket.url });
    const id = await files.put(file, new Uint8Array([1]));
    expect([...bucket.objects.keys()]).toEqual([`head land/${id.slice(0, 2)}/${id}`]);
    for (const other of ['head land/readme.txt', 'head land/ab/short', `other/${id.slice(0, 2)}/${id}`])
      bucket.objects.set(other, { bytes: Buffer.alloc(1), at: new Date(0) });
    expect(await files.sweep(new Date(Date.now() - dayMs))).toEqual({ files: 0, orphans: 0 });
    expect(bucket.objects.size).toBe(4);
    expect(bucket.refused).toEqual([]);
  });

  it('that is busy for a moment is asked again', async () => {
    const files = store({ S3_URL: bucket.url });
    bucket.busy = 2;
    const id = await files.put(file, pieces(2));
    expect((await files.read(id)).length).toBe(128_000);
    expect(bucket.refused).toEqual(['SlowDown', 'SlowDown']);
  });

  it('with a wrong secret, a bucket that is not there, or no store at all is unavailable, and nothing is reported as stored', async () => {
    const address = new URL(bucket.url);
    const wrong = (change: (url: URL) => void): string => {
      const url = new URL(address);
      change(url);
      return url.toString();
    };
    for (const [url, code] of [
      [wrong((u) => (u.password = 'guessed')), 'SignatureDoesNotMatch'],
      [wrong((u) => (u.username = 'somebody')), 'InvalidAccessKeyId'],
      [wrong((u) => (u.pathname = '/elsewhere')), 'NoSuchBucket'],
      [wrong((u) => (u.port = '1')), undefined],
    ] as const) {
      bucket.refused = [];
      await expect(store({ S3_URL: url }).put(file, new Uint8Array([1])), url).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      });
      expect(bucket.refused[0], url).toBe(code);
    }
    expect(await fresh.dataSource.query('SELECT 1 FROM stored_file')).toEqual([]);
    expect(bucket.objects.size).toBe(0);
  });

  it('is named by key, secret and bucket', () => {
    const fits = (url: string): boolean => ConfigSchema.shape.S3_URL.safeParse(url).success;
    expect(fits(bucket.url)).toBe(true);
    for (const url of [
      'https://s3.example.com/files',
      'https://key@s3.example.com/files',
      'https://key:secret@s3.example.com/',
      's3://key:secret@host/files',
    ])
      expect(fits(url), url).toBe(false);
  });
});

it('keeps files in its folder for the account of the server alone', async () => {
  await store({}).put(file, pieces(1));
  const modes = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }).map((e) => [
    e.isFile(),
    statSync(join(e.parentPath, e.name)).mode & 0o777,
  ]);
  expect(new Set(modes.map(String))).toEqual(new Set([String([false, 0o700]), String([true, 0o600])]));
});
