import { type FaultSummary, faults } from '@headland/contracts/fault';
import type { MemberSession } from '../../chaos/consoles/member-session';
import { pause } from '../../chaos/world/program';
import type { Known } from '../members';
import { type FaultAct, faultRules, type FaultState, isRefusal } from './rules';
import type { Shift } from './shift';
import type { StaffLedger } from './staff-ledger';

interface Report {
  id: number;
  key: string;
  status: FaultState;
}
const pollMs = 1_000;
const askSomethingWrong = 0.1;
/** Reports that are accepted together. */
const together = 4;
const path = {
  take: faults.take,
  accept: faults.accept,
  reassign: faults.reassign,
  complete: faults.complete,
  escalate: faults.escalate,
  note: faults.note,
};

/** The staff of the fault desk: they assign, accept and complete most reports, some concurrently, and leave some until they escalate. */
export class FaultDesk {
  private readonly known = new Set<number>();
  private waiting: Report[] = [];
  private acts = 0;

  constructor(
    private readonly shift: Shift,
    private readonly staff: readonly MemberSession[],
    private readonly ledger: StaffLedger,
    private readonly people: Known,
    /** seconds limit of one step */
    private readonly stepS: number,
  ) {}

  /** Looks for new reports until the shift is over. */
  async watch(): Promise<void> {
    while (!this.shift.over) {
      for (const report of await this.newOnes()) this.shift.begin(() => this.work(report));
      await pause(pollMs);
    }
  }

  /** The newest first, as far back as there are new ones. */
  private async newOnes(): Promise<Report[]> {
    const found: Report[] = [];
    for (let page = 1; ; page++) {
      const query = { tab: 'queue', status: 'occurred', sort: 'age', order: 'asc', size: '100', page: String(page) };
      const { data, page: of } = await this.one().ask<FaultSummary[]>(faults.list, { query });
      const fresh = (data ?? []).filter((r) => !this.known.has(r.id));
      for (const r of fresh) {
        this.known.add(r.id);
        found.push({ id: r.id, key: `${r.vehicle.deviceId} ${r.code}`, status: 'occurred' });
      }
      if (fresh.length === 0 || page * 100 >= (of?.total ?? 0)) return found;
    }
  }

  private async work(report: Report): Promise<void> {
    const { random } = this.shift;
    const dice = random.next();
    await this.maybeWrong(report);
    await this.shift.pause(0.1 * this.stepS, this.stepS);
    if (dice < 0.2) {
      if (random.chance(0.1)) await this.act(report, 'escalate');
      return;
    }
    if (random.chance(0.4)) await this.act(report, 'take');
    if (dice < 0.35) return this.acceptTogether(report);
    if (dice < 0.4) await this.bothAtOnce(report);
    else await this.act(report, 'accept');
    await this.finish(report);
  }

  private async finish(report: Report): Promise<void> {
    const { random } = this.shift;
    await this.maybeWrong(report);
    await this.shift.pause(0.1 * this.stepS, this.stepS);
    if (random.chance(0.15)) await this.act(report, 'reassign');
    if (random.chance(0.2)) await this.act(report, 'note');
    // some are accepted and not mended within the run
    if (random.chance(0.12)) return;
    await this.shift.pause(0.2 * this.stepS, 2 * this.stepS);
    await this.act(report, 'complete');
    await this.maybeWrong(report);
  }

  /** Those that were put aside go together; one time in three with one among them that is accepted already, and then none is. */
  private async acceptTogether(report: Report): Promise<void> {
    this.waiting.push(report);
    if (this.waiting.length < together) return;
    const all = this.waiting;
    this.waiting = [];
    const [first] = all;
    if (first !== undefined && this.shift.random.chance(0.33)) {
      await this.act(first, 'accept');
      await this.askTogether(all, ['FAULT_BULK_REFUSED']);
      all.shift();
      this.shift.begin(() => this.finish(first));
    }
    if ((await this.askTogether(all, [null])) !== null) return;
    for (const each of all) {
      each.status = 'accepted';
      this.shift.begin(() => this.finish(each));
    }
  }

