import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { packFrame, type Single } from '@headland/contracts/live-frame';
import { basePosition } from '../load/load-message';
import { splitStamp, stampNow } from '../measure/stamp';
import { BareBroadcastPlan, type FromBareBroadcast } from './bare-broadcast-plan';

/**
 * Lower bound of a broadcast: one packed frame of a number of vehicles, a number of times a second, to everyone,
 * dropped for clients that do not read. No access rules, no views, no database. The fan-out of the product is compared
 * with it.
 */
const plan = BareBroadcastPlan.parse(JSON.parse(process.env['BENCH_PLAN'] ?? 'null'));
const http = createServer();
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));

const bases = Array.from({ length: plan.vehicles }, (_, i) => basePosition(i));
let frames = 0;
setInterval(() => {
  const [hi, lo] = splitStamp(stampNow());
  const singles = bases.map(([lat, lon], i): Single => ({
    id: i + 1,
    lat: Number(lat) + hi * 1e-7,
    lon: Number(lon) + lo * 1e-7,
    heading: i % 360,
    state: 'work',
    flags: 0,
  }));
  const frame = packFrame({ zoom: 14, x: 0, y: 0, at: Date.now(), singles, clusters: [] });
  (plan.volatile ? io.volatile : io).emit('map', frame);
  frames += 1;
}, 1000 / plan.framesPerS);

const send = (message: FromBareBroadcast): void => {
  process.send?.(message);
};
setInterval(() => send({ type: 'progress', frames }), 100);
process.on('disconnect', () => process.exit());
const address = http.address();
send({ type: 'ready', port: typeof address === 'object' && address ? address.port : 0 });
