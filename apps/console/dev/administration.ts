import {
  type AccessRow,
  administration,
  type ApiKey,
  apiKeys,
  type ChangeRow,
  type EventRow,
  type QuarantineRow,
} from '@headland/contracts/administration';
import { type EventName, eventNames } from '@headland/contracts/event-log';
import { type Kiosk, kiosks } from '@headland/contracts/kiosk';
import { Problem } from '../src/lib/call';
import { answer, type FakeAnswer } from '../src/testing/fake-back-end';
import { fleet } from './fleet';

/** A house with some history: logins, changes, a log that grows by an event every few seconds, and devices that nobody understands. */
export function administrationAnswers(): FakeAnswer[] {
  const now = Date.now();
  const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
  const agents = [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Whale/4.33.325.17 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 15; SM-S928N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  ];
  const acts: [AccessRow['action'], string | null][] = [
    ['loggedIn', null],
    ['codeSent', 'login'],
    ['loginFailed', null],
    ['codeRefused', 'login:dead'],
    ['lockedOut', null],
    ['loggedOut', 'elsewhere'],
    ['viewedInFull', null],
    ['passwordChanged', 'temporary'],
  ];
  const people = [
    ['kimms', '김민수', '본사', 'HEAD_OFFICE', 'ADMIN'],
    ['leesy01', '이서연', '전북지역본부', 'REGION', 'STAFF'],
    ['parkjh', '박지훈', '정읍대리점', 'AGENCY', 'ADMIN'],
  ] as const;
  const access = Array.from({ length: 63 }, (_, i): AccessRow => {
    const [action, detail] = acts[i % acts.length] ?? ['loggedIn', null];
    const [loginId, name, organization, groupType, role] = people[i % people.length] ?? people[0];
    const refused = action === 'loginFailed' || action === 'codeRefused' || action === 'lockedOut';
    const row = {
      id: 9_000 - i,
      at: ago(i * 47),
      action,
      detail,
      result: refused ? ('refused' as const) : ('done' as const),
      address: `10.20.3.${10 + (i % 9)}`,
    };
    return {
      ...row,
      loginId,
      userId: i,
      name,
      organization,
      groupType,
      role,
      agent: agents[i % agents.length] ?? null,
    };
  });
  const fields: [string, string | null, string | null][] = [
    ['role', 'STAFF', 'ADMIN'],
    ['phone', '010-5555-1234', '010-5555-9876'],
    ['active', 'true', 'false'],
    ['type', 'AGENCY', 'DEALER'],
    ['expiresAt', null, '2027-01-01T14:59:59.999Z'],
  ];
  const changes = Array.from({ length: 27 }, (_, i): ChangeRow => {
    const [field, from, to] = fields[i % fields.length] ?? ['name', null, null];
    const user = i % 5 < 3;
    return {
      id: (8_000 - Math.floor(i / 2)) * 1000 + (i % 2),
      number: 8_000 - Math.floor(i / 2),
      at: ago(Math.floor(i / 2) * 130),
      who: '김민수',
      act: i % 5 === 4 ? 'created' : 'changed',
      screen: i % 5 === 4 ? 'administrator' : 'organization',
      kind: i % 5 === 4 ? 'kiosk' : user ? 'user' : 'organization',
      recordId: String(i),
      record: i % 5 === 4 ? '종합상황실 1번' : user ? '이서연' : '정읍대리점',
      field,
      from,
      to,
      reason: i % 4 === 0 ? '인사 이동' : null,
      address: '10.20.3.11',
    };
  });
  const eventAt = (number: number, at: string): EventRow => {
    const name: EventName = eventNames[(number * 7) % eventNames.length] ?? 'device.connected';
    const vehicle = fleet[number % fleet.length];
    const about =
      name.startsWith('account') || name.startsWith('record') || name.startsWith('kiosk') || name.startsWith('member')
        ? undefined
        : vehicle;
    const states = {
      'device.connected': ['offline', 'online'],
      'sos.acknowledged': ['raised', 'acknowledged'],
      'fault.accepted': ['occurred', 'accepted'],
    } as const;
    const [from, to] = (states as Partial<Record<EventName, readonly [EventRow['from'], EventRow['to']]>>)[name] ?? [
      null,
      null,
    ];
    const by = about && (name.startsWith('device') || name.startsWith('engine')) ? null : '이서연';
    return {
      id: number,
      number,
      at,
      name,
      vehicleId: about?.id ?? null,
      vin: about?.vin ?? null,
      organization: '정읍대리점',
      subject: about ? `#${number % 90}` : '이서연',
      from,
      to,
      who: by,
    };
  };
  const firstNumber = 48_000;
  /** one each four seconds since the start */
  const events = (): EventRow[] => {
    const newest = firstNumber + Math.floor((Date.now() - now) / 4_000);
    return Array.from({ length: 400 }, (_, i) =>
      eventAt(newest - i, new Date(now + (newest - i - firstNumber) * 4_000).toISOString()),
    );
  };
  const reasons = ['schema', 'schema', 'schema', 'unknownDevice', 'undecodable', 'implausibleTime', 'topic'] as const;
  const held = (): QuarantineRow[] =>
    Array.from({ length: 90 + Math.floor((Date.now() - now) / 15_000) }, (_, i) => ({
      id: i + 1,
      at: ago((90 - i) * 21),
      topic: `hl/v1/HD24${String(1000 + (i % 40))}/up/telemetry`,
      device: `HD24${1000 + (i % 40)}`,
      reason: reasons[i % reasons.length] ?? 'schema',
      detail: i % 7 < 3 ? 'samples.0.engine: Invalid option: expected one of "on"|"off"' : null,
      bytes: 184 + i,
      same: i % 7 < 3 ? 10_000 : 1 + (i % 5),
    })).reverse();
  const wall = (id: number, more: Partial<Kiosk>): Kiosk => ({
    id,
    name: '종합상황실 1번',
    organizationId: 1,
    organization: '본사',
    sound: true,
    issuedAt: ago(40_000),
    issuedBy: '김민수',
    lastSeenAt: ago(0),
    screens: 2,
    expiresAt: null,
    revokedAt: null,
    revokedBy: null,
    above: false,
    ...more,
  });
  const walls = [
    wall(1, {}),
    wall(2, { name: '전북 상황실', organization: '전북지역본부', sound: false, screens: 1, expiresAt: ago(-90_000) }),
    wall(3, { name: '전시장', screens: 0, lastSeenAt: null, revokedAt: ago(3_000), revokedBy: '김민수' }),
  ];
  const keyed = (id: number, name: string): ApiKey => ({
    id,
    name,
    hint: 'q7Rw2k',
    issuedAt: ago(80_000),
    issuedBy: '김민수',
    lastUsedAt: id === 1 ? ago(3) : null,
    lastUsedAddress: id === 1 ? '10.40.0.5' : null,
    revokedAt: null,
    revokedBy: null,
    above: false,
  });
  const keys = [keyed(1, '창녕공장 출하 라인'), keyed(2, '시험 생산 라인')];
  const pageOf = <R>(rows: R[], { page, size, order }: { page: number; size: number; order: 'asc' | 'desc' }) => ({
    rows: (order === 'asc' ? [...rows].reverse() : rows).slice((page - 1) * size, page * size),
    total: rows.length,
  });
  const has = (text: string | null, part: string | undefined): boolean =>
    part === undefined || (text ?? '').toLowerCase().includes(part.toLowerCase());
  const one = <T extends { id: number }>(list: T[], id: number): T => {
    const found = list.find((x) => x.id === id);
    if (!found) throw new Problem('NOT_FOUND');
    return found;
  };
  return [
    answer(administration.access, ({ query: q }) =>
      pageOf(
        access.filter(
          (r) =>
            has(r.loginId, q.loginId) &&
            has(r.name, q.name) &&
            (q.result === undefined || r.result === q.result) &&
            (q.action.length === 0 || q.action.includes(r.action)) &&
            (q.role.length === 0 || (r.role !== null && q.role.includes(r.role))),
        ),
        q,
      ),
    ),
    answer(administration.changes, ({ query: q }) =>
      pageOf(
        changes.filter((r) => has(r.record, q.record) && has(r.field, q.field) && has(r.who, q.who)),
        q,
      ),
    ),
    answer(administration.events, ({ query: q }) =>
      pageOf(
        events().filter(
          (r) =>
            r.number > (q.after ?? 0) &&
            (q.number === undefined || r.number === q.number) &&
            has(r.vin, q.vehicle) &&
            (q.kind.length === 0 || q.kind.some((k) => r.name.startsWith(`${k}.`))) &&
            (q.name.length === 0 || q.name.includes(r.name)),
        ),
        q,
      ),
    ),
    answer(administration.quarantine, ({ query: q }) =>
      pageOf(
        held().filter(
          (r) =>
            r.id > (q.after ?? 0) &&
            (q.reason.length === 0 || q.reason.includes(r.reason)) &&
            has(r.device, q.device) &&
            has(r.topic, q.topic),
        ),
        q,
      ),
    ),
    answer(administration.quarantineCounts, () => ({
      reasons: [...new Set(reasons)]
        .map((reason) => ({ reason, count: held().filter((r) => r.reason === reason).length }))
        .sort((a, b) => b.count - a.count),
      discarded: 1_840,
    })),
    answer(administration.quarantined, ({ params }) => {
      const { same: _, ...row } = one(held(), params.id);
      const text = JSON.stringify({
        v: 1,
        seq: 4711,
        boot: 3,
        samples: [{ ts: now, engine: 'running', rpm: 1840, lat: 35.57, lon: 126.85, fuel: 62, coolant: 84 }],
      });
      return {
        ...row,
        vehicleId: 4,
        vin: fleet[3]?.vin ?? null,
        payload: Buffer.from(text).toString('base64'),
        cut: false,
      };
    }),
    answer(kiosks.list, () => walls),
    answer(kiosks.issue, ({ body }) => {
      const made = wall(walls.length + 1, {
        ...body,
        organization: '본사',
        screens: 0,
        lastSeenAt: null,
        issuedAt: new Date().toISOString(),
      });
      walls.unshift(made);
      return { ...made, token: 'Zk3u9mVbQ2x7Lr0pTn8sWd4yHc6fGa1eJiUoKqXvYt5' };
    }),
    answer(kiosks.revoke, ({ params }) =>
      Object.assign(one(walls, params.id), { revokedAt: new Date().toISOString(), revokedBy: '김민수', screens: 0 }),
    ),
    answer(apiKeys.list, () => keys),
    answer(apiKeys.issue, ({ body }) => {
      const made = { ...keyed(keys.length + 1, body.name), issuedAt: new Date().toISOString() };
      keys.unshift(made);
      return { ...made, key: 'q7Rw2kVbQ2x7Lr0pTn8sWd4yHc6fGa1eJiUoKqXvYt5' };
    }),
    answer(apiKeys.revoke, ({ params }) =>
      Object.assign(one(keys, params.id), { revokedAt: new Date().toISOString(), revokedBy: '김민수' }),
    ),
  ];
}
