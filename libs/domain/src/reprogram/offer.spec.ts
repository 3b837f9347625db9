import { flashRunStates } from '@headland/contracts/reprogram';
import { type ProgramIdentity } from './program-header';
import { describe, expect, it } from 'vitest';
import {
  cancelIsAsked,
  flashAfter,
  flashTimes,
  hasEnded,
  hasGoneSilent,
  ignoresCancel,
  isProgrammed,
  mayCancel,
  preflight as preflightBy,
  signedText,
  type FlashMachine,
} from './offer';
import { shippedProgramProfile } from './program-profile';

const file = { target: 'ecu', variant: 'HL-D24', calibration: 'CAL-D24-0412', version: 'SW-3.2.1' } as const;
const preflight = (of: ProgramIdentity, m: FlashMachine) => preflightBy(of, m, shippedProgramProfile.calibrations);
const machine: FlashMachine = {
  online: true,
  keyOn: true,
  rpm: 0,
  battery: 12.6,
  speed: 0,
  hwVariant: 'HL-D24',
  calibration: 'CAL-D24-0388',
  version: 'SW-3.1.0',
  held: false,
  confirmed: true,
  signed: true,
  openSos: 0,
};

describe('before a program is offered', () => {
  it('everything holds, or what does not is named', () => {
    expect(preflight(file, machine)).toMatchObject({ ok: true, sameVersion: false });
    const cases: [Partial<FlashMachine>, string][] = [
      [{ online: false }, 'online'],
      [{ keyOn: false }, 'keyOn'],
      [{ keyOn: null }, 'keyOn'],
      [{ rpm: 820 }, 'engineStopped'],
      [{ rpm: null }, 'engineStopped'],
      [{ battery: 12.3 }, 'battery'],
      [{ battery: 12.39 }, 'battery'],
      [{ battery: null }, 'battery'],
      [{ speed: 0.5 }, 'parked'],
      [{ hwVariant: 'HL-D18' }, 'variant'],
      [{ hwVariant: null }, 'variant'],
      [{ calibration: 'CAL-D18-0388' }, 'calibration'],
      [{ held: true }, 'noSession'],
      [{ confirmed: false }, 'confirmed'],
      [{ signed: false }, 'signed'],
      [{ openSos: 1 }, 'noOpenSos'],
    ];
    for (const [over, missed] of cases) {
      const found = preflight(file, { ...machine, ...over });
      expect(found.ok, missed).toBe(false);
      expect(found.checks.filter((c) => c.ok !== true).map((c) => c.check)).toEqual([missed]);
    }
    expect(preflight(file, { ...machine, battery: 12.4 }).ok).toBe(true);
    // read from the file: there is nothing to confirm, and nothing about it to show
    const read = preflight(file, { ...machine, confirmed: null });
    expect([read.ok, read.checks.some((c) => c.check === 'confirmed')]).toEqual([true, false]);
  });

  it('the version that runs already is reported, not refused', () => {
    expect(preflight(file, { ...machine, version: 'SW-3.2.1' })).toMatchObject({ ok: true, sameVersion: true });
  });

  it('a calibration goes by the rules of the profile in use', () => {
    expect(preflightBy(file, { ...machine, calibration: 'OTHER' }, [{ match: {}, by: 'any' }]).ok).toBe(true);
    expect(preflightBy(file, machine, []).checks.find((c) => c.check === 'calibration')).toMatchObject({ ok: false });
    expect(preflightBy(file, { ...machine, calibration: file.calibration }, []).ok).toBe(true);
  });

  it('the signature is over every field that the device decides by', () => {
    const offer = { format: 'ulp', size: 10, sha256: 'a'.repeat(64), ...file } as const;
    const texts = new Set([signedText(offer)]);
    for (const over of [
      { target: 'dcu' as const },
      { format: 'ddr' as const },
      { size: 11 },
      { sha256: 'b'.repeat(64) },
      { variant: 'X' },
      { calibration: 'X' },
      { version: 'X' },
    ])
      texts.add(signedText({ ...offer, ...over }));
    expect(texts.size).toBe(8);
  });
});

