import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { app, type AppTokens } from '@headland/contracts/app';
import { customers } from '@headland/contracts/customer';
import type { Endpoint } from '@headland/contracts/endpoint';
import { accessHeader, session } from '@headland/contracts/session';
import { CustomersModule } from '../customers/customers.module';
import { insertDeliveries } from '../../messages/deliveries/deliveries.module';
import { SessionModule } from '../../people/session/session.module';
import { asApp, TestApp } from '../../testing/app';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { AppMembersModule } from './app-members.module';

let server: TestServer;
let at: Organizations;
let members: TestApp;
let now = Date.parse('2026-11-20T03:00:00Z');
const minutes = (n: number): void => void (now += n * 60_000);
beforeAll(async () => {
  server = await startServer([SessionModule, CustomersModule, AppMembersModule], { clock: () => new Date(now) });
  at = await makeOrganizations(server.database);
  members = new TestApp(server);
});
const logIn = async (): Promise<string> =>
  server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
afterAll(() => server.stop());

let counter = 1000;
const newPhone = (): string => `010-7777-${++counter}`;
const refusal = async (call: Promise<unknown>): Promise<Refused['error'] & { status: number }> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refused) return { ...error.error, status: error.status };
    throw error;
  }
  throw new Error('it was allowed');
};
const rowOf = async (id: number): Promise<Record<string, unknown>> =>
  (
    await server.database.query<Record<string, unknown>[]>(
      'SELECT *, birth_on::text AS birth FROM customer WHERE id = $1',
      [id],
    )
  )[0] ?? {};
const customerOf = async (name: string, phone: string, more = ''): Promise<number> =>
  (
    await server.database.query<{ id: number }[]>(
      `INSERT INTO customer (name, phone, organization_id ${more && ', app_status, joined_at'}) VALUES ($1, $2, $3 ${more && `, '${more}', now()`}) RETURNING id`,
      [name, phone, at.nami],
    )
  )[0]?.id ?? 0;

describe('a phone of another country with the same national number', () => {
  it('opens nothing of a member, and joins as somebody else', async () => {
    const phone = newPhone();
    const { customerId } = await members.join(phone, { name: '홍길동' });
    const foreign = { phone: phone.replaceAll('-', ''), country: '20' };
    minutes(2);
    const { smsId } = await server.call(app.sendCode, { body: foreign }, null);
    const code = await server.codeOf(smsId);
    expect(await server.call(app.confirmCode, { body: { smsId, code } }, null)).toEqual({
      confirmed: true,
      joined: false,
    });
    expect((await refusal(server.call(app.login, { body: { smsId } }, null))).code).toBe('APP_NOT_JOINED');
    minutes(2);
    const other = await server.call(
      app.join,
      {
        body: {
          smsId: await members.prove(foreign.phone, foreign.country),
          name: '홍길동',
          birthOn: '1970-05-20',
          terms: ['service', 'privacy', 'location'],
        },
      },
      null,
    );
    expect(other.customerId).not.toBe(customerId);
    minutes(2);
    expect((await members.logIn(phone)).customerId).toBe(customerId);
  });

  it('is the same phone where old data has its country in the number', async () => {
    const id = await customerOf('John Deer', '+12125550177', 'registered');
    expect(
      (await server.call(app.login, { body: { smsId: await members.prove('2125550177', '1') } }, null)).customerId,
    ).toBe(id);
  });

  it('ends the sessions of the app when a customer gets it', async () => {
    const phone = '2125550188';
    const id = await customerOf('Jane Deer', phone, 'registered');
    await server.database.query("UPDATE customer SET country = '1' WHERE id = $1", [id]);
    const tokens = await server.call(app.login, { body: { smsId: await members.prove(phone, '1') } }, null);
    const head = await logIn();
    const { version } = await server.call(customers.get, { params: { id } }, head);
    const person = { name: 'Jane Deer', birthOn: '1970-05-20', address: '1 Field Lane', dealerId: at.nami };
    const terms = { service: true, privacy: true, location: true, way: 'paper' as const, givenOn: '2026-11-19' };
    await server.call(
      customers.change,
      { params: { id }, body: { ...person, ...terms, country: '44', phone, version } },
      head,
    );
    expect((await refusal(members.call(app.me, {}, tokens.accessToken))).status).toBe(401);
  });
});

