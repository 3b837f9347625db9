import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import type { Config } from '../config';

/**
 * How a broker deals the messages of a shared subscription to its members: each device to one of them (EMQX:
 * `hash_clientid`), or message by message (Mosquitto); `unknown`: it does not let the server try.
 */
export type Dealing = 'byClient' | 'byMessage' | 'unknown';

/** Below it the server may publish and subscribe (infra/mosquitto/acl). */
const below = 'tms/v1/HEADLAND/probe';
/** That one member happens to be dealt all messages of each is as likely as 40 coins that agree. */
const senders = 8;
const each = 6;
const patienceMs = 5_000;
const tries = 5;

/**
 * Tries it, with two members of a group and some clients that publish on several topics each. Waits for the broker as
 * long as it is away; null: told to stop.
 */
export async function findDealing(config: Config, group: string, signal: AbortSignal): Promise<Dealing | null> {
  for (let tried = 0; tried < tries && !signal.aborted;) {
    const found = await tryOnce(config, group, signal);
    if (found === 'byClient' || found === 'byMessage' || found === 'refused')
      return found === 'refused' ? 'unknown' : found;
    if (found === 'unclear') tried++;
    await wait(500, undefined, { signal }).catch(() => undefined);
  }
  return signal.aborted ? null : 'unknown';
}

async function tryOnce(
  { MQTT_URL: url, MQTT_USERNAME: username, MQTT_PASSWORD: password }: Config,
  group: string,
  signal: AbortSignal,
): Promise<Dealing | 'refused' | 'unclear' | 'away'> {
  const name = randomBytes(4).toString('hex');
  const open: MqttClient[] = [];
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(2 * patienceMs)]);
  const join = async (who: string): Promise<MqttClient> => {
    const options = { clientId: `headland-probe-${name}-${who}`, username, password, protocolVersion: 4 as const };
    const more = { clean: true, reconnectPeriod: 0, connectTimeout: patienceMs };
    const client = await mqtt.connectAsync(url, { ...options, ...more }, false);
    client.on('error', () => undefined);
    open.push(client);
    if (inTime.aborted) client.end(true);
    return client;
  };
  /** by sender: how many each of the two members was dealt */
  const dealt = Array.from({ length: senders }, (): [number, number] => [0, 0]);
  const sum = (member: 0 | 1): number => dealt.reduce((all, of) => all + of[member], 0);
  const trial = async (): Promise<'refused' | 'done'> => {
    for (const member of [0, 1] as const) {
      const client = await join(`member-${member}`);
      client.on('message', (_topic, payload) => {
        const of = dealt[Number(payload.toString())];
        if (of !== undefined) of[member]++;
      });
      const allowed = await client.subscribeAsync(`$share/${group}/${below}/${name}/+`, { qos: 1 }).then(
        () => true,
        () => !client.connected,
      );
      if (!allowed) return 'refused';
    }
    // one after the other: if they took turns, a broker whose members take turns would deal each to one of them
    for (let sender = 0; sender < senders; sender++) {
      const client = await join(String(sender));
      for (let i = 0; i < each; i++) await client.publishAsync(`${below}/${name}/${i}`, String(sender), { qos: 1 });
    }
    while (sum(0) + sum(1) < senders * each && !inTime.aborted) await wait(20);
    return 'done';
  };
  try {
    // what is published over a connection that is lost may never be answered
    const late = new Promise<'late'>((resolve) => inTime.addEventListener('abort', () => resolve('late')));
    if ((await Promise.race([trial(), late])) === 'refused') return 'refused';
    if (open.some((client) => !client.connected)) return 'away';
  } catch {
    return 'away';
  } finally {
    for (const client of open) client.end(true);
  }
  // one that was dealt nothing may not be known to all of a cluster yet
  if (sum(0) + sum(1) < senders * each || sum(0) === 0 || sum(1) === 0) return 'unclear';
  return dealt.every((of) => of[0] === 0 || of[1] === 0) ? 'byClient' : 'byMessage';
}
