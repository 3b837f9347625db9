import { notifications } from '@headland/contracts/notification';
import { round } from '../chaos/scenarios/close-account';
import type { MemberSession } from '../chaos/consoles/member-session';
import { pause } from '../chaos/world/program';

const everyMs = 200;
const body = { quietHours: { days: [0], from: '22:00', to: '06:00', timeZone: 'UTC' } };

/** A member who saves something small again and again, one request after the other, whatever the answer is. */
export class MemberWrites {
  private readonly saved: number[] = [];
  private readonly refusals = new Map<string, number>();
  private stopped = false;

  constructor(private readonly member: MemberSession) {
    void this.go();
  }

  end(): void {
    this.stopped = true;
  }

  /** Longest time between two answers that were no refusals, since a moment of `performance.now()`, in s. */
  longestWithoutS(sinceMs: number): number {
    const times = [sinceMs, ...this.saved.filter((at) => at > sinceMs), performance.now()];
    return round(Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? at))) / 1000);
  }

  savedSince(sinceMs: number): boolean {
    return (this.saved.at(-1) ?? 0) > sinceMs;
  }

  /** How often each error was answered: `UNAVAILABLE 12`. */
  get refused(): string {
    return [...this.refusals].map(([code, times]) => `${code} ${times}`).join(', ');
  }

  get onlyUnavailable(): boolean {
    return [...this.refusals.keys()].every((code) => code === 'UNAVAILABLE');
  }

  private async go(): Promise<void> {
    while (!this.stopped) {
      const code = await this.member.ask(notifications.setQuietHours, { body }).then(
        (answer) => answer.code,
        () => 'no answer',
      );
      if (this.stopped) return;
      if (code === null) this.saved.push(performance.now());
      else this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
      await pause(everyMs);
    }
  }
}
