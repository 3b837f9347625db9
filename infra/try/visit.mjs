// What people and machines do, from outside the product: node visit.mjs <step> […]. Each step ends with a sentence, or throws. CONSOLE and MQTT are the addresses.
import { readFileSync, writeFileSync } from 'node:fs';
import mqtt from 'mqtt';

const [step, ...args] = process.argv.slice(2);
const { CONSOLE, MQTT } = process.env;
const kept = '/app/data/visit.json';
const known = () => JSON.parse(readFileSync(kept, 'utf8'));
const keep = (more) => {
  let before = {};
  try {
    before = known();
  } catch {
    // the first step
  }
  writeFileSync(kept, JSON.stringify({ ...before, ...more }));
};

const account = { id: 'firstadmin', password: 'Trial-2026-run' };
const phone = '010-1234-5678';

async function ask(method, path, body, headers = {}) {
  const response = await fetch(CONSOLE + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 300)}`);
  }
  if (!answer.success) throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer.error)}`);
  return answer.data;
}
const post = (path, body) => ask('POST', path, body);
const asMember = () => ({ 'x-auth-access-token': known().token });

async function until(what, fact, withinMs = 600_000) {
  for (const end = Date.now() + withinMs; ;) {
    const found = await fact();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${withinMs / 1000} s`);
    await new Promise((r) => setTimeout(r, 100));
  }
}
const texts = async () =>
  (await (await fetch('http://127.0.0.1:8091/')).json()).filter((message) => message.kind === 'text');
/** The code that the gateway is given next. */
async function code(begin) {
  const before = (await texts()).length;
  const begun = await begin();
  const text = await until('a code at the gateway', async () =>
    (await texts()).slice(before).find((message) => /\b\d{6}\b/u.test(message.text)),
  );
  return [begun, /\b\d{6}\b/u.exec(text.text)[0]];
}

/** One message of the device, and the broker's word that it has it. */
async function publish({ id, secret }, topic, message) {
  const client = await mqtt.connectAsync(MQTT, {
    clientId: id,
    username: id,
    password: secret,
    connectTimeout: 10_000,
    reconnectPeriod: 500,
  });
  await client.publishAsync(`tms/v1/${id}/up/${topic}`, JSON.stringify(message), { qos: 1 });
  await client.endAsync();
}

const steps = {
  async join(link) {
    const token = new URL(link).searchParams.get('token');
    await post('/api/auth/join/invitation', { token });
    const [{ smsId }, number] = await code(() => post('/api/auth/join/send', { token, phone }));
    await post('/api/auth/join/confirm', { smsId, code: number });
    await post('/api/auth/join', {
      token,
      smsId,
      ...account,
      name: 'First',
      phone,
      terms: ['service', 'privacy', 'location'],
      language: 'en',
    });
    return 'the first administrator joined by the link';
  },
  async login() {
    const [{ smsLoginId }, number] = await code(() => post('/api/auth/login', account));
    const { accessToken } = await post('/api/auth/login/confirm', { smsLoginId, code: number });
    keep({ token: accessToken });
    return 'logged in with the code from the SMS gateway';
  },
  async 'demo-login'(list) {
    const { id, password } = JSON.parse(list).accounts[0];
    const { smsLoginId } = await post('/api/auth/login', { id, password });
    const mail = await until('a code in the mailbox', async () =>
      (await ask('GET', '/api/mailbox')).find((message) => message.channel === 'sms'),
    );
    const { accessToken } = await post('/api/auth/login/confirm', {
      smsLoginId,
      code: /\b\d{6}\b/u.exec(mail.text)[0],
    });
    keep({ token: accessToken });
    return `${id} of the demo data logged in with the code from the mailbox`;
  },
  async factory(key) {
    await ask(
      'PUT',
      '/api/factory/models',
      { models: [{ name: 'HL 6-110', type: 'premium', releaseYear: 2026, horsepower: 110 }] },
      { 'x-api-key': key },
    );
    keep({ key, made: 0 });
    return 'the factory interface accepts records';
  },
  /** A call for help of a device that the factory has just made, seen in the list by the one who is logged in. */
  async sos() {
    const { key, made } = known();
    keep({ made: made + 1 });
    const put = (list, record) => ask('PUT', `/api/factory/${list}`, { [list]: [record] }, { 'x-api-key': key });
    const number = String(9001 + made);
    const id = `HDKR-0${number}`;
    const vin = `HDLT6A11NSK00${number}`;
    await put('vehicles', { vin, model: 'HL 6-110' });
    const [{ secret }] = await put('devices', {
      id,
      type: 1,
      sim: `898212345678${number}`,
      activation: `0105555${number}`,
      reactivate: true,
    });
    await put('matches', { vin, deviceId: id });
    const total = async () => (await ask('GET', '/api/sos', undefined, asMember())).length;
    const before = await total();
    // the broker learns of a new device within seconds
    await until('the broker lets the device in', () =>
      publish({ id, secret }, 'sos', {
        v: 1,
        boot: 1,
        seq: 1,
        ts: Date.now(),
        type: 'rollover',
        lat: 35.691,
        lon: 126.883,
        tilt: { x: 52.4, y: 11.8, z: 3 },
      }).then(
        () => true,
        (error) => {
          if (!/authori[sz]ed|credentials|timeout|closed/iu.test(error.message)) throw error;
          return false;
        },
      ),
    );
    await until('the SOS call in the list', async () => (await total()) > before);
    keep({ device: { id, secret } });
    return `a new SOS of ${id} is in the list (${before + 1})`;
  },
  /** The device of the last call sends unreadable messages, as fast as they are accepted. */
  async flood(maxBytesPerSecond) {
    const { id, secret } = known().device;
    const client = await mqtt.connectAsync(MQTT, { clientId: id, username: id, password: secret });
    const rubbish = '{'.padEnd(1_000, 'x');
    const [began, seconds] = [Date.now(), 5];
    let bytes = 0;
    while (Date.now() < began + seconds * 1_000) {
      await Promise.all(
        Array.from({ length: 100 }, () => client.publishAsync(`tms/v1/${id}/up/sos`, rubbish, { qos: 1 })),
      );
      bytes += 100 * rubbish.length;
    }
    await client.endAsync();
    const rate = Math.round((bytes * 1_000) / (Date.now() - began));
    // what lay in buffers at the end is counted, too
    if (rate > 2 * Number(maxBytesPerSecond)) throw new Error(`${rate} bytes/s were accepted from one device`);
    return `of one device ${rate} bytes/s are accepted`;
  },
  /** How many calls there are; with a number, nothing else will do. */
  async calls(expected) {
    const rows = await ask('GET', '/api/sos', undefined, asMember());
    if (expected === undefined) return rows.length;
    if (rows.length !== Number(expected)) throw new Error(`${rows.length} SOS calls instead of ${expected}`);
    return `${rows.length} SOS calls are there`;
  },
  async many(count) {
    const all = await Promise.all(
      Array.from({ length: Number(count) }, () =>
        fetch(`${CONSOLE}/api/openapi.json`).then((r) => r.arrayBuffer().then(() => r.status)),
      ),
    );
    const bad = all.filter((status) => status !== 200);
    if (bad.length > 0) throw new Error(`${bad.length} of ${count} requests failed: ${[...new Set(bad)].join(', ')}`);
    return `${count} requests answered`;
  },
  async page(expectedProtocol) {
    const response = await fetch(`${CONSOLE}/`);
    const page = await response.text();
    const script = /src="(\/assets\/[^"]+\.js)"/u.exec(page)?.[1];
    const asset = await fetch(CONSOLE + script);
    const transport = response.headers.get('strict-transport-security');
    if (asset.status !== 200 || asset.headers.get('content-encoding') === null)
      throw new Error(`${script}: ${asset.status}, ${asset.headers.get('content-encoding')}`);
    if ((transport !== null) !== (expectedProtocol === 'https'))
      throw new Error(`Strict-Transport-Security is ${transport}`);
    return `the page and its scripts come compressed${transport === null ? '' : ', with Strict-Transport-Security'}`;
  },
  /** What must not answer from here. */
  async closed(...addresses) {
    const { connect } = await import('node:net');
    for (const address of addresses) {
      const [host, port] = address.split(':');
      const opened = await new Promise((done) => {
        const socket = connect({ host, port: Number(port), timeout: 3000 });
        for (const [event, is] of Object.entries({ connect: true, error: false, timeout: false }))
          socket.once(event, () => done((socket.destroy(), is)));
      });
      if (opened) throw new Error(`${address} can be reached`);
    }
    return `not to be reached: ${addresses.join(', ')}`;
  },
};

if (steps[step] === undefined) throw new Error(`there is no step ${step}`);
console.log(await steps[step](...args));
process.exit(0);
