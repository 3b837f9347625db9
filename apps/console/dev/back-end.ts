import type { IncomingMessage } from 'node:http';
import type { EventName, LoggedEvent } from '@headland/contracts/event-log';
import {
  type Cluster,
  cellPixels,
  clusterFrom,
  framePixels,
  markFlags,
  packFrame,
  type Single,
  splitZoom,
} from '@headland/contracts/live-frame';
import type { ViewportSubscription, ResumeAnswer } from '@headland/contracts/live';
import type { VehicleRow } from '@headland/contracts/vehicle';
import { Server, type Socket } from 'socket.io';
import type { ViteDevServer } from 'vite';
import { fakeBackEnd } from '../src/testing/fake-back-end';
import { devAnswers } from './answers';
import { newSos, sosRows } from './alerts';
import { fleet, nowOf } from './fleet';
import { onDiagnosis, tickSession } from './service';

/** A fake back end inside the dev server: REST over the endpoint objects, and a stream that moves the fleet and raises a call now and then. */
export function serveFake(server: ViteDevServer, sosAfterMs: number): void {
  const log: LoggedEvent[] = [];
  const sockets = new Map<Socket, ViewportSubscription>();
  const emit = (name: EventName, payload: unknown) => {
    const event = { number: log.length + 1, at: new Date().toISOString(), name, payload, by: null } as LoggedEvent;
    log.push(event);
    for (const socket of sockets.keys()) socket.emit('event', event);
  };
  const serve = fakeBackEnd(devAnswers(emit, token));
  server.middlewares.use('/api', (request, response) => {
    void bodyOf(request)
      .then((body) => serve({ method: request.method ?? 'GET', url: `/api${request.url ?? ''}`, body }))
      .then((answer) => {
        const { file } = answer;
        const disposition = file?.name ? { 'content-disposition': `attachment; filename="${file.name}"` } : {};
        response.writeHead(answer.status, { 'content-type': file?.type ?? 'application/json', ...disposition });
        response.end(file ? Buffer.from(file.bytes) : JSON.stringify(answer.body));
      });
  });
  if (!server.httpServer) return;
  const io = new Server(server.httpServer as never, { path: '/socket.io', transports: ['websocket'] });
  io.on('connection', (socket) => {
    sockets.set(socket, { map: null, vehicles: [] });
    socket.on('resume', ({ after }: { after: number | null }, reply: (a: ResumeAnswer) => void) => {
      for (const event of after === null ? [] : log.slice(after)) socket.emit('event', event);
      reply({ mode: 'live', head: log.length, headAt: log.at(-1)?.at ?? null });
      beat(socket);
    });
    socket.on('look', (look: ViewportSubscription) => {
      sockets.set(socket, look);
      show(socket, look);
    });
    socket.on('follow', ({ sessionId }: { sessionId: number | null }, reply: (a: { following: boolean }) => void) =>
      reply({ following: sessionId !== null }),
    );
    socket.on('disconnect', () => sockets.delete(socket));
  });
  const beat = (socket: Socket) => {
    socket.emit('beat', { at: Date.now(), head: log.length, newestAt: Date.now() - 700 });
    const on = fleet.filter((v) => v.state === 'drive' || v.state === 'work' || v.state === 'idle').length;
    socket.emit('counts', {
      vehicles: fleet.length,
      online: fleet.filter((v) => v.online).length,
      engineOn: on,
      offline: fleet.filter((v) => v.state === 'offline').length,
    });
  };
  onDiagnosis((frame) => {
    for (const socket of sockets.keys()) socket.emit('diagnosis', frame);
  });
  const timers = [
    setInterval(tickSession, 1_000),
    setInterval(() => {
      for (const s of sockets.keys()) beat(s);
    }, 2_000),
    setInterval(() => {
      move();
      for (const [socket, look] of sockets) show(socket, look);
    }, 1_000),
  ];
  let raised = false;
  setInterval(() => {
    if (raised || sockets.size === 0) return;
    raised = true;
    setTimeout(() => {
      const row = newSos(4730, fleet[77] as VehicleRow, 'rollover', 'raised', 2);
      sosRows.push(row);
      emit('sos.raised', { sos: row });
    }, sosAfterMs);
  }, 500);
  server.httpServer.on('close', () => timers.forEach(clearInterval));
}

