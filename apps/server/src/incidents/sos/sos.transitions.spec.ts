import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint, Input } from '@headland/contracts/endpoint';
import { sosAlerts, sosStatuses, type SosStatus } from '@headland/contracts/sos';
import { sosTransitions, type SosAct } from '@headland/domain/sos';
import { sosUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../alerts/alerts.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { readLog } from '../../platform/event-log/log-reader';
import { SessionModule } from '../../people/session/session.module';
import { devicesOf, refusal } from '../../testing/alerts';
import { Refused, startServer, type TestServer } from '../../testing/server';
import {
  makeAccount,
  makeOrganizations,
  makeVehicle,
  type Account,
  type MadeVehicle,
  type Organizations,
} from '../../testing/world';
import { SosModule } from './sos.module';

let server: TestServer;
let orgs: Organizations;
let head: string;
let nami: string;
let namiAccount: Account;
let noa: string;
let region: string;
let vehicle: MadeVehicle;

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, AlertsModule, SosModule, DeliveriesModule], {
    config: { SOS_ESCALATE_S: 600 },
  });
  orgs = await makeOrganizations(server.database);
  head = await server.login(
    await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice, { name: '본사 관제' }),
  );
  namiAccount = await makeAccount(server.database, 'DEALER', 'STAFF', orgs.nami, { name: '나미 기사' });
  nami = await server.login(namiAccount);
  noa = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.noa));
  region = await server.login(await makeAccount(server.database, 'REGION', 'STAFF', orgs.south));
});
afterAll(() => server.stop());
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, orgs.nami);
});

async function raise(): Promise<number> {
  await devicesOf(server).sos(vehicle.deviceId, sosUp({ type: 'button' }));
  const [row] = await server.database.query<{ id: number }[]>(
    'SELECT max(id) AS id FROM sos_call WHERE device_id = $1',
    [vehicle.deviceId],
  );
  return row?.id ?? 0;
}
const stateOf = async (id: number): Promise<{ status: SosStatus; version: number } | undefined> =>
  (
    await server.database.query<{ status: SosStatus; version: number }[]>(
      'SELECT status, version FROM sos_call WHERE id = $1',
      [id],
    )
  )[0];
const eventsOf = async (id: number): Promise<string[]> =>
  (await readLog(server.database, 0, 100_000))
    .filter((e) => 'sos' in e.payload && e.payload.sos.id === id)
    .map((e) => e.name);

/** Each action with a valid body, so that only the state can refuse it. */
const acts: Record<SosAct, { endpoint: Endpoint; body?: () => object }> = {
  acknowledge: { endpoint: sosAlerts.acknowledge },
  dispatch: {
    endpoint: sosAlerts.dispatch,
    body: () => ({ agencyId: orgs.nami, person: '박서준', phone: '010-1234-5678', etaMinutes: 20 }),
  },
  correctDispatch: {
    endpoint: sosAlerts.correctDispatch,
    body: () => ({ person: '김하늘', phone: '010-8765-4321', etaMinutes: 5 }),
  },
  assign: { endpoint: sosAlerts.assign, body: () => ({ userId: namiAccount.userId }) },
  escalate: { endpoint: sosAlerts.escalate, body: () => ({ reason: 'no answer' }) },
  note: { endpoint: sosAlerts.note, body: () => ({ note: 'a word' }) },
  resolve: { endpoint: sosAlerts.resolve, body: () => ({ resolution: 'Pulled out', injured: 'no' }) },
  falseAlarm: { endpoint: sosAlerts.falseAlarm, body: () => ({ cause: 'test', resolution: 'A test' }) },
  reopen: { endpoint: sosAlerts.reopen, body: () => ({ reason: 'The driver called' }) },
};
const act = (name: SosAct, id: number, token: string): Promise<unknown> => {
  const { endpoint, body } = acts[name];
  return server.call(endpoint, { params: { id }, ...(body ? { body: body() } : {}) } as Input<Endpoint>, token);
};
/** How an SOS reaches each state. */
const into: Record<SosStatus, SosAct[]> = {
  raised: [],
  acknowledged: ['acknowledge'],
  dispatched: ['dispatch'],
  resolved: ['acknowledge', 'resolve'],
  falseAlarm: ['falseAlarm'],
};
async function sosIn(status: SosStatus): Promise<number> {
  const id = await raise();
  for (const name of into[status]) await act(name, id, head);
  expect(await stateOf(id)).toMatchObject({ status });
  return id;
}

