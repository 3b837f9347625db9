import type { ViewportSubscription } from '@headland/contracts/live';
import type { Finding } from '../account/compare';
import { until, pause } from '../world/program';
import type { AccountName } from '../world/registry';
import type { World } from '../world/world';
import { codesIn } from '../../../src/run/sent-codes';
import type { Shown } from './api';
import { Console, type ShownVehicle } from './console';
import { type Codes, MemberSession } from './member-session';
import { SlowLink } from './slow-link';

/** The accounts of the consoles, in turn. */
const viewers = ['office', 'agency'] as const satisfies readonly AccountName[];

/** Bandwidth of a console: bytes a second, or stalled on command. */
export type Line = { kind: 'direct' } | { kind: 'slow'; bytesPerS: number } | { kind: 'stallable' };

/** All consoles of a scenario, every second one with an account that sees half of the fleet. */
export class Consoles {
  private readonly members: { account: AccountName; console: Console; link: SlowLink | null }[] = [];

  private constructor(private readonly world: World) {}

  /** `codes`: where the codes of the logins arrive; `at`: where the consoles connect */
  static async open(
    world: World,
    lines: Line[],
    look: ViewportSubscription | null = null,
    codes: Codes = codesIn(world.pool),
    { url, port }: { url: string; port: number } = world.server('api'),
  ): Promise<Consoles> {
    const consoles = new Consoles(world);
    world.atItsEnd(() => consoles.close());
    const sessions = new Map<AccountName, MemberSession>();
    for (const account of viewers) sessions.set(account, await MemberSession.open(url, account, codes));
    for (const [i, line] of lines.entries()) {
      const account = viewers[i % viewers.length] ?? 'office';
      const link =
        line.kind === 'direct' ? null : await SlowLink.open(port, line.kind === 'slow' ? line.bytesPerS : null);
      const session = sessions.get(account);
      const console = new Console(
        link?.url ?? url,
        url,
        () => session?.token ?? '',
        look,
        () => session?.renew() ?? Promise.resolve(),
      );
      consoles.members.push({ account, console, link });
      console.open();
    }
    await consoles.allLive(30_000);
    return consoles;
  }

  get list(): readonly Console[] {
    return this.members.map((m) => m.console);
  }

  /** Those with a direct connection. */
  get healthy(): readonly Console[] {
    return this.members.filter((m) => m.link === null).map((m) => m.console);
  }

  stall(): void {
    for (const { link, console } of this.members) {
      if (link === null || link.isSlow) continue;
      console.stick(true);
      link.stall();
    }
  }

  /** Removes all bandwidth limits. */
  flow(): void {
    for (const { link, console } of this.members) {
      link?.flow();
      console.stick(false);
    }
  }

  /** Waits until every console has its stream and its lists; returns the seconds. */
  async allLive(withinMs: number, which: readonly Console[] = this.list): Promise<number> {
    const startedMs = performance.now();
    await until('every console to be live', () => which.every((c) => c.isLive), {
      withinMs,
      everyMs: 20,
      explain: () => `${which.filter((c) => c.isLive).length} of ${which.length}`,
    });
    return (performance.now() - startedMs) / 1000;
  }

  /** Waits until every console shows the state of the database, or returns the differences. */
  async agree(withinMs: number): Promise<Finding[]> {
    const end = performance.now() + withinMs;
    for (;;) {
      const findings = await this.compare();
      if (findings.length === 0 || performance.now() > end) return findings;
      await pause(100);
    }
  }

  close(): void {
    for (const { console, link } of this.members) {
      console.close();
      link?.close();
    }
  }

  private async compare(): Promise<Finding[]> {
    const finding: Finding = { what: 'wrong', subject: 'console', count: 0, examples: [] };
    const note = (text: string): void => {
      finding.count++;
      if (finding.examples.length < 4) finding.examples.push(text);
    };
    for (const account of viewers) {
      const truth = await this.truth(account);
      for (const [i, member] of this.members.entries()) {
        if (member.account !== account) continue;
        const name = `console ${i} (${account})`;
        if (member.console.endedBy !== null) note(`${name} was ended: ${member.console.endedBy}`);
        if (!member.console.isLive) note(`${name} is not live`);
        for (const text of differences(truth.calls, member.console.calls)) note(`${name}: call ${text}`);
        for (const text of differences(truth.reports, member.console.reports)) note(`${name}: report ${text}`);
        for (const text of differencesOfVehicles(truth.vehicles, member.console.vehicles))
          note(`${name}: vehicle ${text}`);
        if (member.console.older > 0) note(`${name}: ${member.console.older} vehicles in an older state than before`);
        if (member.console.repeats > 0) note(`${name}: ${member.console.repeats} events twice or out of order`);
      }
    }
    return finding.count === 0 ? [] : [finding];
  }

  private async truth(
    account: AccountName,
  ): Promise<{ calls: Shown[]; reports: Shown[]; vehicles: Map<number, ShownVehicle> }> {
    const scope = `organization_id IN (SELECT o.id FROM organization o, user_account u WHERE u.login_id = $1 AND o.path @> ARRAY[u.organization_id])`;
    const calls = await this.world.pool.query<Shown>(
      `SELECT id, version, status, presses AS times FROM sos_call WHERE ${scope}`,
      [account],
    );
    const reports = await this.world.pool.query<Shown>(
      `SELECT id, version, status, count AS times FROM fault_report WHERE ${scope}`,
      [account],
    );
    const vehicles = await this.world.pool.query<ShownVehicle & { id: number }>(
      `SELECT id, round(date_part('epoch', ts) * 1000) AS ts, lat, lon, open_sos AS "openSos" FROM vehicle JOIN vehicle_state ON vehicle_id = id WHERE ${scope}`,
      [account],
    );
    return {
      calls: calls.rows,
      reports: reports.rows,
      vehicles: new Map(vehicles.rows.map(({ id, ...shown }) => [id, shown])),
    };
  }
}

/** Of those that the console watches. */
function* differencesOfVehicles(
  truth: ReadonlyMap<number, ShownVehicle>,
  shown: ReadonlyMap<number, ShownVehicle>,
): Generator<string> {
  for (const [id, seen] of shown) {
    const is = truth.get(id);
    if (is === undefined) yield `${id} is shown, and nobody may see it`;
    else if (JSON.stringify(is) !== JSON.stringify(seen))
      yield `${id} is shown as ${JSON.stringify(seen)}, it is ${JSON.stringify(is)}`;
  }
}

function* differences(truth: Shown[], shown: ReadonlyMap<number, Shown>): Generator<string> {
  for (const row of truth) {
    const seen = shown.get(row.id);
    if (seen === undefined) yield `${row.id} is not shown`;
    else if (seen.version !== row.version || seen.status !== row.status || seen.times !== row.times)
      yield `${row.id} is shown as ${textOf(seen)}, it is ${textOf(row)}`;
  }
  const known = new Set(truth.map((row) => row.id));
  for (const id of shown.keys()) if (!known.has(id)) yield `${id} is shown, and must not be visible`;
}

const textOf = (s: Shown): string => `${s.status} v${s.version} ×${s.times}`;