describe('a run', () => {
  it('ends once, whatever message follows', () => {
    for (const state of flashRunStates.filter(hasEnded))
      for (const step of ['refused', 'ready', 'need', 'checking', 'programming', 'done', 'failed'] as const)
        expect(flashAfter(state, step)).toBeNull();
  });

  it.each([
    ['offered', 'ready', 'ready'],
    ['offered', 'refused', 'refused'],
    ['offered', 'need', null],
    ['ready', 'need', 'transferring'],
    // the device offers what it has after a lost connection
    ['transferring', 'ready', 'transferring'],
    ['paused', 'need', 'transferring'],
    ['transferring', 'checking', 'checking'],
    ['checking', 'programming', 'programming'],
    ['programming', 'need', null],
    ['programming', 'checking', null],
    ['programming', 'done', 'done'],
    ['transferring', 'done', 'done'],
    ['paused', 'done', 'done'],
    ['programming', 'failed', 'failed'],
  ] as const)('%s, %s → %s', (state, step, after) => expect(flashAfter(state, step)).toBe(after));

  it('is cancelled until it is programmed, and from then on not; once it has everything the device is asked', () => {
    expect(flashRunStates.filter(mayCancel)).toEqual(['offered', 'ready', 'transferring', 'paused', 'checking']);
    expect(flashRunStates.filter((state) => cancelIsAsked(state, false))).toEqual(['checking']);
    expect(flashRunStates.filter((state) => cancelIsAsked(state, true))).toEqual([
      'transferring',
      'paused',
      'checking',
    ]);
  });

  // in seconds: the last word about the program was at 0
  const { checkMs, programMs } = flashTimes;
  const [check, program] = [checkMs / 1000, programMs / 1000];
  it.each([
    ['a device that is heard of, but says nothing about its check', 'checking', { seen: check }, check, true],
    ['the same a moment before', 'checking', { seen: check - 1 }, check - 1, false],
    ['one that was last heard of before, with a connection that may be gone', 'checking', { seen: 60 }, 600, false],
    ['one that was never heard of otherwise', 'checking', { seen: null }, 600, false],
    ['one that is known to be offline', 'checking', { seen: check + 60, offline: true }, 600, false],
    ['one that has just come back', 'checking', { seen: 600, connected: 600 }, 601, false],
    ['one that came back and says nothing about it', 'checking', { seen: 600 + check, connected: 600 }, 720, true],
    ['one that is writing', 'programming', { seen: 600 }, program - 1, false],
    ['one that cannot be heard for as long as writing may take', 'checking', { offline: true }, program, true],
    ['one that has written for too long', 'programming', { offline: true }, program, true],
    ['one that has come back after that long', 'checking', { seen: program, connected: program }, program, true],
  ] as const)('is over by silence, or not: %s', (_, state, device, atS, over) => {
    const {
      seen = 0,
      connected = null,
      offline = false,
    } = device as Record<string, number | null> & {
      offline?: boolean;
    };
    const ms = (s: number | null) => (s === null ? null : s * 1000);
    const contact = { heardAt: 0, seenAt: ms(seen), connectedAt: ms(connected), offline };
    expect(hasGoneSilent(state, contact, atS * 1000)).toBe(over);
  });

  it.each([
    ['was asked and is connected for two minutes', 0, -600, check, true],
    ['was asked a moment later', 1, -600, check, false],
    ['has come back since', 0, 1, check, false],
    ['has come back and asks after two minutes of it', 0, 600, 600 + check, true],
    ['never said when it connected', 0, null, 86_400, false],
  ] as const)(
    'asks for blocks in spite of its cancel, or may have missed it: one that %s',
    (_, askedS, connectedS, atS, ignores) => {
      const date = (s: number) => new Date(s * 1000);
      expect(ignoresCancel(date(askedS), connectedS === null ? null : date(connectedS), date(atS))).toBe(ignores);
    },
  );

  it('has succeeded only by the version that the controller reports', () => {
    expect(isProgrammed('SW-3.2.1', 'SW-3.2.1')).toBe(true);
    expect(isProgrammed('SW-3.2.1', 'SW-3.1.0')).toBe(false);
    expect(isProgrammed('SW-3.2.1', null)).toBe(false);
  });
});
