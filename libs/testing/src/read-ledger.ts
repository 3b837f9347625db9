import { createReadStream } from 'node:fs';
import { LedgerBook } from './ledger-book';
import { decodeLedgerLine, type LedgerEntry } from './ledger';

/** The whole run as a book; for a file larger than memory use `ledgerEntries` instead. */
export async function readLedger(file: string): Promise<LedgerBook> {
  const book = new LedgerBook();
  for await (const entry of ledgerEntries(file)) book.add(entry);
  return book;
}

/** Entry by entry. Text after the last line break is the torn end of a killed writer and is ignored. */
export async function* ledgerEntries(file: string): AsyncGenerator<LedgerEntry> {
  let rest = '';
  for await (const chunk of createReadStream(file, {
    encoding: 'utf8',
    highWaterMark: 1 << 20,
  }) as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) yield decodeLedgerLine(text);
  }
}
