import type { Logger } from 'typeorm';

/** The disk is full; the server or its session is read-only (a standby, a fail-over in progress). */
const refusals: Record<string, string> = { '53100': 'no room on its disk', '25006': 'it is read-only' };
/** Longer than any retry interval of a commit. */
const freshMs = 10_000;

/** Sees every failing statement (TypeORM's logger) and remembers for a while that the database refused writes. */
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
