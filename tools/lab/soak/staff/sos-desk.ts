import { type SosSummary, sosAlerts } from '@headland/contracts/sos';
import type { MemberSession } from '../../chaos/consoles/member-session';
import { pause } from '../../chaos/world/program';
import type { Known } from '../members';
import { maxSteps, isRefusal, type SosAct, sosRules, type SosState } from './rules';
import type { Shift } from './shift';
import type { StaffLedger } from './staff-ledger';

/** A call as those know it who work on it. */
interface Call {
  id: number;
  key: string;
  status: SosState;
  /** how often it was handed up, as far as one saw */
  level: number;
}
const pollMs = 500;
const askSomethingWrong = 0.15;

/** The people at the SOS desk: they look for new calls, and work on each in one of the ways in which calls go. */
export class SosDesk {
  private readonly known = new Set<number>();
  private readonly left: Call[] = [];

  constructor(
    private readonly shift: Shift,
    private readonly staff: readonly MemberSession[],
    private readonly outsider: MemberSession,
    private readonly ledger: StaffLedger,
    private readonly people: Known,
    /** seconds until a call goes up by itself: what "soon" and "late" mean here */
    private readonly periodS: number,
  ) {}

  /** Looks for new calls until the shift is over. */
  async watch(): Promise<void> {
    while (!this.shift.over) {
      for (const call of await this.newOnes()) this.shift.begin(() => this.work(call));
      await pause(pollMs);
    }
  }

  /** At the end every open SOS is acknowledged: escalation stops then, and can be checked. */
  async seeTheRest(): Promise<number> {
    for (const call of await this.newOnes()) this.left.push(call);
    const rest = this.left.filter((call) => call.status === 'raised');
    for (const call of rest) await this.act(call, 'acknowledge');
    return rest.length;
  }

  private async newOnes(): Promise<Call[]> {
    const found: Call[] = [];
    for (let page = 1; ; page++) {
      const query = { tab: 'queue', status: 'raised', sort: 'age', order: 'asc', size: '100', page: String(page) };
      const { data, page: of } = await this.one().ask<SosSummary[]>(sosAlerts.list, { query });
      const fresh = (data ?? []).filter((c) => !this.known.has(c.id));
      for (const c of fresh) {
        this.known.add(c.id);
        found.push({ id: c.id, key: `${c.vehicle.deviceId} ${c.type}`, status: 'raised', level: c.escalationLevel });
      }
      if (fresh.length === 0 || page * 100 >= (of?.total ?? 0)) return found;
    }
  }

  private async work(call: Call): Promise<void> {
    const { random } = this.shift;
    const dice = random.next();
    if (random.chance(0.1)) await this.outside(call);
    await this.maybeWrong(call);
    if (dice < 0.1) return void this.left.push(call);
    if (dice < 0.3) await this.comeLate(call);
    else await this.shift.pause(0.02 * this.periodS, 0.6 * this.periodS);
    if (dice >= 0.9) return this.close(call, 'falseAlarm');
    if (dice >= 0.8) await this.bothAtOnce(call);
    else if (dice >= 0.7) await this.act(call, 'dispatch');
    else await this.act(call, 'acknowledge');
    await this.maybeWrong(call);
    if (random.chance(0.1)) await this.act(call, 'assign');
    if (random.chance(0.2)) await this.act(call, 'note');
    await this.shift.pause(0.05 * this.periodS, 0.5 * this.periodS);
    if (call.status === 'acknowledged' && random.chance(0.7)) await this.act(call, 'dispatch');
    await this.maybeWrong(call);
    // one in ten is still under way when the run ends
    if (random.chance(0.1)) return;
    await this.shift.pause(0.05 * this.periodS, random.between(0.2, 1) * this.periodS);
    await this.close(call, random.chance(0.2) ? 'falseAlarm' : 'resolve');
  }

  private async close(call: Call, how: 'resolve' | 'falseAlarm'): Promise<void> {
    await this.act(call, how);
    await this.maybeWrong(call);
  }

