import { createServer } from 'node:http';
import { connectAsync } from 'mqtt';
import { Client } from 'pg';
import { Server } from 'socket.io';
import { upTopic } from '@headland/contracts/device/envelope';
import { MinimalStreamPlan, type FromMinimalStream } from './minimal-stream-plan';

/**
 * The least that durable rows of a recording can cost on this stack: take a message from the broker, commit it, acknowledge it, show it to viewers of
 * this machine. No session, no validation, no duplicates, no gates, no access rules. The product's way from sample to pixel is measured against this.
 */
const plan = MinimalStreamPlan.parse(JSON.parse(process.env['BENCH_PLAN'] ?? 'null'));
const database = new Client({ connectionString: plan.databaseUrl });
await database.connect();
await database.query(
  'CREATE TABLE IF NOT EXISTS minimal_rows (device text NOT NULL, t0 bigint NOT NULL, rows jsonb NOT NULL, PRIMARY KEY (device, t0))',
);

const http = createServer();
const io = new Server(http, {
  transports: ['websocket'],
  perMessageDeflate: false,
  serveClient: false,
  cors: { origin: '*' },
});
io.on('connection', (socket) => void socket.join(String(socket.handshake.query['device'])));
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));

interface Rows {
  t0: number;
  period: number;
  rows: number[][];
}
const client = await connectAsync(plan.mqttUrl, { clientId: 'bench-stream', protocolVersion: 4 });
// the library acknowledges when this calls back: after the commit
client.handleMessage = (packet, done) => {
  const device = packet.topic.split('/')[2] ?? '';
  const { t0, period, rows } = JSON.parse(packet.payload.toString()) as Rows;
  database
    .query({
      name: 'row',
      text: 'INSERT INTO minimal_rows VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      values: [device, t0, JSON.stringify(rows)],
    })
    .then(() => {
      io.to(device).emit('rows', { t0, period, rows });
      done();
    })
    .catch((error: unknown) => done(error as Error));
};
await client.subscribeAsync(upTopic('+', 'stream'), { qos: 1 });
process.on('disconnect', () => process.exit());
const address = http.address();
const ready: FromMinimalStream = { type: 'ready', port: typeof address === 'object' && address ? address.port : 0 };
process.send?.(ready);