describe('joining', () => {
  it('makes a member of the app, with the answers to the terms in their present version', async () => {
    const phone = newPhone();
    const tokens = await members.join(phone, {
      name: '홍길동',
      birthOn: '1961-02-03',
      id: 'Gildong61',
      terms: ['service', 'privacy', 'location'],
    });
    const me = await members.call(app.me, {}, tokens.accessToken);
    expect(me).toMatchObject({
      name: '홍길동',
      birthOn: '1961-02-03',
      phone,
      loginId: 'Gildong61',
      dealer: null,
      vehicles: [],
      termsDue: [],
      unreadMessages: 0,
    });
    const terms = await members.call(app.terms, {}, tokens.accessToken);
    expect(terms.map((t) => [t.term, t.answer?.agreed, t.answer?.on])).toEqual([
      ['service', true, '2026-11-20'],
      ['privacy', true, '2026-11-20'],
      ['location', true, '2026-11-20'],
      ['marketing', false, '2026-11-20'],
      ['assistant', false, '2026-11-20'],
    ]);
    const events = await server.database.query<{ name: string; text: string; address: string | null }[]>(
      "SELECT name, payload::text AS text, address FROM event_log WHERE payload->>'customerId' = $1 OR payload->>'id' = $1",
      [String(me.id)],
    );
    expect(events.map((e) => e.name)).toEqual(['record.created', 'customer.joined']);
    // the log is kept for good, and contains no personal data and no location of the phone
    for (const text of ['홍길동', '1961', phone]) expect(JSON.stringify(events)).not.toContain(text);
    expect(events.map((e) => e.address)).toEqual([null, null]);
  });

  it('of somebody who is a customer already makes that one a member', async () => {
    const phone = newPhone();
    const id = await customerOf('김민수', phone);
    expect((await members.join(phone, { name: '김민수', birthOn: '1958-01-01' })).customerId).toBe(id);
    const row = await rowOf(id);
    expect(row).toMatchObject({ app_status: 'registered', birth: '1958-01-01', organization_id: at.nami });
    expect(row.joined_at).not.toBeNull();
    minutes(2);
    expect((await members.logIn(phone)).customerId).toBe(id);
  });

  it('with a phone that belongs to somebody else is refused, and reveals nothing of them', async () => {
    const phone = newPhone();
    const id = await customerOf('박영희', phone);
    await server.database.query("UPDATE customer SET birth_on = '1950-05-05' WHERE id = $1", [id]);
    const other = await refusal(members.join(phone, { name: '이철수' }));
    expect([other.status, other.code]).toEqual([409, 'CUSTOMER_DIFFERS']);
    expect(JSON.stringify(other)).not.toContain('박영희');
    now += 61_000;
    expect((await refusal(members.join(phone, { name: '박영희', birthOn: '1951-05-05' }))).code).toBe(
      'CUSTOMER_DIFFERS',
    );
    expect(await rowOf(id)).toMatchObject({ app_status: 'registered', joined_at: null, birth: '1950-05-05' });
  });

  it('twice is refused, also at the same moment', async () => {
    const phone = newPhone();
    const [one, two] = [await members.prove(phone), (minutes(2), await members.prove(phone))];
    const body = (smsId: string) => ({
      smsId,
      name: '정다은',
      birthOn: '1990-01-01',
      terms: ['service' as const, 'privacy' as const, 'location' as const],
    });
    const both = await Promise.allSettled(
      [one, two].map((smsId) => server.call(app.join, { body: body(smsId) }, null)),
    );
    expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await server.database.query('SELECT count(*)::int AS n FROM customer WHERE phone = $1', [phone])).toEqual([
      { n: 1 },
    ]);
    minutes(2);
    expect((await refusal(members.join(phone, { name: '정다은', birthOn: '1990-01-01' }))).code).toBe(
      'APP_ALREADY_JOINED',
    );
  });

  it('needs the required terms, a birth date that has been, a free ID and a phone that was proven', async () => {
    const phone = newPhone();
    const smsId = await members.prove(phone);
    const join = (over: object) =>
      refusal(
        server.call(
          app.join,
          {
            body: { smsId, name: '최지우', birthOn: '1990-01-01', terms: ['service', 'privacy', 'location'], ...over },
          },
          null,
        ),
      );
    expect((await join({ terms: ['service', 'privacy'] })).fields).toEqual({ terms: 'field.terms' });
    expect((await join({ birthOn: '2026-11-21' })).fields).toEqual({ birthOn: 'field.birth' });
    expect((await join({ id: 'gildong61' })).fields).toEqual({ id: 'field.idTaken' });
    expect((await join({ smsId: '00000000-0000-4000-8000-000000000000' })).fields).toEqual({ smsId: 'field.smsOk' });
    const sent = await server.call(app.sendCode, { body: { phone: newPhone() } }, null);
    expect((await join({ smsId: sent.smsId })).fields).toEqual({ smsId: 'field.smsOk' });
    // the code was valid all the time, and is valid once
    const tokens = await server.call(
      app.join,
      { body: { smsId, name: '최지우', birthOn: '1990-01-01', terms: ['service', 'privacy', 'location'] } },
      null,
    );
    expect(tokens.customerId).toBeGreaterThan(0);
    expect((await refusal(server.call(app.login, { body: { smsId } }, null))).fields).toEqual({ smsId: 'field.smsOk' });
  });
});

