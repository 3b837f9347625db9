import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { app } from '@headland/contracts/app';
import { appChat, type ChatEvent } from '@headland/contracts/app-gpt-chat';
import { customers } from '@headland/contracts/customer';
import { type GptChatDetail, gptChats } from '@headland/contracts/gpt-chat';
import { faultCatalogue, faultLookUp } from '@headland/domain/fault-catalogue';
import { ExportsModule } from '../../files/exports/exports.module';
import { AppMembersModule } from '../../ownership/app-members/app-members.module';
import { CustomersModule } from '../../ownership/customers/customers.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal } from '../../testing/alerts';
import { TestApp } from '../../testing/app';
import { ask, type Chatter, makeChatter, openAnswer, openSession, textOf } from '../../testing/chat';
import { begin, held, part, says, TestEndpoint, textPart } from '../../testing/gpt-endpoint';
import { type LogLine, Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { ChatMaintenance } from './chat-maintenance';
import { GptChatModule } from './gpt-chat.module';

const modules = [SessionModule, AppMembersModule, CustomersModule, ExportsModule, GptChatModule];
let endpoint: TestEndpoint;
let other: TestEndpoint;
let server: TestServer;
const lines: LogLine[] = [];
let at: Organizations;
let head: string;
let members: TestApp;
let now = new Date('2026-11-20T03:00:00Z');

beforeAll(async () => {
  endpoint = await TestEndpoint.start();
  other = await TestEndpoint.start();
  server = await startServer(modules, {
    clock: () => now,
    config: {
      GPT_BASE_URL: endpoint.url,
      GPT_API_KEY: 'a key of the endpoint',
      GPT_MODEL: 'model-of-the-specs',
      GPT_TIMEOUT_S: 1,
      GPT_ANSWER_S: 4,
      GPT_REQUESTS_A_DAY: 100,
      GPT_TOKENS_A_DAY: 1_000_000,
    },
    lines,
  });
  at = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  members = new TestApp(server);
});
afterAll(async () => {
  await server.stop();
  await endpoint.stop();
  await other.stop();
});

const makeMember = (name = '김민수', ...more: 'assistant'[]) =>
  makeChatter(server, { name, terms: ['service', 'privacy', 'location', ...more] });
let member: Chatter;
beforeEach(async () => {
  member = await makeMember();
  endpoint.requests.length = 0;
  endpoint.answer = says('네, ', '10 시간마다 점검하세요.');
});

const question = (id: number): Promise<GptChatDetail> => server.call(gptChats.get, { params: { id } }, head);
const startedId = (events: readonly ChatEvent[]): number => {
  const [first] = events;
  if (first?.event !== 'started') throw new Error('no answer began');
  return first.data.id;
};
const last = (events: readonly ChatEvent[]) => events.at(-1);

describe('a question', () => {
  it('is answered part by part, and kept with its answer', async () => {
    const events = await ask(server, member.token, '엔진오일은 얼마나 자주 점검하나요?');
    expect(events.map((e) => e.event)).toEqual(['started', 'token', 'token', 'done']);
    expect(textOf(events)).toBe('네, 10 시간마다 점검하세요.');
    const id = startedId(events);
    expect(last(events)).toEqual({
      event: 'done',
      data: { id, state: 'answered', truncated: false, citations: [] },
    });
    expect(await question(id)).toMatchObject({
      question: '엔진오일은 얼마나 자주 점검하나요?',
      answer: '네, 10 시간마다 점검하세요.',
      type: 'general',
      state: 'answered',
      problem: null,
      tokens: { prompt: 100, answer: 10 },
      machines: 0,
      customer: { id: member.id, name: '김*수' },
    });
    const own = await members.call(appChat.list, {}, member.token);
    expect(own.rows.map((q) => [q.id, q.state])).toEqual([[id, 'answered']]);
  });

  it('goes to the configured endpoint with its key, as a stream, and without any tool', async () => {
    await ask(server, member.token, '오늘 영농일지 써 줘');
    const { path, authorization, body } = endpoint.last;
    expect([path, authorization]).toEqual(['/v1/chat/completions', 'Bearer a key of the endpoint']);
    expect(body).toMatchObject({ model: 'model-of-the-specs', stream: true, max_tokens: 1024 });
    expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream', 'stream_options']);
    expect(body.messages.map((m) => m.role)).toEqual(['system', 'user']);
    expect((await server.call(gptChats.list, { query: { customerId: member.id } }, head)).rows[0]?.type).toBe(
      'journal',
    );
  });

  it('is sent as it comes: each part reaches the app before the next is written', async () => {
    let goOn: () => void = () => undefined;
    endpoint.answer = async (response) => {
      begin(response);
      part(response, textPart('첫째 '));
      await new Promise<void>((resolve) => (goOn = resolve));
      part(response, textPart('둘째', 'stop'));
      response.end('data: [DONE]\n\n');
    };
    const { events } = await openAnswer(server, member.token, { question: '차례로' });
    const seen: string[] = [];
    for await (const event of events) {
      if (event.event !== 'token') continue;
      seen.push(event.data.text);
      goOn();
    }
    expect(seen).toEqual(['첫째 ', '둘째']);
  });

  it.each([
    [{ question: '' }, { question: 'field.t1500' }],
    [{ question: '가'.repeat(1501) }, { question: 'field.max1500' }],
    [{ question: '🚜' }, { question: 'field.emoji' }],
  ])('%o is refused, and not kept', async (body, fields) => {
    const no: unknown = await ask(server, member.token, body).catch((error: unknown) => error);
    expect(no instanceof Refused && no.error.fields).toEqual(fields);
    expect((await members.call(appChat.list, {}, member.token)).page.total).toBe(0);
  });

  it('needs a session of the app', async () => {
    expect(await refusal(ask(server, head, 'x'))).toEqual([401, 'BAD_TOKEN']);
  });
});

describe('the facts of the own machines', () => {
  const prepare = async (owner: Chatter) => {
    const vehicle = await makeVehicle(server.database, at.nami);
    const database = server.database;
    await database.query('UPDATE vehicle SET customer_id = $2, sold_on = $3 WHERE id = $1', [
      vehicle.id,
      owner.id,
      '2026-03-02',
    ]);
    await database.query(
      `INSERT INTO vehicle_state (vehicle_id, device_key, engine_hours, lat, lon, ts, last_seen_at, online) VALUES ($1, $2, 512.4, 35.82, 127.1, now(), now(), true)
       ON CONFLICT (vehicle_id) DO UPDATE SET engine_hours = 512.4, lat = 35.82, lon = 127.1`,
      [vehicle.id, vehicle.deviceKey],
    );
    await database.query('UPDATE vehicle_owner SET since = $3 WHERE vehicle_id = $1 AND customer_id = $2', [
      ...[vehicle.id, owner.id, '2026-03-02'],
    ]);
    // an open one, a completed one, and an open one of a former owner
    await database.query(
      `INSERT INTO fault_report (status, severity, code, name, part, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active, completed_at)
       SELECT s, 1, code, jsonb_build_object('ko', '이름 ' || code, 'en', 'Name ' || code), '{"ko":"a","en":"a"}', $1, $2, $3, at, at, at, 1, n, true, CASE WHEN s = 'repairCompleted' THEN at END
       FROM (VALUES ('occurred', 'E0300', timestamptz '2026-10-01', 1), ('repairCompleted', 'E0301', '2026-10-02', 2), ('accepted', 'E0302', '2020-01-01', 3)) AS f(s, code, at, n)`,
      [vehicle.id, vehicle.deviceId, at.nami],
    );
    return vehicle;
  };
  const sentText = (): string => JSON.stringify(endpoint.last.body);

  it('are sent with the consent: model and hours, and nothing that identifies the machine', async () => {
    const owner = await makeMember('박농부', 'assistant');
    const vehicle = await prepare(owner);
    const id = startedId(await ask(server, owner.token, '점검할 것이 있나요?'));
    const [system] = endpoint.last.body.messages;
    expect(system?.content).toContain('HL 6-110');
    expect(system?.content).toContain('512.4');
    // what to do is from the fault catalogue
    const { whatToDo } = faultLookUp(faultCatalogue)('E0300');
    expect(system?.content).toContain(`E0300 Name E0300. What to do: ${whatToDo?.en}`);
    for (const code of ['E0301', 'E0302']) expect(system?.content).not.toContain(code);
    for (const secret of [
      vehicle.vin,
      vehicle.vin.slice(-6),
      vehicle.deviceId,
      '35.82',
      '127.1',
      '박농부',
      owner.phone,
    ])
      expect(sentText()).not.toContain(secret);
    expect((await question(id)).machines).toBe(1);
  });

  it('are not sent without it, nor after it was taken back', async () => {
    await prepare(member);
    await ask(server, member.token, '점검할 것이 있나요?');
    expect(sentText()).not.toContain('HL 6-110');
    const owner = await makeMember('박농부', 'assistant');
    await prepare(owner);
    const terms = await members.call(app.terms, {}, owner.token);
    const version = terms.find((t) => t.term === 'assistant')?.version ?? '';
    const answer = { params: { term: 'assistant' as const }, body: { version, agreed: false } };
    await members.call(app.answerTerm, answer, owner.token);
    await ask(server, owner.token, '점검할 것이 있나요?');
    expect(sentText()).not.toContain('HL 6-110');
  });

  it('of a machine of somebody else are not there at all', async () => {
    const owner = await makeMember('박농부', 'assistant');
    const vehicle = await prepare(owner);
    expect(await refusal(ask(server, member.token, { question: 'x', vehicleId: vehicle.id }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(endpoint.requests).toEqual([]);
  });

  it('nothing personal is sent that the customer writes, now or in what is followed', async () => {
    const owner = await makeMember('박농부', 'assistant');
    const vehicle = await prepare(owner);
    const text = `저는 박농부, ${owner.phone}, park@example.com, ${vehicle.vin}`;
    endpoint.answer = says(`박농부 님, ${owner.phone}로 연락드릴 수 없습니다.`);
    const first = startedId(await ask(server, owner.token, text));
    await ask(server, owner.token, { question: `${text} 다시`, follows: first });
    expect(endpoint.last.body.messages.map((m) => m.role)).toEqual(['system', 'user', 'assistant', 'user']);
    for (const secret of ['박농부', owner.phone, 'park@example.com', vehicle.vin])
      expect(sentText()).not.toContain(secret);
    expect(endpoint.last.body.messages.at(-1)?.content).toBe('저는 [name], [phone], [e-mail], [VIN] 다시');
    // staff read what was asked
    expect((await question(first)).question).toBe(text);
  });

  it('a question of somebody else is not followed', async () => {
    const theirs = startedId(await ask(server, member.token, '제 질문'));
    const stranger = await makeMember('이방인');
    expect(await refusal(ask(server, stranger.token, { question: 'x', follows: theirs }))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the FAQ', () => {
  const entry = async (title: string, content: string, display = 'shown'): Promise<number> => {
    const [row] = await server.database.query<{ id: number }[]>(
      `INSERT INTO faq (category, title, content, content_text, display, display_order, registrant, created_at, changed_at)
       VALUES ('fault', $1, $2, $2, $3, (SELECT COALESCE(max(display_order), 0) + 1 FROM faq), 'spec', now(), now()) RETURNING id`,
      [title, content, display],
    );
    return row?.id ?? 0;
  };
  const system = (): string => endpoint.last.body.messages[0]?.content ?? '';

  it('is given to the model as sources, and only those are citations', async () => {
    const urea = await entry('요소수 경고등이 켜지면 어떻게 하나요?', '요소수를 보충하고 시동을 다시 켜 주세요.');
    await entry('앱에서 탈퇴하려면 어떻게 하나요?', '내 정보에서 탈퇴할 수 있습니다.');
    await entry('요소수 경고등 (숨김)', '숨긴 글입니다.', 'hidden');
    endpoint.answer = says('보충하세요 [1]. 다른 번호 [2], [7] 은 없습니다.');
    const events = await ask(server, member.token, '요소수 경고등이 들어왔는데 계속 작업해도 되나요?');
    expect(system()).toContain('[1] 요소수 경고등이 켜지면 어떻게 하나요?\n요소수를 보충하고');
    expect(system()).not.toContain('탈퇴');
    expect(system()).not.toContain('숨긴 글');
    const citations = [{ number: 1, faqId: urea, title: '요소수 경고등이 켜지면 어떻게 하나요?' }];
    expect(last(events)).toMatchObject({ event: 'done', data: { citations } });
    expect((await question(startedId(events))).citations).toEqual(citations);
    expect((await members.call(appChat.list, {}, member.token)).rows[0]?.citations).toEqual(citations);
  });

  it('that does not fit is not given, and then a number in the answer cites nothing', async () => {
    endpoint.answer = says('네 [1].');
    const events = await ask(server, member.token, '트랙터 바퀴 공기압을 알려 주세요');
    expect(system()).not.toContain('Sources:');
    expect(last(events)).toMatchObject({ event: 'done', data: { citations: [] } });
  });
});

describe('an endpoint that', () => {
  /** answer, problem that is stored, code for the app, what is kept of the text */
  const cases: [string, TestEndpoint['answer'], string, string, string][] = [
    ['answers 401', (r) => void r.writeHead(401).end('{}'), 'rejected', 'GPT_NOT_AVAILABLE', ''],
    ['answers 404', (r) => void r.writeHead(404).end('no'), 'rejected', 'GPT_NOT_AVAILABLE', ''],
    ['answers 429', (r) => void r.writeHead(429).end('{}'), 'busy', 'GPT_BUSY', ''],
    ['answers 500', (r) => void r.writeHead(500).end('<h1>500</h1>'), 'unreachable', 'GPT_NOT_AVAILABLE', ''],
    ['closes the connection', (r) => void r.destroy(), 'unreachable', 'GPT_NOT_AVAILABLE', ''],
    [
      'redirects to another host',
      (r) => void r.writeHead(307, { location: `${other.url}/chat/completions` }).end(),
      'redirected',
      'GPT_NOT_AVAILABLE',
      '',
    ],
    ['answers HTML', (r) => void begin(r, 'text/html').end('<script>alert(1)</script>'), 'malformed', 'GPT_FAILED', ''],
    [
      'answers one JSON',
      (r) => void begin(r, 'application/json').end(JSON.stringify(textPart('a'))),
      'malformed',
      'GPT_FAILED',
      '',
    ],
    ['streams no JSON', (r) => void begin(r).end('data: hello\n\n'), 'malformed', 'GPT_FAILED', ''],
    [
      'streams HTML',
      (r) => void begin(r).end('<html><body>maintenance</body></html>\n\n'),
      'malformed',
      'GPT_FAILED',
      '',
    ],
    [
      'asks for a tool',
      (r) => {
        begin(r);
        part(r, textPart('시동을 겁니다. '));
        part(r, { choices: [{ index: 0, delta: { tool_calls: [{ function: { name: 'start_engine' } }] } }] });
        r.end('data: [DONE]\n\n');
      },
      'toolCall',
      'GPT_FAILED',
      '시동을 겁니다. ',
    ],
    ['answers nothing', says(), 'empty', 'GPT_FAILED', ''],
    ['answers blanks', says(' ', '\n'), 'empty', 'GPT_FAILED', ' \n'],
    [
      'closes in the middle',
      (r) => {
        begin(r);
        part(r, textPart('반쯤 '));
        r.write('data: {"choices":', () => r.destroy());
      },
      'interrupted',
      'GPT_FAILED',
      '반쯤 ',
    ],
    [
      'ends without an end',
      (r) => {
        begin(r);
        part(r, textPart('반쯤 '));
        r.end();
      },
      'interrupted',
      'GPT_FAILED',
      '반쯤 ',
    ],
    ['never answers', () => undefined, 'timeout', 'GPT_TIMEOUT', ''],
    ['sends comments alone', (r) => void begin(r).write(': wait\n\n'), 'timeout', 'GPT_TIMEOUT', ''],
    ['stalls after the first part', held('반쯤 '), 'stalled', 'GPT_TIMEOUT', '반쯤 '],
  ];
  it.each(cases)('%s fails the question, and nothing else', async (_, answer, problem, code, kept) => {
    endpoint.answer = answer;
    const events = await ask(server, member.token, '질문');
    const id = startedId(events);
    const said = last(events);
    expect(said).toMatchObject({ event: 'error', data: { id, code, problem } });
    const reference = said?.event === 'error' ? said.data.reference : '';
    expect(lines.filter((line) => line.reference === reference)).toMatchObject([{ question: id, problem }]);
    expect(textOf(events)).toBe(kept);
    expect(await question(id)).toMatchObject({ state: 'failed', problem, answer: kept });
    await endpoint.last.closed;
    expect(other.requests).toEqual([]);
    endpoint.answer = says('네.');
    expect(last(await ask(server, member.token, '다시'))?.event).toBe('done');
  });

  it('has no end is cut off, and its connection closed', async () => {
    endpoint.answer = async (response, { closed }) => {
      begin(response);
      let open = true;
      void closed.then(() => (open = false));
      while (open) {
        part(response, textPart('끝없이 '.repeat(50)));
        await wait(1);
      }
    };
    const events = await ask(server, member.token, '질문');
    expect(last(events)).toMatchObject({ event: 'error', data: { problem: 'tooLong' } });
    expect((await question(startedId(events))).answer.length).toBeLessThanOrEqual(32_000);
    await endpoint.last.closed;
  });

  it('trickles for ever is cut off as well', async () => {
    endpoint.answer = async (response, { closed }) => {
      begin(response);
      let open = true;
      void closed.then(() => (open = false));
      while (open) {
        part(response, textPart('.'));
        await wait(200);
      }
    };
    expect(last(await ask(server, member.token, '질문'))).toMatchObject({
      event: 'error',
      data: { problem: 'tooLong', code: 'GPT_FAILED' },
    });
  });

  it('ends at the longest length has an answer that says so', async () => {
    endpoint.answer = (response) => {
      begin(response);
      part(response, textPart('길게', 'length'));
      response.end('data: [DONE]\n\n');
    };
    const events = await ask(server, member.token, '질문');
    expect(last(events)).toMatchObject({ event: 'done', data: { truncated: true } });
    expect((await question(startedId(events))).truncated).toBe(true);
  });

  it('sends markup and half characters has them kept and handed on as plain text', async () => {
    endpoint.answer = says('<img src=x onerror=alert(1)>', '\u0000\ud800', '끝');
    const id = startedId(await ask(server, member.token, '<b>질문</b>'));
    expect(await question(id)).toMatchObject({
      question: '<b>질문</b>',
      answer: '<img src=x onerror=alert(1)>\ufffd끝',
    });
  });
});

describe('an answer', () => {
  it('is stopped by the app, and what came is kept; again is no error', async () => {
    endpoint.answer = held('지금까지 ');
    const { events } = await openAnswer(server, member.token, { question: '길게' });
    const seen: ChatEvent[] = [];
    const stop = (id: number, token = member.token) => members.call(appChat.stop, { params: { id } }, token);
    const stranger = await makeMember('이방인');
    for await (const event of events) {
      seen.push(event);
      if (event.event !== 'token') continue;
      const id = startedId(seen);
      expect(await refusal(stop(id, stranger.token))).toEqual([404, 'NOT_FOUND']);
      expect(await stop(id)).toEqual({ state: 'answering' });
    }
    await endpoint.last.closed;
    const id = startedId(seen);
    expect(last(seen)).toMatchObject({ event: 'done', data: { state: 'stopped' } });
    expect(await question(id)).toMatchObject({ state: 'stopped', answer: '지금까지 ', problem: null });
    expect(await stop(id)).toEqual({ state: 'stopped' });
  });

  it('is stopped where another process writes it', async () => {
    endpoint.answer = held('여기서 ');
    const { events } = await openAnswer(server, member.token, { question: '길게' });
    const seen: ChatEvent[] = [];
    for await (const event of events) {
      seen.push(event);
      // what the other process does
      if (event.event === 'token')
        await server.database.query('UPDATE gpt_question SET stop_asked_at = now() WHERE id = $1', [startedId(seen)]);
    }
    expect(last(seen)).toMatchObject({ event: 'done', data: { state: 'stopped' } });
  });

  it('is stopped when the app goes away', async () => {
    endpoint.answer = held('절반 ');
    const { events, leave } = await openAnswer(server, member.token, { question: '길게' });
    const seen: ChatEvent[] = [];
    await expect(async () => {
      for await (const event of events) {
        seen.push(event);
        if (event.event === 'token') leave();
      }
    }).rejects.toThrow();
    await endpoint.last.closed;
    const ended = await eventually(
      () => question(startedId(seen)),
      (q) => q.state !== 'answering',
    );
    expect(ended).toMatchObject({ state: 'stopped', answer: '절반 ' });
  });

  it('is the only one of its customer at a time', async () => {
    endpoint.answer = held('기다려 ');
    const { events, leave } = await openAnswer(server, member.token, { question: '첫째' });
    await events.next();
    expect(await refusal(ask(server, member.token, '둘째'))).toEqual([409, 'GPT_ANSWERING']);
    const stranger = await makeMember('이방인');
    endpoint.answer = says('네.');
    expect(last(await ask(server, stranger.token, '셋째'))?.event).toBe('done');
    leave();
  });

  it('that a process left when it died is ended by the jobs, and blocks nobody meanwhile', async () => {
    const [row] = await server.database.query<{ id: number }[]>(
      `INSERT INTO gpt_question (customer_id, asked_at, on_day, type, question, state)
       VALUES ($1, $2::timestamptz - interval '10 minutes', '2026-11-20', 'general', '남겨진 질문', 'answering') RETURNING id`,
      [member.id, now],
    );
    expect(last(await ask(server, member.token, '다음 질문'))?.event).toBe('done');
    await server.app.get(ChatMaintenance).endLeft();
    expect(await question(row?.id ?? 0)).toMatchObject({ state: 'failed', problem: 'interrupted' });
  });
});

describe('the budget', () => {
  const withBudget = async <T>(budget: object, work: () => Promise<T>): Promise<T> => {
    const before = { ...server.config };
    Object.assign(server.config, budget);
    try {
      return await work();
    } finally {
      Object.assign(server.config, before);
    }
  };
  const total = async () => (await members.call(appChat.list, {}, member.token)).page.total;

  it('of requests is one of a customer and a day; what goes beyond is kept, and much more is not', () =>
    withBudget({ GPT_REQUESTS_A_DAY: 2 }, async () => {
      for (const text of ['하나', '둘']) expect(last(await ask(server, member.token, text))?.event).toBe('done');
      const no: unknown = await ask(server, member.token, '셋').catch((error: unknown) => error);
      expect(no instanceof Refused && [no.status, no.error.code, no.error.values]).toEqual([
        429,
        'GPT_BUDGET_USED',
        { until: '2026-11-20T15:00:00.000Z' },
      ]);
      await refusal(ask(server, member.token, '넷'));
      expect(await total()).toBe(4);
      expect(await refusal(ask(server, member.token, '다섯'))).toEqual([429, 'GPT_BUDGET_USED']);
      expect(await total()).toBe(4);
      expect(endpoint.requests).toHaveLength(2);
      const { rows } = await members.call(appChat.list, {}, member.token);
      expect(rows.map((q) => q.problem)).toEqual(['budget', 'budget', null, null]);
      const stranger = await makeMember('이방인');
      expect(last(await ask(server, stranger.token, '하나'))?.event).toBe('done');
    }));

  it('of tokens counts what the endpoint counted', () =>
    withBudget({ GPT_TOKENS_A_DAY: 110 }, async () => {
      await ask(server, member.token, '하나');
      expect(await refusal(ask(server, member.token, '둘'))).toEqual([429, 'GPT_BUDGET_USED']);
    }));

  it('of tokens counts by itself where the endpoint does not, and of two at once admits one', () =>
    withBudget({ GPT_REQUESTS_A_DAY: 1 }, async () => {
      endpoint.answer = (response) => {
        begin(response);
        part(response, textPart('네네', 'stop'));
        response.end('data: [DONE]\n\n');
      };
      const both = await Promise.allSettled([ask(server, member.token, '하나'), ask(server, member.token, '둘')]);
      expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
      const { rows } = await members.call(appChat.list, {}, member.token);
      const answered = rows.find((q) => q.state === 'answered');
      const { tokens } = await question(answered?.id ?? 0);
      expect(tokens?.answer).toBe(2);
      expect(tokens?.prompt).toBeGreaterThan(100);
    }));

  it.each([
    ['is away', (r) => void r.destroy(), 'GPT_NOT_AVAILABLE'],
    ['refuses', (r) => void r.writeHead(401).end('{}'), 'GPT_NOT_AVAILABLE'],
    ['redirects', (r) => void r.writeHead(307, { location: other.url }).end(), 'GPT_NOT_AVAILABLE'],
    ['is busy', (r) => void r.writeHead(429).end('{}'), 'GPT_BUSY'],
  ] as [string, TestEndpoint['answer'], string][])('is not used up while the endpoint %s', (_, away, code) =>
    withBudget({ GPT_REQUESTS_A_DAY: 2 }, async () => {
      const answer = endpoint.answer;
      endpoint.answer = away;
      for (const text of ['하나', '둘', '셋'])
        expect(last(await ask(server, member.token, text))).toMatchObject({ event: 'error', data: { code } });
      endpoint.answer = answer;
      expect(last(await ask(server, member.token, '넷'))?.event).toBe('done');
      const { rows } = await members.call(appChat.list, {}, member.token);
      expect((await Promise.all(rows.map((q) => question(q.id)))).map((q) => q.tokens)).toEqual([
        ...[{ prompt: 100, answer: 10 }, null, null, null],
      ]);
      // and nobody fills the database by asking on
      expect(await refusal(ask(server, member.token, '다섯'))).toEqual([429, 'GPT_BUDGET_USED']);
      expect(await total()).toBe(4);
    }),
  );

  it('ends with the day of the product', () =>
    withBudget({ GPT_REQUESTS_A_DAY: 1 }, async () => {
      await ask(server, member.token, '하나');
      const before = now;
      now = new Date('2026-11-20T15:00:00Z');
      const token = await openSession(server, member.id);
      expect(last(await ask(server, token, '둘'))?.event).toBe('done');
      now = before;
    }));

  it('without an endpoint the question is kept, with the reason', () =>
    withBudget({ GPT_BASE_URL: undefined }, async () => {
      expect(await refusal(ask(server, member.token, '아무도 없나요?'))).toEqual([503, 'GPT_NOT_AVAILABLE']);
      const { rows } = await members.call(appChat.list, {}, member.token);
      expect(rows).toMatchObject([
        { question: '아무도 없나요?', state: 'failed', problem: 'notConfigured', answer: '' },
      ]);
    }));
});

describe('questions and answers', () => {
  it('go when they are old', async () => {
    const id = startedId(await ask(server, member.token, '오래된 질문'));
    await server.database.query(
      "UPDATE gpt_question SET asked_at = $2::timestamptz - interval '366 days' WHERE id = $1",
      [id, now],
    );
    const young = startedId(await ask(server, member.token, '새 질문'));
    await server.app.get(ChatMaintenance).deleteOld();
    expect(await refusal(question(id))).toEqual([404, 'NOT_FOUND']);
    expect((await question(young)).id).toBe(young);
  });

  it('go with the data of their customer, and the log has never had their text', async () => {
    const id = startedId(await ask(server, member.token, '비밀스러운 질문'));
    await server.call(customers.delete, { params: { id: member.id } }, head);
    expect(await refusal(question(id))).toEqual([404, 'NOT_FOUND']);
    const logged = await server.database.query<{ name: string; text: string }[]>(
      "SELECT name, payload::text AS text FROM event_log WHERE payload->>'questionId' = $1 ORDER BY number",
      [String(id)],
    );
    expect(logged.map((e) => e.name)).toEqual(['gptChat.asked', 'gptChat.ended']);
    for (const { text } of logged) expect(text).not.toContain('비밀');
  });
});
