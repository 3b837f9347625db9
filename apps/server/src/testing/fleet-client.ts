import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';
import { fleetPath, fleetTokenPath } from '@headland/contracts/fleet-api';
import type { TestServer } from './server';

/** A client of the Fleet API as its makers write one: plain HTTP, no code of the product. */
export interface Credentials {
  clientId: string;
  secret: string;
}
export const tokenAnswer = (
  server: TestServer,
  form: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${server.url}${fleetTokenPath}`, { method: 'POST', headers, body: new URLSearchParams(form) });

export const basicOf = ({ clientId, secret }: Credentials): string => `Basic ${btoa(`${clientId}:${secret}`)}`;

export async function tokenOf(server: TestServer, credentials: Credentials): Promise<string> {
  const answer = await tokenAnswer(server, 'grant_type=client_credentials', { authorization: basicOf(credentials) });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Reads an address below /api/fleet/iso15143, or one from a link. */
export const getFleet = (
  server: TestServer,
  token: string | null,
  path: string,
  accept = 'application/json',
): Promise<Response> =>
  fetch(path.startsWith('http') ? path : `${server.url}${fleetPath}/${path}`, {
    headers: { accept, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
  });

const schema = {
  fileName: 'fleet-api.xsd',
  contents: readFileSync(join(import.meta.dirname, '..', 'ownership', 'fleet-api', 'fleet-api.xsd'), 'utf8'),
};
/** What is wrong with a document by the schema. */
export async function schemaErrors(xml: string): Promise<string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: 'answer.xml', contents: xml }], schema: [schema] });
  return errors.map((e) => e.message);
}
