export type Level = 'ok' | 'warning' | 'error';

/** What was looked at: what is so, why that matters, and what to do. */
export interface Finding {
  /** `database.fsync`: the part, and what of it */
  id: string;
  level: Level;
  what: string;
  why: string;
  do: string;
}

export const ok = (id: string, what: string): Finding => ({ id, level: 'ok', what, why: '', do: '' });
export const found = (level: 'warning' | 'error', id: string, what: string, why: string, act: string): Finding => ({
  id,
  level,
  what,
  why,
  do: act,
});

const words = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' };

/** For a terminal: errors first, then warnings, then what is in order. */
export function reportOf(findings: readonly Finding[]): string {
  const order: Level[] = ['error', 'warning', 'ok'];
  const lines = order.flatMap((level) =>
    findings
      .filter((finding) => finding.level === level)
      .flatMap(({ id, what, why, do: act }) => [
        `${words[level]}  ${id}: ${what}`,
        ...(level === 'ok' ? [] : [`         Why: ${why}`, `         Do:  ${act}`, '']),
      ]),
  );
  const count = (level: Level): number => findings.filter((finding) => finding.level === level).length;
  return `${lines.join('\n')}\n\nErrors: ${count('error')}, warnings: ${count('warning')}, in order: ${count('ok')}\n`;
}
