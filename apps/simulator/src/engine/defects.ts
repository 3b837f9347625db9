import { deviceIdPattern } from '@headland/contracts/device/envelope';
import { z } from 'zod';

/**
 * Faulty parts, and a terminal that misbehaves in a session. `n` is a cylinder, a share of a file in % or a position in
 * %, as documented.
 */
export const defectNames = {
  'weak-injector': 'cylinder n injects too little',
  'low-compression': 'cylinder n',
  'wrong-c3i': 'cylinder n has the code of another injector, until it is written',
  'c3i-write': 'the memory of cylinder n (1) keeps another code than the one that is written',
  'no-key-cycle': 'the key is not turned when a reset requires it',
  'rail-leak': 'the rail loses its pressure',
  'worn-pump': 'the high-pressure pump is slow and reaches 900 bar',
  'open-imv': 'the metering valve is stuck open: 1500 bar whatever the demand',
  'stuck-prv': 'the relief valve does not open',
  'air-in-urea': 'the first priming fails',
  'clogged-filter': 'urea pressure too low',
  'urea-return': 'urea pressure falls once the pump only holds it',
  'bad-urea': 'diluted to 27.5 %',
  'dead-heater': 'half of the tank heater',
  'egr-jam': 'the valve is stuck at n % (30)',
  'acv-jam': 'the throttle is stuck at n % (40)',
  'open-plug': 'n glow plugs without current (1)',
  'low-battery': '12.3 V',
  'link-loss': 'in a session the connection is lost for 5 to 90 s, once a minute',
  'clock-jump': 'in a session the clock jumps',
  'key-only': 'parked with its key on and its engine off',
  'no-speed': 'has no sensor of its speed',
  'old-terminal': 'never reports its key, with a sample, its status or in a session',
  'foreign-codes': 'injectors of a make whose codes are not described',
  'foreign-controllers': 'controllers of a make whose programs are not described',
  silent: 'silent after n requests (2)',
  'wrong-answers': 'answers twice, under a foreign session, and of another state',
  'late-answers': 'answers after 12 s',
  'loses-park': 'the parking brake is let go n s into a test (5)',
  'flash-refuse': 'refuses every program',
  'flash-cut': 'the connection is lost for 8 s at n % of a file (30), once; at several: 30+60+99',
  'flash-hash': 'the bytes arrive wrong',
  'flash-fail': 'programming fails and the old version is put back',
  'flash-old-id': 'reports done, and runs the old version',
} as const;
export type DefectName = keyof typeof defectNames;

/** The defects of one machine: name → its numbers, empty if none was given. */
export class Defects {
  constructor(private readonly list: ReadonlyMap<DefectName, readonly number[]>) {}

  has(name: DefectName): boolean {
    return this.list.has(name);
  }
  /** Its number, or the default; null if the part is good. */
  of(name: DefectName, defaultValue: number): number | null {
    return this.all(name, defaultValue)[0] ?? null;
  }
  /** All its numbers; empty if the part is good. */
  all(name: DefectName, defaultValue: number): readonly number[] {
    const given = this.list.get(name);
    return given?.length === 0 ? [defaultValue] : (given ?? []);
  }
}
export const sound = new Defects(new Map());

/** By machine: `weak-injector:2,KT-0007/rail-leak` has the first in every machine and the second in one. */
export type DefectList = readonly { device: string | null; name: DefectName; n: readonly number[] }[];

export const DefectOption = z.string().transform((text, context): DefectList =>
  text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, device, name, n] = /^(?:([A-Z0-9-]+)\/)?([a-z0-9-]+)(?::(\d+(?:\+\d+)*))?$/.exec(part.trim()) ?? [];
      if (name === undefined || !(name in defectNames) || (device !== undefined && !deviceIdPattern.test(device))) {
        context.addIssue(`no such defect: ${part} (${Object.keys(defectNames).join(', ')})`);
        return z.NEVER;
      }
      return { device: device ?? null, name: name as DefectName, n: n === undefined ? [] : n.split('+').map(Number) };
    }),
);

export const defectsOf = (list: DefectList, device: string): Defects =>
  new Defects(new Map(list.filter((d) => d.device === null || d.device === device).map((d) => [d.name, d.n])));