describe('logging in', () => {
  it('an unknown phone is answered like a known one until the code is confirmed', async () => {
    const [known, unknown] = [newPhone(), newPhone()];
    await members.join(known, { name: '강하늘' });
    minutes(2);
    const [a, b] = [
      await server.call(app.sendCode, { body: { phone: known } }, null),
      await server.call(app.sendCode, { body: { phone: unknown } }, null),
    ];
    expect(Object.keys(a)).toEqual(Object.keys(b));
    expect({ ...a, smsId: '', phone: '' }).toEqual({ ...b, smsId: '', phone: '' });
    for (const { smsId } of [a, b]) {
      const wrong = await refusal(server.call(app.confirmCode, { body: { smsId, code: await notOf(smsId) } }, null));
      expect([wrong.code, wrong.values]).toEqual(['SMS_CODE_WRONG', { left: 4 }]);
      expect((await refusal(server.call(app.login, { body: { smsId } }, null))).fields).toEqual({
        smsId: 'field.smsOk',
      });
    }
    const confirm = async (smsId: string) =>
      server.call(app.confirmCode, { body: { smsId, code: await server.codeOf(smsId) } }, null);
    expect(await confirm(a.smsId)).toEqual({ confirmed: true, joined: true });
    expect(await confirm(b.smsId)).toEqual({ confirmed: true, joined: false });
    expect((await refusal(server.call(app.login, { body: { smsId: b.smsId } }, null))).code).toBe('APP_NOT_JOINED');
  });
  const notOf = async (smsId: string): Promise<string> =>
    (await server.codeOf(smsId)) === '000000' ? '000001' : '000000';

  it('five wrong codes end the challenge; two codes are a minute apart', async () => {
    const { smsId } = await server.call(app.sendCode, { body: { phone: newPhone() } }, null);
    for (let i = 0; i < 5; i++)
      await refusal(server.call(app.confirmCode, { body: { smsId, code: await notOf(smsId) } }, null));
    expect(
      (await refusal(server.call(app.confirmCode, { body: { smsId, code: await server.codeOf(smsId) } }, null))).code,
    ).toBe('SMS_CODE_DEAD');
    const phone = newPhone();
    await server.call(app.sendCode, { body: { phone } }, null);
    const soon = await refusal(server.call(app.sendCode, { body: { phone } }, null));
    expect([soon.status, soon.code]).toEqual([429, 'SMS_TOO_SOON']);
  });

  it('a code of the app is none for staff, nor the other way round', async () => {
    const phone = newPhone();
    await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', at.headOffice, { phone, name: '민지수' });
    const found = await server.call(session.findIdSend, { body: { name: '민지수', phone } }, null);
    expect(
      (
        await refusal(
          server.call(app.confirmCode, { body: { smsId: found.smsId, code: await server.codeOf(found.smsId) } }, null),
        )
      ).code,
    ).toBe('SMS_CODE_DEAD');
    const { smsId } = await server.call(app.sendCode, { body: { phone } }, null);
    expect(
      (await refusal(server.call(session.findIdConfirm, { body: { smsId, code: await server.codeOf(smsId) } }, null)))
        .code,
    ).toBe('SMS_CODE_DEAD');
  });

  it('a phone that old data gave to two members opens neither', async () => {
    const phone = newPhone();
    await customerOf('윤서연', phone, 'registered');
    await customerOf('윤서준', phone, 'registered');
    expect((await refusal(members.logIn(phone))).code).toBe('CUSTOMER_DIFFERS');
  });
});

