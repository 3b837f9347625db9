import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import {
  diagOps,
  DiagDown,
  diagReasons,
  diagStates,
  DiagUp,
  EngineInfo,
  StreamUp,
} from '@headland/contracts/device/diagnosis';
import { AckDown, ConfigDown, ControlDown, SosDown } from '@headland/contracts/device/down';
import { downKinds, upKinds } from '@headland/contracts/device/envelope';
import { FlashDown, flashReasons, flashStates, FlashUp } from '@headland/contracts/device/flash';
import { EngineUp, FaultUp, Sample, SosUp, StatusUp, TelemetryUp } from '@headland/contracts/device/up';

/** docs/device-protocol.md is read by whoever makes terminals: its examples are taken, and it has every name of the schemas. */
const page = readFileSync(join(import.meta.dirname, '../../../docs/device-protocol.md'), 'utf8');
const sections = page.split(/^(?=#{2,3} )/mu).map((text) => ({ title: /^#+ (.*)/u.exec(text)?.[1] ?? '', text }));
const schemas: Record<string, z.ZodType> = {
  Acknowledgement: AckDown,
  'up/status': StatusUp,
  'up/telemetry': TelemetryUp,
  'up/engine': EngineUp,
  'up/fault': FaultUp,
  'up/sos': SosUp,
  'down/config': ConfigDown,
  'down/sos': SosDown,
  'down/control': ControlDown,
  'Diagnosis session': DiagDown,
  'up/diag': DiagUp,
  'up/stream': StreamUp,
  Reprogramming: FlashDown,
  'up/flash': FlashUp,
};
const examples = sections.flatMap(({ title, text }) =>
  [...text.matchAll(/^```json\n(.*?)^```$/gmsu)].map(([, json = '']) => [title, json] as const),
);

it.each(examples)('the example of %s is taken: %s', (title, json) => {
  const value = JSON.parse(json) as object;
  const parsed = schemas[title]?.safeParse(value);
  expect(parsed?.error).toBeUndefined();
  // and has no field that nobody reads
  expect(parsed?.data).toEqual(value);
});

it('has an example of each message, and the name of every topic, field, state, op and reason', () => {
  expect(new Set(examples.map(([title]) => title))).toEqual(new Set(Object.keys(schemas)));
  const fields = [
    StatusUp,
    TelemetryUp,
    EngineUp,
    FaultUp,
    SosUp,
    StreamUp,
    DiagUp,
    Sample,
    EngineInfo,
    AckDown,
  ].flatMap((schema) => Object.keys(schema.shape));
  const ofUnions = [...DiagDown.options, ...FlashDown.options, ...FlashUp.options].flatMap(({ shape }) =>
    Object.keys(shape),
  );
  const down = [ConfigDown, SosDown, ControlDown].flatMap((schema) => Object.keys(schema.shape));
  const words = [...diagOps, ...diagStates, ...diagReasons, ...flashStates, ...flashReasons, ...upKinds, ...downKinds];
  const known = new Set(page.match(/\w+/gu));
  expect([...fields, ...ofUnions, ...down, ...words].filter((name) => !known.has(name))).toEqual([]);
});
