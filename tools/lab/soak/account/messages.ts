import { Findings } from '../../chaos/account/compare';
import type { FaultEntry } from '../staff/staff-ledger';
import type { Evidence, Line } from './evidence';
import type { LifeDelivery } from './life';
import { push } from './faults';

/** As the product tries: eight times, then a person sees it red. */
const maxAttempts = 8;
const closings = new Set(['sos.resolved', 'sos.falseAlarm']);
const readWithinMs = 10_000;
const channelsOf = { push: ['push'], sms: ['sms'], both: ['push', 'sms'] } as const;

/** Every alarm was sent to somebody, by the channels that staff chose; every message has ended; the records of the gateway agree; drivers saw each step. */
export function messageLines(books: Evidence): Line[] {
  const findings = new Findings();
  const alarms = new Map<string, LifeDelivery[]>();
  for (const d of books.life.deliveries) push(alarms, alarmOf(d.reason), d);

  const wanted = wantedAlarms(books);
  for (const alarm of alarmsOfClosed(books)) if (!alarms.has(alarm)) wanted.delete(alarm);
  for (const [alarm, channels] of wanted) {
    const sent = alarms.get(alarm) ?? [];
    if (sent.length === 0) findings.add('missing', 'message', alarm);
    // an organisation of which no one can be reached has one message that states it
    else if (channels !== null && sent.every((d) => d.problem !== 'noRecipient')) {
      const is = [...new Set(sent.map((d) => d.channel))].sort().join(' and ');
      if (is !== channels) findings.add('wrong', 'channel', `${alarm}: by ${is}, staff chose ${channels}`);
    }
  }
  // who assigns a call to themselves is not told of it
  const assigned = new Set(
    books.life.events.flatMap(({ name, id, number }) => (name === 'sos.assigned' ? [`${name}:${id}:${number}`] : [])),
  );
  // the channels of a notification follow from the member's preferences: here it only has to end
  const known = (alarm: string): boolean =>
    wanted.has(alarm) ||
    assigned.has(alarm) ||
    !/^(sos|fault)\./u.test(alarm) ||
    /^(fault\.withdrawn|sos\.reminder):/u.test(alarm);
  for (const [alarm, sent] of alarms)
    if (!known(alarm)) findings.add('unexpected', 'message', `${alarm}: ${sent.length}`, sent.length);

  const panel = panelOf(books, findings);
  const ended = endOf(books, findings);
  return [
    {
      what: 'alarms with a recipient',
      expected: wanted.size,
      is: [...wanted.keys()].filter((alarm) => alarms.has(alarm)).length,
      findings: findings.list(),
    },
    { what: 'messages that have ended', expected: books.life.deliveries.length, is: ended.ended, findings: [] },
    {
      what: 'of these failed for good, as the gateway answered or for want of a recipient',
      expected: '',
      is: ended.failed,
      findings: [],
    },
    { what: 'texts that the gateway accepted, by its own record', expected: ended.taken, is: ended.sent, findings: [] },
    { what: 'steps sent to the panels of drivers', expected: panel.wanted, is: panel.shown, findings: [] },
  ];
}

/** Nobody is told of a call that was closed before its event was read, which takes seconds at the most. */
function alarmsOfClosed({ life: { events } }: Evidence): string[] {
  const closedMs = new Map(events.flatMap((e) => (closings.has(e.name) ? [[e.id, e.atMs] as const] : [])));
  return events.flatMap(({ name, id, number, atMs }) =>
    (closedMs.get(id) ?? Number.POSITIVE_INFINITY) - atMs > readWithinMs
      ? []
      : name === 'sos.raised'
        ? [`sos.raised:${id}`]
        : name === 'sos.escalated'
          ? [`sos.escalated:${id}:${number}`]
          : [],
  );
}

/** `sos.escalated:5:77:push:3`, and a reminder, `sos.escalated:5:77:again:push:3` → `sos.escalated:5:77` */
function alarmOf(reason: string): string {
  return (
    /^(?:sos\.raised:\d+|sos\.reminder:\d+|sos\.panel:\d+:\w+|(?:sos|fault)\.[a-z]+:\d+:\d+)/iu.exec(reason)?.[0] ??
    reason
  );
}

