import { describe, expect, it } from 'vitest';
import { choicesMetBy, isNotified, mayWatch, silenceNews, watchMatters } from './vehicle-watch';

const [headOffice, north, nami, noa] = [1, 2, 4, 5];
const ofNami = [headOffice, north, nami];

describe('who is notified about a watched vehicle', () => {
  it.each([
    ['DEALER', 'ADMIN', nami, 'sos fault offline maintenance'],
    ['DEALER', 'ADMIN', noa, ''],
    ['REGION', 'ADMIN', north, 'sos fault offline maintenance'],
    // may not read vehicles
    ['REGION', 'STAFF', north, ''],
    // may not read consumables
    ['PRODUCTION', 'ADMIN', headOffice, 'sos fault offline'],
    ['PRODUCTION', 'STAFF', headOffice, 'offline'],
    ['HEAD_OFFICE', 'STAFF', headOffice, 'sos fault offline maintenance'],
  ] as const)('%s %s of %i', (groupType, role, organizationId, expected) => {
    const watcher = { groupType, role, organizationId };
    expect(watchMatters.filter((matter) => isNotified(watcher, matter, ofNami)).join(' ')).toBe(expected);
  });

  it('is nobody who may not watch at all', () => {
    expect(mayWatch({ groupType: 'REGION', role: 'STAFF' }, 'sos')).toBe(false);
  });
});

it('meets the choices of its own severity and of less grave ones', () => {
  expect(choicesMetBy('critical')).toEqual(['critical', 'major', 'minor']);
  expect(choicesMetBy('major')).toEqual(['major', 'minor']);
  expect(choicesMetBy('minor')).toEqual(['minor']);
});

describe('the silence of a watched vehicle', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  it.each([
    ['is no news before its time', 6, 5.9, null, null],
    ['is news after it', 6, 6, null, 'offline'],
    ['is news once', 6, 8, 8, null],
    ['is news again after it was interrupted', 6, 7, 30, 'offline'],
    ['ends with the first message', 6, 0.1, 8, 'online'],
    ['has no end that was not begun', 6, 0.1, null, null],
    // a message, then a shorter silence: still "back"
    ['ends also if it goes on for less', 6, 3, 30, 'online'],
  ] as const)('%s', (_, hours, seen, notified, expected) => {
    const notifiedFor = notified === null ? null : ago(notified);
    expect(silenceNews({ hours, lastSeenAt: ago(seen), notifiedFor }, now)).toBe(expected);
  });
});