describe('tokens', () => {
  let phone: string;
  let tokens: AppTokens;
  const fresh = async (): Promise<void> => {
    phone = newPhone();
    tokens = await members.join(phone, { name: '오세훈' });
  };
  const me = (token: string) => members.call(app.me, {}, token);
  const renew = (refreshToken: string) => server.call(app.refresh, { body: { refreshToken } }, null);

  it('an access token is good for 15 minutes, a refresh token once; its second use ends the session for both who hold it, but where the answer was lost', async () => {
    await fresh();
    minutes(14);
    expect((await me(tokens.accessToken)).id).toBe(tokens.customerId);
    minutes(2);
    expect(await refusal(me(tokens.accessToken))).toMatchObject({ status: 401, code: 'E0802' });
    await renew(tokens.refreshToken);
    minutes(1);
    const next = await renew(tokens.refreshToken);
    expect((await me(next.accessToken)).id).toBe(tokens.customerId);
    expect(await refusal(renew(tokens.refreshToken))).toMatchObject({ status: 401, code: 'E0803' });
    expect((await refusal(me(next.accessToken))).code).toBe('E0105');
    expect((await refusal(renew(next.refreshToken))).code).toBe('E0803');
    // the customer's other session continues
    expect((await members.logIn(phone)).customerId).toBe(tokens.customerId);
  });

  it('neither kind passes for the other, nor one of staff for one of the app', async () => {
    await fresh();
    const staff = await logIn();
    expect((await refusal(me(tokens.refreshToken))).code).toBe('BAD_TOKEN');
    expect((await refusal(renew(tokens.accessToken))).code).toBe('E0803');
    expect((await refusal(me(staff))).code).toBe('BAD_TOKEN');
    const asStaff = async (token: string) =>
      ((await (await server.send(customers.list, {}, token)).json()) as { error: { code: string } | null }).error?.code;
    expect(await asStaff(tokens.accessToken)).toBe('BAD_TOKEN');
    expect(await asStaff(staff)).toBeUndefined();
    // staff are refused
    expect((await server.send(app.me, {}, staff)).status).toBe(403);
    const both = await fetch(`${server.url}${app.me.path}`, {
      headers: { [accessHeader]: staff, ...asApp(tokens.accessToken) },
    });
    expect(both.status).toBe(403);
    expect((await server.send(app.me, {}, null)).status).toBe(401);
    expect((await server.send(app.me, {}, null, { authorization: `bearer ${tokens.accessToken}` })).status).toBe(401);
    const [head, body, signature] = tokens.accessToken.split('.') as [string, string, string];
    const forged = Buffer.from(
      JSON.stringify({ ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), customer: 1 }),
    ).toString('base64url');
    expect((await refusal(me(`${head}.${forged}.${signature}`))).code).toBe('BAD_TOKEN');
  });

  it('logging out ends this session and no other', async () => {
    await fresh();
    minutes(2);
    const second = await members.logIn(phone);
    await members.call(app.logout, {}, second.accessToken);
    expect((await refusal(me(second.accessToken))).code).toBe('E0105');
    expect((await refusal(renew(second.refreshToken))).code).toBe('E0803');
    expect((await me(tokens.accessToken)).id).toBe(tokens.customerId);
  });

  it('of a sixth telephone logs out the first', async () => {
    await fresh();
    const all = [tokens];
    for (let i = 0; i < 5; i++) {
      minutes(2);
      all.push(await members.logIn(phone));
    }
    const open = await Promise.all(
      all.map((t) =>
        me(t.accessToken).then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(open).toEqual([false, true, true, true, true, true]);
  });
});

describe('what a member reads', () => {
  it('is the own, and nothing of another customer', async () => {
    const [one, two] = [
      await members.join(newPhone(), { name: '서지훈' }),
      await members.join(newPhone(), { name: '한소희' }),
    ];
    const mine = await makeVehicle(server.database, at.nami);
    const theirs = await makeVehicle(server.database, at.nami);
    await server.database.query(
      'UPDATE vehicle SET customer_id = CASE id WHEN $1 THEN $2::int ELSE $4::int END WHERE id IN ($1, $3)',
      [mine.id, one.customerId, theirs.id, two.customerId],
    );
    const me = await members.call(app.me, {}, one.accessToken);
    expect(me.vehicles).toMatchObject([{ id: mine.id, vin: mine.vin, dealer: { name: 'Nami' }, engineHours: null }]);
    expect(JSON.stringify(me)).not.toContain(theirs.vin);

    const note = (customerId: number, more: object = {}) => ({
      reason: `test:${customerId}:${JSON.stringify(more)}`,
      channel: 'app' as const,
      recipient: 'x',
      address: String(customerId),
      text: `to ${customerId}`,
      customerId,
      ...more,
    });
    const about = { subject: 'customer' as const, subjectId: 1, organizationId: at.nami };
    await insertDeliveries(
      server.database,
      about,
      [
        note(one.customerId),
        note(two.customerId),
        note(one.customerId, { secret: true }),
        note(one.customerId, { channel: 'sms' }),
      ],
      new Date(now),
    );
    await server.database.query("UPDATE delivery SET state = 'sent' WHERE subject = 'customer'");
    const { rows } = await members.call(app.messages, {}, one.accessToken);
    expect(rows.map((m) => [m.text, m.readAt])).toEqual([[`to ${one.customerId}`, null]]);
    const [foreign] = (await members.call(app.messages, {}, two.accessToken)).rows;
    expect(
      await refusal(members.call(app.readMessage, { params: { id: foreign?.id ?? 0 } }, one.accessToken)),
    ).toMatchObject({ status: 404 });
    await members.call(app.readMessage, { params: { id: rows[0]?.id ?? 0 } }, one.accessToken);
    expect((await members.call(app.me, {}, one.accessToken)).unreadMessages).toBe(0);
    expect((await members.call(app.me, {}, two.accessToken)).unreadMessages).toBe(1);
  });

  it('the terms: optional ones are given and withdrawn, an outdated text is refused', async () => {
    const { accessToken, customerId } = await members.join(newPhone(), {
      name: '남주혁',
      terms: ['service', 'privacy', 'location'],
    });
    const [{ version = '' } = {}] = await server.call(app.presentTerms, {}, null);
    const answer = (term: 'service' | 'marketing', agreed: boolean, of = version) =>
      members.call(app.answerTerm, { params: { term }, body: { version: of, agreed } }, accessToken);
    const marketing = (terms: Awaited<ReturnType<typeof answer>>) =>
      terms.find((t) => t.term === 'marketing')?.answer?.agreed;
    expect(marketing(await answer('marketing', true))).toBe(true);
    expect(marketing(await answer('marketing', true))).toBe(true);
    expect(marketing(await answer('marketing', false))).toBe(false);
    expect(await refusal(answer('service', false))).toMatchObject({ status: 409, code: 'TERMS_REQUIRED' });
    expect(await refusal(answer('marketing', true, '2020-01-01'))).toMatchObject({
      status: 409,
      code: 'TERMS_OUTDATED',
    });
    const kept = await server.database.query(
      "SELECT agreed, way, recorded_by FROM customer_terms WHERE customer_id = $1 AND term = 'marketing' ORDER BY id",
      [customerId],
    );
    expect(kept).toEqual([false, true, false].map((agreed) => ({ agreed, way: 'app', recorded_by: null })));
  });

  it('in their language: the terms, and what is written to them later', async () => {
    const korean = await server.call(app.presentTerms, {}, null, { 'accept-language': 'ko' });
    expect(korean[0]).toMatchObject({ term: 'service', required: true, title: '서비스 이용약관' });
    const { accessToken, customerId } = await members.join(newPhone(), { name: 'John Doe' });
    await members.call(app.setLanguage, { body: { language: 'en' } }, accessToken);
    expect(await rowOf(customerId)).toMatchObject({ language: 'en' });
  });
});

describe('leaving', () => {
  it('ends every session, makes the machines unsold and hides the person from staff', async () => {
    const phone = newPhone();
    const tokens = await members.join(phone, { name: '유재석', birthOn: '1972-08-14', id: 'yoojs72' });
    const machine = await makeVehicle(server.database, at.nami);
    await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [machine.id, tokens.customerId]);
    const staff = await logIn();
    const refuse = (e: Endpoint) => server.send(e, { params: { id: tokens.customerId } }, staff);
    await members.call(app.withdraw, {}, tokens.accessToken);
    expect((await refusal(members.call(app.me, {}, tokens.accessToken))).code).toBe('E0105');
    expect((await refusal(server.call(app.refresh, { body: { refreshToken: tokens.refreshToken } }, null))).code).toBe(
      'E0803',
    );
    expect(await server.database.query('SELECT sold_on, customer_id FROM vehicle WHERE id = $1', [machine.id])).toEqual(
      [{ sold_on: null, customer_id: null }],
    );
    const seen = await server.call(customers.get, { params: { id: tokens.customerId } }, staff);
    expect(seen).toMatchObject({
      appStatus: 'withdrawn',
      name: '유*석',
      loginId: 'yoo***72',
      birthOn: null,
      person: { birthOn: null, email: null },
    });
    expect((await refuse(customers.person)).status).toBe(409);
    const { rows } = await server.call(customers.history, { params: { id: tokens.customerId } }, staff);
    expect(rows[0]).toMatchObject({
      by: 'App',
      changes: [{ field: 'appStatus', from: 'registered', to: 'withdrawn' }],
    });
    const events = await server.database.query(
      "SELECT 1 FROM event_log WHERE name = 'customer.withdrawn' AND payload->>'customerId' = $1",
      [String(tokens.customerId)],
    );
    expect(events).toHaveLength(1);
    // the person may join again as a new customer
    minutes(2);
    expect((await members.join(phone, { name: '유재석', birthOn: '1972-08-14' })).customerId).not.toBe(
      tokens.customerId,
    );
  });

  it('waits while one of the machines calls for help', async () => {
    const tokens = await members.join(newPhone(), { name: '신동엽' });
    const machine = await makeVehicle(server.database, at.nami);
    await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [machine.id, tokens.customerId]);
    await server.database.query(
      "INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at) VALUES ('button', 'device', $1, $2, $3, now(), now())",
      [machine.id, machine.deviceId, at.nami],
    );
    expect(await refusal(members.call(app.withdraw, {}, tokens.accessToken))).toMatchObject({
      status: 409,
      code: 'VEHICLE_HAS_OPEN_SOS',
    });
    expect((await members.call(app.me, {}, tokens.accessToken)).vehicles).toHaveLength(1);
  });
});