  private async askTogether(all: readonly Report[], right: (string | null)[]): Promise<string | null> {
    const body = this.acceptance();
    const who = this.one();
    const atMs = Date.now();
    const { data, code } = await who.ask<FaultSummary[]>(faults.acceptMany, {
      body: { ...body, ids: all.map((r) => r.id) },
    });
    const doneMs = Date.now();
    const number = ++this.acts;
    for (const { id, key } of all) {
      const now = data?.find((r) => r.id === id);
      const after = now === undefined ? null : { status: now.status, version: now.version };
      this.ledger.add({
        subject: 'fault',
        atMs,
        doneMs,
        by: who.account,
        id,
        key,
        act: 'accept',
        body,
        code,
        after,
        right,
        together: number,
      });
    }
    return code;
  }

  /** Two accept it in the same moment: it goes to one of the two agencies, and to no other. */
  private async bothAtOnce(report: Report): Promise<void> {
    const right = [null, 'FAULT_ALREADY_ACCEPTED'];
    const answers = await Promise.all([this.ask(report, 'accept', right), this.ask(report, 'accept', right)]);
    if (answers.filter((a) => a === null).length !== 1)
      this.ledger.wrong.push(`report ${report.id}: two accepted it at once, ${JSON.stringify(answers)}`);
    report.status = 'accepted';
  }

  private async maybeWrong(report: Report): Promise<void> {
    const { random } = this.shift;
    const forbidden = (Object.keys(faultRules) as FaultAct[]).filter((act) =>
      isRefusal(faultRules[act][report.status]),
    );
    if (forbidden.length > 0 && random.chance(askSomethingWrong)) await this.act(report, random.pick(forbidden));
  }

  private async act(report: Report, act: FaultAct): Promise<void> {
    const answer = faultRules[act][report.status];
    const right =
      act === 'escalate' && !isRefusal(answer) ? [null, 'FAULT_TOP_LEVEL'] : [isRefusal(answer) ? answer : null];
    const code = await this.ask(report, act, right);
    if (code === null && !isRefusal(answer)) report.status = answer as FaultState;
  }

  private async ask(report: Report, act: FaultAct, right: (string | null)[]): Promise<string | null> {
    const body = this.bodyOf(act);
    const who = this.one();
    const atMs = Date.now();
    const { data, code } = await who.ask<FaultSummary>(path[act], {
      params: { id: report.id },
      ...(body === null ? {} : { body }),
    });
    const after = data === null ? null : { status: data.status, version: data.version };
    const { id, key } = report;
    this.ledger.add({
      subject: 'fault',
      atMs,
      doneMs: Date.now(),
      by: who.account,
      id,
      key,
      act,
      body: body ?? {},
      code,
      after,
      right,
      together: ++this.acts,
    });
    return code;
  }

  private bodyOf(act: FaultAct): Record<string, unknown> | null {
    const { random } = this.shift;
    switch (act) {
      case 'take':
        return null;
      case 'accept':
      case 'reassign':
        return this.acceptance();
      case 'complete':
        return random.chance(0.5)
          ? { kind: 'processing', memo: `reset on the phone, ${random.whole(1, 999)}` }
          : {
              kind: 'repair',
              memo: `part replaced, ${random.whole(1, 999)}`,
              repairedOn: new Date().toISOString().slice(0, 10),
              partCode: `P${random.whole(1000, 9999)}`,
            };
      case 'escalate':
        return { reason: 'the agency has no time' };
      case 'note':
        return { memo: `owner will call, ${random.whole(1, 999)}` };
    }
  }

  private acceptance(): Record<string, unknown> {
    const { random } = this.shift;
    return {
      agencyId: this.people.organizations.get(random.pick(['Agency', 'Other agency', 'Dealer', 'Other dealer'])),
      channel: random.pick(['push', 'sms', 'both']),
      ...(random.chance(0.3) ? { personName: random.pick(['Jung Haneul', '박지훈']) } : {}),
      ...(random.chance(0.3) ? { memo: `first look, ${random.whole(1, 999)}` } : {}),
    };
  }

  private one(): MemberSession {
    return this.shift.random.pick(this.staff);
  }
}
