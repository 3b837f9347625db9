import { expect } from '../../chaos/account/expect';
import { compareMessages, type Finding } from '../../chaos/account/compare';
import { rolloverThresholds } from '../../chaos/world/registry';
import { actLines } from './acts';
import type { Evidence, Line } from './evidence';
import { sosLines } from './sos';
import { eventLines } from './events';
import { faultLines } from './faults';
import { ladderLines } from './ladder';
import { messageLines } from './messages';

/** The account of a run, line by line. It closes when no line has a finding. */
export const closeAccount = (books: Evidence): Line[] => [
  ...storedLines(books),
  ...sosLines(books),
  ...faultLines(books),
  ...actLines(books),
  ...eventLines(books),
  ...ladderLines(books),
  ...messageLines(books),
];

export const findingsOf = (lines: readonly Line[]): Finding[] => lines.flatMap((line) => line.findings);

/** Every message of the fleet is stored once, and none of them was kept aside: all of them were good. */
function storedLines({ fleet, found }: Evidence): Line[] {
  const expected = expect(fleet, 'kept', rolloverThresholds);
  const stored = [...found.ranges.values()].reduce(
    (sum, list) => sum + list.reduce((n, [from, to]) => n + to - from + 1, 0),
    0,
  );
  const aside = [...found.quarantine.values()].reduce((a, b) => a + b, 0);
  return [
    {
      what: 'messages of the fleet: telemetry, faults, calls',
      expected: expected.sent,
      is: stored,
      findings: compareMessages(expected, found),
    },
    { what: 'messages kept aside', expected: 0, is: aside, findings: [] },
    {
      what: 'vehicles whose counts on the map are not those of the queues',
      expected: 0,
      is: found.wrongCounts.length,
      findings: [],
    },
  ];
}
