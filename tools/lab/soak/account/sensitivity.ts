import { LedgerBook, type LedgerMessage } from '@headland/testing/ledger-book';
import { closeAccount, findingsOf } from './account';
import type { Evidence } from './evidence';

/** One thing left out of one book; the account must not close any more. */
interface Omission {
  what: string;
  /** null: this run has nothing of the kind to leave out */
  of: (books: Evidence) => Evidence | null;
}

const omissions: readonly Omission[] = [
  {
    what: 'a fault that a machine reported',
    of: withoutMessage((m) => m.content?.kind === 'fault' && m.content.active.length > 0),
  },
  { what: 'a call for help that a machine sent', of: withoutMessage((m) => m.content?.kind === 'sos') },
  { what: 'a message of telemetry', of: withoutMessage((m) => m.content?.kind === 'telemetry') },
  { what: 'an acknowledgement by staff', of: withoutAct('acknowledge') },
  { what: 'a report that staff accepted', of: withoutAct('accept') },
  { what: 'a report that staff completed', of: withoutAct('complete') },
  { what: 'a call that staff resolved', of: withoutAct('resolve') },
  {
    what: 'a text in the book of the gateway',
    of: (b) =>
      b.gateway.length === 0
        ? null
        : {
            ...b,
            gateway: without(b.gateway, (a) => a.status === 200 && b.life.deliveries.some((d) => d.id === a.delivery)),
          },
  },
  { what: 'an escalation in the log', of: withoutEvent('sos.escalated') },
  { what: 'an event of a report in the log', of: withoutEvent('fault.accepted') },
  { what: 'a call in the database', of: (b) => ({ ...b, life: { ...b.life, calls: b.life.calls.slice(1) } }) },
  {
    what: 'a message to somebody',
    of: (b) => ({
      ...b,
      life: { ...b.life, deliveries: without(b.life.deliveries, (d) => d.channel === 'sms' && d.state === 'sent') },
    }),
  },
];

/** What was left out of a closed account, and whether the account noticed. */
export function sensitivity(books: Evidence): { what: string; noticed: boolean; as: string }[] {
  return omissions.flatMap(({ what, of }) => {
    const less = of(books);
    if (less === null) return [];
    const findings = findingsOf(closeAccount(less));
    const [first] = findings;
    return [
      {
        what,
        noticed: first !== undefined,
        as: first === undefined ? '' : `${first.count} ${first.what}: ${first.subject}`,
      },
    ];
  });
}

function without<T>(list: readonly T[], is: (item: T) => boolean): T[] {
  const at = list.findIndex(is);
  return list.filter((_, i) => i !== at);
}

function withoutAct(act: string): Omission['of'] {
  return (books) => {
    const staff = without(books.staff, (e) => e.act === act && e.code === null);
    return staff.length === books.staff.length ? null : { ...books, staff };
  };
}

function withoutEvent(name: string): Omission['of'] {
  return (books) => {
    const events = without(books.life.events, (e) => e.name === name && (name !== 'sos.escalated' || e.by === null));
    return events.length === books.life.events.length ? null : { ...books, life: { ...books.life, events } };
  };
}

function withoutMessage(is: (message: LedgerMessage) => boolean): Omission['of'] {
  return (books) => {
    for (const [key, stream] of books.fleet.streams) {
      const seq = [...stream.bySeq].find(([, message]) => is(message))?.[0];
      if (seq === undefined) continue;
      const fleet = Object.assign(new LedgerBook(), books.fleet);
      const streams = new Map(books.fleet.streams);
      const bySeq = new Map(stream.bySeq);
      bySeq.delete(seq);
      streams.set(key, { ...stream, bySeq });
      return { ...books, fleet: Object.assign(fleet, { streams }) };
    }
    return null;
  };
}
