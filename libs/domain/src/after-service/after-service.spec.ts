import { describe, expect, it } from 'vitest';
import { jobStates, maxJobImages } from '@headland/contracts/after-service';
import { learnedFrom, restoredCode, restoredPart } from './learned-values';
import { approvalMs, approvalNow, decideRefusal, needsTwo, isValid } from './second-person';
import { addJobImage, closeJob, editJob, type JobAct, jobRefusal, removeJobImage } from './service-job';

describe('a job', () => {
  it.each<[JobAct, (string | null)[]]>([
    ['begin', [null, null, 'JOB_CLOSED']],
    ['edit', [null, null, 'JOB_CLOSED']],
    ['picture', [null, null, 'JOB_CLOSED']],
    ['close', [null, null, 'JOB_CLOSED']],
  ])('%s', (act, answers) => expect(jobStates.map((state) => jobRefusal(state, act))).toEqual(answers));

  it('is closed but while a test runs, and is changed until then', () => {
    expect(closeJob('inProgress', false)).toEqual({ change: { state: 'closed' }, events: ['serviceJob.closed'] });
    expect(closeJob('inProgress', true)).toEqual({ code: 'JOB_TEST_RUNS' });
    // the plainer reason first
    expect(closeJob('closed', true)).toEqual({ code: 'JOB_CLOSED' });
    expect(editJob('open')).toEqual({ change: { state: 'open' }, events: ['serviceJob.changed'] });
    expect(removeJobImage('closed')).toEqual({ code: 'JOB_CLOSED' });
    expect(addJobImage('open', maxJobImages - 1)).toMatchObject({ events: ['serviceJob.changed'] });
    expect(addJobImage('open', maxJobImages)).toEqual({ code: 'JOB_IMAGES_FULL', values: { n: maxJobImages } });
    expect(addJobImage('closed', maxJobImages)).toEqual({ code: 'JOB_CLOSED' });
  });
});

describe('the second person', () => {
  const now = new Date('2026-11-22T05:00:00Z');
  const value = { part: 'dpf' as const, partCode: 'DPF1', serial: '0000001', hours: 0 };
  const waiting = {
    state: 'waiting' as const,
    askedBy: 1,
    expiresAt: new Date(now.getTime() + approvalMs),
    sessionOpen: true,
  };
  const given = { ...waiting, state: 'approved' as const, sessionId: 5, value };

  it('is needed for the filter and the pumps', () => {
    expect((['dpf', 'hpPump', 'ureaPump', 'injector', 'ecu'] as const).map(needsTwo)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
  it.each([
    ['another', waiting, 2, null],
    ['the asker', waiting, 1, 'APPROVAL_OWN'],
    ['after ten minutes', { ...waiting, expiresAt: now }, 2, 'APPROVAL_EXPIRED'],
    ['after the session', { ...waiting, sessionOpen: false }, 2, 'APPROVAL_EXPIRED'],
    ['a second time', { ...waiting, state: 'declined' as const }, 2, 'APPROVAL_DECIDED'],
    ['once it was used', { ...waiting, state: 'used' as const }, 2, 'APPROVAL_DECIDED'],
  ])('decides: %s', (_, approval, by, refused) => expect(decideRefusal(approval, by, now)).toBe(refused));

  it('is valid for the exact write, once, in its session and time', () => {
    expect(isValid(given, 5, { ...value }, now)).toBe(true);
    expect(isValid(given, 6, value, now)).toBe(false);
    expect(isValid({ ...given, state: 'used' }, 5, value, now)).toBe(false);
    expect(isValid({ ...given, state: 'waiting' }, 5, value, now)).toBe(false);
    expect(isValid({ ...given, expiresAt: now }, 5, value, now)).toBe(false);
    for (const over of [{ part: 'hpPump' as const }, { partCode: 'DPF2' }, { serial: '0000002' }, { hours: 1 }])
      expect(isValid(given, 5, { ...value, ...over }, now), JSON.stringify(over)).toBe(false);
    // a closed one stays closed, whatever its row contains
    expect(approvalNow({ ...given, sessionOpen: false }, now)).toBe('expired');
    expect(approvalNow({ ...given, state: 'used', sessionOpen: false }, now)).toBe('used');
  });
});

describe('what was learned', () => {
  it('is read by its names, the known ones first, and a newer unit’s besides', () => {
    const values = {
      'after.counter': 0,
      'before.other': 4,
      'before.counter': 7,
      'before.pumpTrim': 3.2,
      'after.pumpTrim': 0,
      'part.counter': 0,
    };
    expect(learnedFrom('hpPump', values)).toEqual([
      { item: 'counter', before: 7, after: 0 },
      { item: 'pumpTrim', before: 3.2, after: 0 },
      { item: 'other', before: 4, after: null },
    ]);
    expect(learnedFrom('hpPump', {})).toEqual([]);
  });
  it.each([
    [{ 'before.counter': 7, 'after.counter': 7 }, true],
    [{ 'before.counter': 7, 'after.counter': 0 }, false],
    [{ 'before.counter': 7 }, null],
    [{}, null],
  ])('is back, or is not, or unknown: %o', (values, back) => expect(restoredPart('hpPump', values)).toBe(back));
  it.each([
    ['AAA', { 'c3i.code': 'AAA' }, true],
    ['AAA', { 'c3i.code': 'BBB' }, false],
    ['AAA', {}, null],
    [null, { 'c3i.code': 'AAA' }, null],
  ])('so is a code: %s %o', (old, values, back) => expect(restoredCode(old, values)).toBe(back));
});
