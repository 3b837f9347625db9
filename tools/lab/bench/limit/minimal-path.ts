import { createServer } from 'node:http';
import { connect, type IClientOptions } from 'mqtt';
import { Client } from 'pg';
import { Server } from 'socket.io';
import { upTopic } from '@headland/contracts/device/envelope';
import { ColumnLiterals, createTable, insertRows, type MinimalMessage } from './minimal-rows';
import { MinimalPlan, type FromMinimal, type MinimalRow, type ToMinimal } from './minimal-plan';

/**
 * The least that durable telemetry can cost on this stack: take a message from the broker, put it with what else arrived into one commit, then
 * acknowledge it and show it. No validation, no latest state, no down/ack, no access rules, no log. The product is measured against this.
 */
const plan = MinimalPlan.parse(JSON.parse(process.env['BENCH_PLAN'] ?? 'null'));
const database = new Client({ connectionString: plan.databaseUrl });
await database.connect();
await createTable(database, new Date());

const http = createServer();
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));

interface Waiting {
  deviceId: number;
  message: MinimalMessage;
  receivedAt: string;
}
interface HeldAck {
  packet: unknown;
  rest: unknown[];
  connection: number;
}
let connection = 0;
let waiting: Waiting[] = [];
let acks: HeldAck[] = [];
let committed = 0;
let batches = 0;
let busy = false;

const v5: IClientOptions = {
  protocolVersion: 5,
  clean: false,
  properties: { receiveMaximum: plan.receiveMaximum, sessionExpiryInterval: 3600 },
};
const client = connect(plan.mqttUrl, {
  ...(plan.mqttVersion === 5 ? v5 : { protocolVersion: 4, clean: false }),
  clientId: 'bench-minimal',
  reconnectPeriod: 500,
});

// The callback of `handleMessage` both acknowledges and lets the parser go on, so awaiting a commit there means batches of one. Instead the
// parser goes on at once and the PUBACK is kept until the commit; one of a connection that is gone must never be sent.
type SendPacket = (packet: { cmd: string }, done?: () => void, ...rest: unknown[]) => void;
const send = (Reflect.get(client, '_sendPacket') as SendPacket).bind(client);
const holdPubacks: SendPacket = (packet, done, ...rest) => {
  if (packet.cmd !== 'puback') return send(packet, done, ...rest);
  acks.push({ packet, rest, connection });
  done?.();
};
Reflect.set(client, '_sendPacket', holdPubacks);
client.on('close', () => {
  connection += 1;
  waiting = [];
  acks = [];
});
client.on('error', (error) => {
  throw error;
});

const firstDigit = 'tms/v1/BENCH-'.length;
client.on('message', (topic, payload) => {
  waiting.push({
    deviceId: Number(topic.slice(firstDigit, topic.indexOf('/', firstDigit))),
    message: JSON.parse(payload.toString()) as MinimalMessage,
    receivedAt: new Date().toISOString(),
  });
  if (!busy) void flush();
});

async function flush(): Promise<void> {
  busy = true;
  // the parser hands over all that one chunk of the socket held before the first batch is cut
  await new Promise((resolve) => setImmediate(resolve));
  while (waiting.length > 0) {
    if (plan.lingerMs > 0 && waiting.length < plan.batchMax)
      await new Promise((resolve) => setTimeout(resolve, plan.lingerMs));
    await commit(waiting.splice(0, plan.batchMax));
  }
  busy = false;
}

async function commit(batch: Waiting[]): Promise<void> {
  if (batch.length === 0) return;
  const own = acks.splice(0, batch.length);
  const literals = new ColumnLiterals();
  for (const row of batch) literals.add(row.deviceId, row.message, `"${row.receivedAt}"`);
  await database.query({ ...insertRows, values: literals.take() });
  for (const ack of own) {
    if (ack.connection === connection) send(ack.packet as { cmd: string }, undefined, ...ack.rest);
  }
  committed += batch.length;
  batches += 1;
  const rows = batch.map(
    ({
      deviceId,
      message: {
        samples: [s],
      },
    }): MinimalRow => [deviceId, s.lat, s.lon, s.heading, s.speed],
  );
  io.emit('batch', rows);
}

await client.subscribeAsync(upTopic('+', 'telemetry'), { qos: 1 });
const post = (message: FromMinimal): void => {
  process.send?.(message);
};
process.on('message', ({ request }: ToMinimal) => post({ type: 'counted', request, committed, batches }));
process.on('disconnect', () => process.exit());
const address = http.address();
post({ type: 'ready', port: typeof address === 'object' && address ? address.port : 0 });