function move(): void {
  for (const v of fleet) {
    if (v.lat === null || v.lon === null || v.heading === null || (v.state !== 'drive' && v.state !== 'work')) continue;
    v.heading = (v.heading + (Math.random() - 0.5) * 14 + 360) % 360;
    const metres = ((v.speed ?? 0) / 3.6) * 4;
    v.lat += (Math.cos((v.heading * Math.PI) / 180) * metres) / 111_000;
    v.lon += (Math.sin((v.heading * Math.PI) / 180) * metres) / 90_000;
    v.lastSeenAt = new Date().toISOString();
  }
}

function show(socket: Socket, look: ViewportSubscription): void {
  for (const id of look.vehicles) {
    const v = fleet[id - 1];
    if (v) socket.emit('vehicle', nowOf(v));
  }
  if (!look.map) return;
  const { zoom, west, east, north, south } = look.map;
  const n = Math.max(1, (256 * 2 ** zoom) / framePixels);
  const clamp = (t: number) => Math.max(0, Math.min(n - 1, Math.floor(t)));
  for (let x = clamp(mx(west) * n); x <= clamp(mx(east) * n); x++) {
    for (let y = clamp(my(north) * n); y <= clamp(my(south) * n); y++)
      socket.emit('map', packFrame({ zoom, x, y, at: Date.now(), ...marksOf(zoom, n, x, y) }));
  }
}

function marksOf(zoom: number, n: number, x: number, y: number): { singles: Single[]; clusters: Cluster[] } {
  const cells = new Map<string, VehicleRow[]>();
  const across = (256 * 2 ** zoom) / cellPixels;
  for (const v of fleet) {
    if (v.lat === null || v.lon === null || Math.floor(mx(v.lon) * n) !== x || Math.floor(my(v.lat) * n) !== y)
      continue;
    const key = `${Math.floor(mx(v.lon) * across)} ${Math.floor(my(v.lat) * across)}`;
    cells.set(key, [...(cells.get(key) ?? []), v]);
  }
  const singles: Single[] = [];
  const clusters: Cluster[] = [];
  for (const members of cells.values()) {
    if (zoom > splitZoom || members.length < clusterFrom) singles.push(...members.map(single));
    else {
      singles.push(...members.filter((v) => v.openSos > 0).map(single));
      const sum = (f: (v: VehicleRow) => boolean) => members.filter(f).length;
      clusters.push({
        lat: members.reduce((a, v) => a + (v.lat ?? 0), 0) / members.length,
        lon: members.reduce((a, v) => a + (v.lon ?? 0), 0) / members.length,
        count: members.length,
        now: sum((v) => v.worstFault === 'critical' || v.openSos > 0),
        today: sum((v) => v.worstFault === 'major'),
        watch: sum((v) => v.worstFault === 'minor'),
        normal: sum((v) => !v.worstFault && (v.state === 'drive' || v.state === 'work' || v.state === 'idle')),
      });
    }
  }
  return { singles, clusters };
}

function single(v: VehicleRow): Single {
  const raised = sosRows.some((c) => c.vehicle.id === v.id && c.status === 'raised');
  const flags =
    (v.worstFault ? markFlags[v.worstFault] : 0) |
    (raised ? markFlags.sosRaised : v.openSos > 0 ? markFlags.sosOpen : 0);
  return { id: v.id, lat: v.lat ?? 0, lon: v.lon ?? 0, heading: v.heading, state: v.state, flags };
}

const mx = (lon: number) => (lon + 180) / 360;
const my = (lat: number) => (1 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / Math.PI) / 2;

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? null : Buffer.concat(chunks).toString('utf8');
}

function token(groupType: string, role: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub: '3', sid: String(Math.random()), name: '김민수', roles: [`${groupType}_${role}`], groupType, organizationId: 1 })}.x`;
}
