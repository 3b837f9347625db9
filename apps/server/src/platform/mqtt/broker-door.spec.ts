import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { upKinds, upTopic } from '@headland/contracts/device/envelope';
import { eventually } from '../../testing/alerts';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { account, registerDevices, serverPassword } from '../../testing/mqtt-clients';
import { readConfig } from '../config';
import { makeLog } from '../log';
import { maxWrongAttempts } from '../wrong-attempts';
import { BrokerDoor, brokerDoorPath } from './broker-door';

const token = 'a token of the broker alone';
const infra = join(import.meta.dirname, '../../../../../infra');
let fresh: FreshDatabase;
let door: BrokerDoor;
let server: Server;
const configOf = (over: NodeJS.ProcessEnv = {}) =>
  readConfig({
    RUN: 'alerts',
    DATABASE_URL: fresh.url,
    MQTT_URL: 'mqtt://127.0.0.1:1',
    MQTT_USERNAME: account,
    MQTT_PASSWORD: serverPassword,
    BROKER_AUTH_TOKEN: token,
    ...over,
  });
beforeAll(async () => {
  fresh = await freshDatabase();
  await registerDevices(fresh.dataSource);
  door = new BrokerDoor(configOf(), makeLog('silent', ['alerts']));
  server = createServer(express().use(...door.handler(), (_, response) => void response.status(404).end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await door.onApplicationShutdown();
  await new Promise((resolve) => server.close(resolve));
  await fresh.drop();
});

const ask = async (body: unknown, headers: Record<string, string> = { authorization: `Bearer ${token}` }) => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${brokerDoorPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return response.status === 200
    ? ((await response.json()) as { result: string; is_superuser: boolean })
    : response.status;
};
const verdict = async (username: string, password: string): Promise<unknown> => {
  const answer = await ask({ username, password });
  return typeof answer === 'number' ? answer : answer.result;
};

describe('the authenticator for a broker', () => {
  it.each([
    ['a registered device with its secret', 'TMU-0001', 'first-secret', 'allow'],
    ['a wrong secret', 'TMU-0001', 'second-secret', 'deny'],
    ['no secret', 'TMU-0001', '', 'deny'],
    ['an unknown device', 'TMU-9999', 'first-secret', 'deny'],
    ['a device that is not in use', 'TMU-0003', 'third-secret', 'deny'],
    ['the server', account, serverPassword, 'allow'],
    ['the account of the server with a wrong password', account, 'guess', 'deny'],
    ['a name that is no device', '../../etc', 'x', 'deny'],
  ])('%s: %s', async (_, username, password, expected) => expect(await verdict(username, password)).toBe(expected));

  it('makes nobody a superuser', async () =>
    expect(await ask({ username: account, password: serverPassword })).toEqual({
      result: 'allow',
      is_superuser: false,
    }));

  it('is for callers with its token, and for what it understands', async () => {
    const right = { username: 'TMU-0001', password: 'first-secret' };
    for (const headers of [{}, { authorization: 'Bearer something else' }] as Record<string, string>[])
      expect(await ask(right, headers)).toBe(401);
    for (const wrong of ['no json', { username: 'TMU-0001' }, { username: 5, password: 'x' }, 'x'.repeat(10_000)])
      expect(await ask(wrong)).toBe(400);
  });

  it('follows the register', async () => {
    const use = (status: string): Promise<unknown> =>
      fresh.dataSource.query("UPDATE device SET status = $1 WHERE id = 'TMU-0002'", [status]);
    expect(await verdict('TMU-0002', 'second-secret')).toBe('allow');
    await use('not_in_use');
    await eventually(
      () => verdict('TMU-0002', 'second-secret'),
      (seen) => seen === 'deny',
    );
    await use('in_use');
    await eventually(
      () => verdict('TMU-0002', 'second-secret'),
      (seen) => seen === 'allow',
    );
  });

  it('stops guesses at a device, and not the device', async () => {
    expect(await verdict('TMU-0001', 'first-secret')).toBe('allow');
    for (let i = 0; i <= maxWrongAttempts; i++) expect(await verdict('TMU-0001', `guess ${i}`)).toBe('deny');
    expect(await verdict('TMU-0001', 'first-secret')).toBe('allow');
  });

  it('is closed without a token, and in other processes', () => {
    for (const over of [{ BROKER_AUTH_TOKEN: '' }, { RUN: 'ingest' }])
      expect(new BrokerDoor(configOf(over), makeLog('silent', ['alerts'])).handler()).toEqual([]);
  });
});

// EMQX itself does not run here: its settings are compared with what the product and Mosquitto have
describe('the settings of EMQX', () => {
  const emqx = readFileSync(join(infra, 'emqx/emqx.conf'), 'utf8');
  const setting = (name: string): string | undefined =>
    new RegExp(`^\\s*${name}\\s*=\\s*"?([^"\\n]+?)"?\\s*$`, 'mu').exec(emqx)?.[1];
  const mosquitto = readFileSync(join(infra, 'mosquitto/mosquitto.conf'), 'utf8');
  const limit = (name: string): string | undefined => new RegExp(`^${name} (\\S+)$`, 'mu').exec(mosquitto)?.[1];

  it('ask the authenticator, with its token', () => {
    expect(setting('url')).toBe(`http://alerts:3000${brokerDoorPath}`);
    const script = readFileSync(join(infra, 'emqx/entrypoint.sh'), 'utf8');
    expect(emqx).toContain('"authorization" = "Bearer BROKER_AUTH_TOKEN"');
    expect(script).toContain('s/BROKER_AUTH_TOKEN/$BROKER_AUTH_TOKEN/');
    expect(emqx).toMatch(/body \{ username = "\$\{username\}", password = "\$\{password\}" \}/u);
  });

  it('have the limits of Mosquitto, and deal by client', () => {
    expect(setting('max_mqueue_len')).toBe(limit('max_queued_messages'));
    expect(setting('max_inflight')).toBe(limit('max_inflight_messages'));
    expect(setting('session_expiry_interval')).toBe(limit('persistent_client_expiration'));
    // a packet is the payload with its topic and properties
    expect(Number.parseInt(setting('max_packet_size') ?? '')).toBeGreaterThan(
      Number(limit('message_size_limit')) / 1024,
    );
    expect(setting('shared_subscription_strategy')).toBe('hash_clientid');
    expect(setting('use_username_as_clientid')).toBe('true');
    expect(setting('no_match')).toBe('deny');
  });

  it('have the topics of the access rule', () => {
    const rules = readFileSync(join(infra, 'emqx/acl.conf'), 'utf8');
    const acl = readFileSync(join(infra, 'mosquitto/acl'), 'utf8');
    const topics = (text: string): string[] =>
      [...text.matchAll(/(?:tms|\$SYS)\/[\w+%${}#/]*/gu)].map(([topic]) => topic.replace('%u', '${username}')).sort();
    const ofRules = topics(rules.replaceAll(/^%%.*$/gmu, ''));
    expect(new Set(ofRules)).toEqual(new Set(topics(acl.replaceAll(/^#.*$/gmu, ''))));
    // by name: below a wildcard a device has any number of messages retained
    const ofDevice = ofRules.filter((topic) => topic.includes('/${username}/up/'));
    expect(new Set(ofDevice)).toEqual(new Set(upKinds.map((kind) => upTopic('${username}', kind))));
    expect(rules.trimEnd().endsWith('{deny, all}.')).toBe(true);
  });

  it('are an overlay of services that the composition has', () => {
    const read = (file: string): { services: Record<string, { environment?: Record<string, string> }> } =>
      parse(readFileSync(join(infra, '..', file), 'utf8').replaceAll(/!(?:override|reset)/gu, ''), {
        merge: true,
      }) as never;
    const { services } = read('docker-compose.emqx.yml');
    const known = Object.keys(read('docker-compose.yml').services);
    expect(Object.keys(services).filter((name) => !known.includes(name))).toEqual(['emqx', 'emqx-2']);
    for (const name of ['api', 'ingest', 'alerts', 'jobs'])
      expect(services[name]?.environment?.MQTT_URL).toBe('mqtt://emqx-inside:1884');
  });
});