  /** Nobody answers for more than one period; some escalate manually meanwhile, which starts a full period for those it notifies. */
  private async comeLate(call: Call): Promise<void> {
    await this.shift.pause(0.3 * this.periodS, 1.6 * this.periodS);
    if (this.shift.random.chance(0.3)) await this.act(call, 'escalate');
    await this.shift.pause(0.9 * this.periodS, 2.2 * this.periodS);
  }

  /** Two act on it at the same moment: one succeeds, the other is refused with who was faster. */
  private async bothAtOnce(call: Call): Promise<void> {
    const [one, other] = [this.one(), this.one()];
    const right = [null, 'SOS_ALREADY_ACKNOWLEDGED'];
    const answers = await Promise.all([one, other].map((who) => this.ask(call, 'acknowledge', who, right)));
    if (answers.filter((a) => a === null).length !== 1)
      this.ledger.wrong.push(`call ${call.id}: two acknowledged it at once, ${JSON.stringify(answers)}`);
    call.status = 'acknowledged';
  }

  /** Something that its state forbids, where it forbids anything. */
  private async maybeWrong(call: Call): Promise<void> {
    const { random } = this.shift;
    const forbidden = (Object.keys(sosRules) as SosAct[]).filter((act) => isRefusal(sosRules[act][call.status]));
    if (forbidden.length > 0 && random.chance(askSomethingWrong)) await this.act(call, random.pick(forbidden));
  }

  /** Who works for another agency and guesses a number learns nothing. */
  private async outside(call: Call): Promise<void> {
    if (!this.isForeign(call)) return;
    this.ledger.outsiders.asked++;
    const { code } = await this.outsider.ask(sosAlerts.acknowledge, { params: { id: call.id } });
    if (code === 'NOT_FOUND') this.ledger.outsiders.kept++;
  }

  /** Every second vehicle is of the outsider's own agency. */
  private isForeign({ key }: Call): boolean {
    return Number(/^CH-(\d+)/u.exec(key)?.[1] ?? 0) % 2 === 0;
  }

  private async act(call: Call, act: SosAct): Promise<void> {
    const answer = sosRules[act][call.status];
    // how far it has gone up by itself only the server knows
    const right =
      act === 'escalate' && !isRefusal(answer) ? [null, 'SOS_TOP_LEVEL'] : [isRefusal(answer) ? answer : null];
    const code = await this.ask(call, act, this.one(), right);
    if (code !== null) return;
    if (!isRefusal(answer)) call.status = answer as SosState;
    if (act === 'escalate') call.level = Math.min(call.level + 1, maxSteps);
  }

  private async ask(call: Call, act: SosAct, who: MemberSession, right: (string | null)[]): Promise<string | null> {
    const body = this.bodyOf(act);
    const atMs = Date.now();
    const { data, code } = await who.ask<SosSummary>(sosAlerts[act], {
      params: { id: call.id },
      ...(body === null ? {} : { body }),
    });
    const after = data === null ? null : { status: data.status, version: data.version };
    const { id, key } = call;
    this.ledger.add({
      subject: 'sos',
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
    });
    return code;
  }

  private bodyOf(act: SosAct): Record<string, unknown> | null {
    const { random } = this.shift;
    switch (act) {
      case 'acknowledge':
        return null;
      case 'dispatch':
        return {
          agencyId: this.people.organizations.get(random.pick(['Agency', 'Other agency', 'Dealer'])),
          person: random.pick(['Jung Haneul', '박지훈', '이서연']),
          phone: `010-5555-${random.whole(1000, 9999)}`,
          etaMinutes: random.whole(5, 90),
        };
      case 'assign':
        return { userId: this.people.users.get(this.one().account) };
      case 'escalate':
        return { reason: 'no answer on the phone' };
      case 'note':
        return { note: `called back, ${random.whole(1, 999)}` };
      case 'resolve':
        return { resolution: `driver is out, ${random.whole(1, 999)}`, injured: random.pick(['yes', 'no', 'unknown']) };
      case 'falseAlarm':
        return {
          cause: random.pick(['operatorMistake', 'test', 'sensor', 'other']),
          resolution: `pressed by mistake, ${random.whole(1, 999)}`,
        };
    }
  }

  private one(): MemberSession {
    return this.shift.random.pick(this.staff);
  }
}