describe.each(sosStatuses)('an SOS that is %s', (status) => {
  it.each(Object.keys(acts) as SosAct[])('answers to %s as the table of the states says', async (name) => {
    const id = await sosIn(status);
    const before = await stateOf(id);
    const allowed = sosTransitions[name][status];
    const events = await eventsOf(id);
    if (sosStatuses.some((s) => s === allowed)) {
      await act(name, id, nami);
      expect((await stateOf(id))?.status).toBe(allowed);
      expect((await eventsOf(id)).length).toBeGreaterThan(events.length);
    } else {
      expect(await refusal(act(name, id, nami))).toEqual([409, allowed]);
      // a refused action changes nothing
      expect(await stateOf(id)).toEqual(before);
      expect(await eventsOf(id)).toEqual(events);
    }
  });
});

it('the table forbids what the product forbids: to resolve what nobody saw, to go back, and anything after the end but to take back a false alarm', () => {
  expect(sosTransitions.resolve.raised).toBe('SOS_NOT_ACKNOWLEDGED');
  expect(sosTransitions.acknowledge.dispatched).toBe('SOS_ALREADY_ACKNOWLEDGED');
  expect(sosTransitions.dispatch.dispatched).toBe('SOS_ILLEGAL_STEP');
  for (const name of Object.keys(acts) as SosAct[])
    for (const end of ['resolved', 'falseAlarm'] as const)
      expect(sosTransitions[name][end], name).toBe(
        name === 'reopen' && end === 'falseAlarm' ? 'acknowledged' : 'SOS_CLOSED',
      );
});

it('two who acknowledge in the same moment: one wins, the other sees by whom and when', async () => {
  for (let round = 0; round < 5; round++) {
    vehicle = await makeVehicle(server.database, orgs.nami);
    const id = await raise();
    const answers = await Promise.allSettled(
      [head, nami].map((token) => server.call(sosAlerts.acknowledge, { params: { id } }, token)),
    );
    const won = answers.find((a) => a.status === 'fulfilled')?.value;
    const lost = answers.find((a) => a.status === 'rejected')?.reason as unknown;
    expect(lost).toBeInstanceOf(Refused);
    expect(won).toMatchObject({ status: 'acknowledged' });
    expect(['본사 관제', '나미 기사']).toContain(won?.acknowledgedBy);
    const { status, error } = lost as Refused;
    expect([status, error.code, error.values]).toEqual([
      409,
      'SOS_ALREADY_ACKNOWLEDGED',
      { by: won?.acknowledgedBy, at: won?.acknowledgedAt },
    ]);
    expect(error.message).toContain(won?.acknowledgedBy ?? '?');
    expect(await eventsOf(id)).toEqual(['sos.raised', 'sos.acknowledged']);
  }
});

it('two who close an SOS differently at the same moment: it ends once', async () => {
  const id = await sosIn('acknowledged');
  const answers = await Promise.all([refusal(act('resolve', id, head)), refusal(act('falseAlarm', id, nami))]);
  expect(answers).toContain('allowed');
  expect(answers).toContainEqual([409, 'SOS_CLOSED']);
  expect((await eventsOf(id)).filter((name) => name === 'sos.resolved' || name === 'sos.falseAlarm')).toHaveLength(1);
});

describe('an agency that guesses the number of another’s call', () => {
  const guesses: [string, (id: number) => [Endpoint, object]][] = [
    ['get', (id) => [sosAlerts.get, { params: { id } }]],
    ['incident', (id) => [sosAlerts.incident, { params: { id } }]],
    ['handlers', (id) => [sosAlerts.handlers, { params: { id } }]],
    ['evidence', (id) => [sosAlerts.evidence, { params: { id } }]],
    ['makeEvidence', (id) => [sosAlerts.makeEvidence, { params: { id } }]],
    ['evidenceFile', (id) => [sosAlerts.evidenceFile, { params: { id, sheet: 1 } }]],
    ...(Object.keys(acts) as SosAct[]).map((name): [string, (id: number) => [Endpoint, object]] => [
      name,
      (id) => [acts[name].endpoint, { params: { id }, ...(acts[name].body ? { body: acts[name].body?.() } : {}) }],
    ]),
  ];
  it.each(guesses)('learns nothing by %s, not even that it exists', async (_, of) => {
    const id = await raise();
    for (const token of [noa, region]) {
      const [endpoint, input] = of(id);
      const real = await server.send(endpoint, input, token);
      const [, nothing] = of(2_000_000_000);
      const none = await server.send(endpoint, nothing, token);
      expect([real.status, none.status]).toEqual([404, 404]);
      const shown = async (response: Response): Promise<unknown> => ({
        ...((await response.json()) as { error: { reference: string } }).error,
        reference: '',
      });
      expect(await shown(real)).toEqual(await shown(none));
    }
    expect(await stateOf(id)).toEqual({ status: 'raised', version: 1 });
    expect(await eventsOf(id)).toEqual(['sos.raised']);
  });
});
