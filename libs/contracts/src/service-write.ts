import { z } from 'zod';
import { partCode } from './fields';

/** Parts after whose replacement the controllers' learned values have to be reset. */
export const replacedParts = [
  'injector',
  'hpPump',
  'railSensor',
  'egrValve',
  'dpf',
  'scrCatalyst',
  'noxSensor',
  'ureaPump',
  'ecu',
  'dcu',
] as const;
export type ReplacedPartName = (typeof replacedParts)[number];

/** An engine's own number of a cylinder, with two digits: 01 is its first. */
export const cylinderNumber = z.string().regex(/^(?:0[1-9]|1[0-6])$/, 'field.d2');
/** A write to an engine: the code of an injector, by the number of the cylinder. */
export const InjectorCode = z.object({
  cylinder: cylinderNumber,
  code: z.string().regex(/^[A-Z0-9]{3,20}$/, 'field.c3iCode'),
});
export type InjectorCode = z.output<typeof InjectorCode>;

/** A fitted part; `hours` is its previous use, 0 for a new one. */
export const ReplacedPart = z.object({
  part: z.enum(replacedParts),
  partCode,
  serial: z.string().regex(/^\d{7}$/, 'field.d7'),
  hours: z.coerce.number<string | number>('field.num').int('field.num').min(0, 'field.num').max(999_999, 'field.num'),
});
export type ReplacedPart = z.output<typeof ReplacedPart>;

/**
 * Learned values of a part, in the order in which they are read, with unit and initial value. Every part also counts
 * its adaptations (`counter`). A terminal reports them as `before.<name>` before a reset and `after.<name>` after it.
 */
export interface LearnedValue {
  name: string;
  unit: string;
  untaught: number;
}
const counter: LearnedValue = { name: 'counter', unit: 'count', untaught: 0 };
export const learnedValues: Record<ReplacedPartName, readonly LearnedValue[]> = {
  injector: [counter, { name: 'quantityTrim', unit: 'mg/st', untaught: 0 }],
  hpPump: [counter, { name: 'pumpTrim', unit: '%', untaught: 0 }],
  railSensor: [counter, { name: 'railOffset', unit: 'bar', untaught: 0 }],
  egrValve: [counter, { name: 'closedStop', unit: '%', untaught: 0 }, { name: 'openStop', unit: '%', untaught: 100 }],
  dpf: [counter, { name: 'sootLoad', unit: 'g', untaught: 0 }, { name: 'ashLoad', unit: 'g', untaught: 0 }],
  scrCatalyst: [counter, { name: 'ageing', unit: '%', untaught: 0 }],
  noxSensor: [counter, { name: 'noxOffset', unit: 'ppm', untaught: 0 }],
  ureaPump: [counter, { name: 'pumpTrim', unit: '%', untaught: 0 }],
  ecu: [counter, { name: 'idleTrim', unit: '%', untaught: 0 }],
  dcu: [counter, { name: 'doseTrim', unit: '%', untaught: 0 }],
};
