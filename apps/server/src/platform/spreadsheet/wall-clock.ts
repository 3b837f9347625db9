/**
 * The wall-clock time of a zone at an instant, as epoch ms of the same reading in UTC: workbooks have no time zones.
 * The offset is looked up once per 15 minutes, the granularity of zone offsets.
 */
export function wallClock(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const offsets = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / quarterMs);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      if (offsets.size >= cacheSize) offsets.clear();
      offset = reading(format, quarter * quarterMs) - quarter * quarterMs;
      offsets.set(quarter, offset);
    }
    return at + offset;
  };
}

const quarterMs = 900_000;
const cacheSize = 10_000;

function reading(format: Intl.DateTimeFormat, at: number): number {
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(
    part.year ?? 1970,
    (part.month ?? 1) - 1,
    part.day ?? 1,
    part.hour ?? 0,
    part.minute ?? 0,
    part.second ?? 0,
  );
}
