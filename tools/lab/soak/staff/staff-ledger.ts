import type { FaultAct, SosAct } from './rules';

/** One act of one person, as that person knows it: what was asked, and what came back. Nothing here is read from the database. */
interface Entry<A extends string> {
  /** before the question and after its answer, epoch ms: in between it happened */
  atMs: number;
  doneMs: number;
  by: string;
  id: number;
  /** device and type, or device and code */
  key: string;
  act: A;
  /** the body of the request */
  body: Readonly<Record<string, unknown>>;
  /** null: done */
  code: string | null;
  /** the record after it, from the response; null where it was refused */
  after: { status: string; version: number } | null;
  /** codes that are right, null for done */
  right: readonly (string | null)[];
}
export type SosEntry = Entry<SosAct> & { subject: 'sos' };
export type FaultEntry = Entry<FaultAct> & {
  subject: 'fault';
  /** several in one act: all of them or none */ together: number;
};
export type StaffEntry = SosEntry | FaultEntry;

export class StaffLedger {
  readonly entries: StaffEntry[] = [];
  /** answers other than those that the rules allow */
  readonly wrong: string[] = [];
  /** questions beside the rules: somebody of another agency, who must not learn that the record exists */
  outsiders = { asked: 0, kept: 0 };

  add(entry: StaffEntry): void {
    this.entries.push(entry);
    if (!entry.right.includes(entry.code))
      this.wrong.push(
        `${entry.by}: ${entry.act} ${entry.subject} ${entry.id} was answered ${entry.code ?? 'done'}, right is ${entry.right.map((c) => c ?? 'done').join(' or ')}`,
      );
  }
}
