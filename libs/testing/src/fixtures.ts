import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type UpKind, upKinds } from '@headland/contracts/device/envelope';

/**
 * Good and bad payloads as bytes, one file each: `fixtures/up/<kind>/ok/<name>` and
 * `fixtures/up/<kind>/not-ok/<reason>`; the file name is the reason. `.json` is sent unchanged, `.raw` is not JSON,
 * `.cbor.hex` is CBOR in hexadecimal.
 */
export interface UpFixture {
  kind: UpKind;
  ok: boolean;
  /** what is good or wrong about it: `spn-above-19-bits` */
  name: string;
  encoding: 'json' | 'raw' | 'cbor';
  payload: Buffer;
}

const folder = join(import.meta.dirname, 'fixtures', 'up');

export function upFixtures(filter: { kind?: UpKind; ok?: boolean } = {}): UpFixture[] {
  const kinds = filter.kind === undefined ? upKinds : [filter.kind];
  const verdicts = filter.ok === undefined ? [true, false] : [filter.ok];
  return kinds.flatMap((kind) => verdicts.flatMap((ok) => filesOf(kind, ok).map((file) => load(kind, ok, file))));
}

/** One payload by its name: `upFixture('sos', true, 'rollover')`. */
export function upFixture(kind: UpKind, ok: boolean, name: string): UpFixture {
  const file = filesOf(kind, ok).find((f) => nameOf(f) === name);
  if (file === undefined) throw new Error(`no fixture up/${kind}/${ok ? 'ok' : 'not-ok'}/${name}`);
  return load(kind, ok, file);
}

const folderOf = (kind: UpKind, ok: boolean): string => join(folder, kind, ok ? 'ok' : 'not-ok');
const nameOf = (file: string): string => file.replace(/\.(json|raw|cbor\.hex)$/, '');

function filesOf(kind: UpKind, ok: boolean): string[] {
  if (!readdirSync(folder).includes(kind)) return [];
  return readdirSync(folderOf(kind, ok)).sort();
}

function load(kind: UpKind, ok: boolean, file: string): UpFixture {
  const bytes = readFileSync(join(folderOf(kind, ok), file));
  const name = nameOf(file);
  if (file.endsWith('.cbor.hex'))
    return {
      kind,
      ok,
      name,
      encoding: 'cbor',
      payload: Buffer.from(bytes.toString('latin1').replaceAll(/\s/g, ''), 'hex'),
    };
  return { kind, ok, name, encoding: file.endsWith('.json') ? 'json' : 'raw', payload: bytes };
}
