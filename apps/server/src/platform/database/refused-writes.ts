import type { Logger } from 'typeorm';

/** The disk is full; the server or its session is read-only (a standby, a fail-over under way). */
const refusals: Record<string, string> = { '53100': 'no room on its disk', '25006': 'it is read-only' };
/** Whoever commits tries again far more often. */
const freshMs = 10_000;

/** Hears of every statement that fails (TypeORM tells its logger) and remembers for a while that the database refused to write. */
export class RefusedWrites implements Logger {
  private last: { code: string; atMs: number } | null = null;

  /** Why writes are refused at present, or null. */
  get why(): string | null {
    return this.last !== null && performance.now() - this.last.atMs < freshMs
      ? (refusals[this.last.code] ?? null)
      : null;
  }

  logQueryError(error: string | Error): void {
    const { code = '' } = error as { code?: string };
    if (code in refusals) this.last = { code, atMs: performance.now() };
  }

  logQuery(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}