/** alarm → the channels that it must have used; null: those of the members' preferences */
function wantedAlarms({ staff, life }: Evidence): Map<string, string | null> {
  const wanted = new Map<string, string | null>();
  for (const c of life.calls) {
    wanted.set(`sos.raised:${c.id}`, null);
    wanted.set(`sos.panel:${c.id}:raised`, 'panel');
  }
  const chosen = new Map<string, FaultEntry[]>();
  for (const e of staff) {
    if (e.code !== null) continue;
    if (e.subject === 'fault') {
      if (e.act === 'accept' || e.act === 'reassign')
        push(chosen, `${e.id} ${e.act === 'accept' ? 'fault.accepted' : 'fault.reassigned'}`, e);
      continue;
    }
    const state = {
      acknowledge: 'acknowledged',
      dispatch: 'dispatched',
      resolve: 'resolved',
      falseAlarm: 'falseAlarm',
    }[e.act as string];
    if (state !== undefined) wanted.set(`sos.panel:${e.id}:${state}`, 'panel');
  }
  for (const { name, id, number } of life.events) {
    if (name === 'sos.escalated' || name === 'fault.escalated') wanted.set(`${name}:${id}:${number}`, null);
    // dispatch of a call that was not acknowledged implies both
    if (name === 'sos.acknowledged') wanted.set(`sos.panel:${id}:acknowledged`, 'panel');
    if (name !== 'fault.accepted' && name !== 'fault.reassigned') continue;
    // the log is read in its order, and so did staff act on a report
    const act = chosen.get(`${id} ${name}`)?.shift();
    const channel = act?.body.channel as keyof typeof channelsOf | undefined;
    wanted.set(`fault.accepted:${id}:${number}`, channel === undefined ? null : channelsOf[channel].join(' and '));
  }
  return wanted;
}

/** What the panel of each driver showed, by the ledger of the machines. */
function panelOf({ fleet, life }: Evidence, findings: Findings): { wanted: number; shown: number } {
  const shown = new Set(fleet.sosDown.map((s) => `${s.sos} ${s.status}`));
  let [wanted, received] = [0, 0];
  for (const { reason, channel, problem } of life.deliveries) {
    const [, id, status] = channel === 'panel' ? (/^sos\.panel:(\d+):(\w+):\d+$/u.exec(reason) ?? []) : [];
    // a step that was superseded by a newer one is not sent any more
    if (id === undefined || problem === 'superseded') continue;
    wanted++;
    if (shown.has(`${id} ${status}`)) received++;
    else findings.add('missing', 'panel', `call ${id}: ${status}`);
  }
  return { wanted, shown: received };
}

function endOf(
  { gateway, life }: Evidence,
  findings: Findings,
): { ended: number; failed: number; taken: number; sent: number } {
  const book = new Map<number, number[]>();
  for (const { delivery, status } of gateway) push(book, delivery, status);
  const result = { ended: 0, failed: 0, taken: 0, sent: 0 };
  const ids = new Set(life.deliveries.map((d) => d.id));
  for (const { delivery, status, code, to } of gateway) {
    if (code || status !== 200) continue;
    result.taken++;
    if (!ids.has(delivery)) findings.add('unexpected', 'text', `message ${delivery} to ${to} is in no log`);
  }
  for (const d of life.deliveries) {
    const { id, reason, channel, state, attempts, problem, mails } = d;
    if (state === 'queued') {
      findings.add('missing', 'end of a message', `${reason}: queued after ${attempts} attempts`);
      continue;
    }
    result.ended++;
    if (state === 'failed') result.failed++;
    if (state === 'delivered' && mails !== 1)
      findings.add(mails > 1 ? 'duplicate' : 'missing', 'message in the mailbox', `${reason}: ${mails}`);
    if (channel !== 'sms') {
      if (state === 'failed' && problem !== 'noRecipient' && problem !== 'withdrawn')
        findings.add('wrong', 'end of a message', `${reason}: failed, ${problem ?? ''}`);
      continue;
    }
    const answers = book.get(id) ?? [];
    const taken = answers.filter((status) => status === 200).length;
    if (state === 'sent') result.sent++;
    if (taken > 1) findings.add('duplicate', 'text', `${reason}: accepted ${taken} times`);
    if (state === 'sent' && taken === 0) findings.add('missing', 'text', `${reason}: the gateway never accepted it`);
    if (state === 'failed' && taken > 0)
      findings.add('wrong', 'text', `${reason}: failed, and the gateway accepted it`);
    // its call was closed before it went out: its claim is an attempt without the gateway
    if (problem === 'withdrawn' && answers.length < attempts) continue;
    if (answers.length !== attempts)
      findings.add('wrong', 'attempts of a text', `${reason}: ${attempts}, ${answers.length} by the gateway`);
    const forGood = problem === 'noRecipient' || answers.at(-1) === 400 || attempts >= maxAttempts;
    if (state === 'failed' && !forGood)
      findings.add('wrong', 'end of a message', `${reason}: given up after ${attempts} attempts, ${problem ?? ''}`);
  }
  return result;
}
