/** What the terminal shows: few lines, each worth reading. Everything else is in the log files. */
const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code: number, text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const warn = (part: string, text: string): void =>
  void process.stdout.write(`${paint(33, `${part.padEnd(10)}`)} ${text}\n`);
export const strong = (text: string): string => paint(1, text);
export const faint = (text: string): string => paint(2, text);

/** `3/6 Database …` when it begins, and its result on the next line, if any. */
export class Steps {
  private startedAt = Date.now();
  private open = false;

  constructor(
    private number: number,
    private readonly total: number,
  ) {}

  begin(what: string): void {
    this.end();
    this.number++;
    this.startedAt = Date.now();
    this.open = true;
    process.stdout.write(`${this.number}/${this.total} ${what}…${process.stdout.isTTY ? '' : '\n'}`);
  }

  /** Closes the line of the running step, on a terminal with what it took. */
  end(note = ''): void {
    if (!this.open) return;
    this.open = false;
    const seconds = ((Date.now() - this.startedAt) / 1000).toFixed(1);
    if (process.stdout.isTTY) process.stdout.write(` ${faint(`${note === '' ? '' : `${note}, `}${seconds} s`)}\n`);
    else if (note !== '') process.stdout.write(`    ${note}\n`);
  }
}
