/**
 * Which numbers of the sequence `fleet_change` this process has been told of. They may come in any order and more than
 * once; one that was drawn and not told is a change that was missed, or a transaction that was rolled back.
 */
export class ChangeNumbers {
  /** all up to this one are known */
  private known = 0;
  private readonly ahead = new Set<number>();

  add(number: number): void {
    if (number <= this.known) return;
    this.ahead.add(number);
    this.advance();
  }

  /** Whether one that was drawn until `drawn` is not known. */
  isMissingUntil(drawn: number): boolean {
    return this.known < drawn;
  }

  /** What was drawn until then is known from the database. */
  settle(drawn: number): void {
    if (drawn <= this.known) return;
    this.known = drawn;
    for (const number of this.ahead) if (number <= drawn) this.ahead.delete(number);
    this.advance();
  }

  /** Another database: its numbers begin anew. */
  begin(drawn: number): void {
    this.known = drawn;
    this.ahead.clear();
  }

  private advance(): void {
    while (this.ahead.delete(this.known + 1)) this.known++;
  }
}
