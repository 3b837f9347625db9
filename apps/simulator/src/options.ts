import { parseArgs } from 'node:util';
import { z } from 'zod';
import { Behaviour } from './behaviour';
import { defectNames, DefectOption } from './engine/defects';
import { BrokerUrl } from './mqtt/broker-url';

/** The command line. Every option is described here once; `--help` prints it. */
const number = (min: number, max: number) => z.coerce.number<string>().min(min).max(max);
const whole = (min: number, max: number) => number(min, max).int();

const behaviour = z.string().transform((text, context): Behaviour => {
  try {
    const parsed = Behaviour.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    context.addIssue(z.prettifyError(parsed.error));
  } catch {
    context.addIssue('JSON');
  }
  return z.NEVER;
});

const Options = z.object({
  mqtt: BrokerUrl.prefault('mqtt://127.0.0.1:1883').describe('the broker, mqtt:// or mqtts://'),
  devices: z.string().describe('a JSON file: [{id, secret, lat?, lon?, region?, machine?}]'),
  limit: whole(1, 20_000).optional().describe('only the first so many devices'),
  seed: whole(0, 2 ** 31 - 1)
    .prefault('1')
    .describe('the same seed sends the same'),
  rate: number(0.01, 1_000_000)
    .optional()
    .describe('a load run: so many messages a second in all, one sample each, without machine models'),
  seconds: number(0.1, 10_000_000)
    .optional()
    .describe('produce for so long, then wait until all is committed, then end'),
  'drain-seconds': number(0, 100_000).prefault('60').describe('how long to wait for that'),
  ledger: z.string().optional().describe('the file that accounts for every message; appended to'),
  state: z
    .string()
    .optional()
    .describe('a file in which boot numbers and counters of machines (hours, km, fuel) outlive a run'),
  behaviour: behaviour.prefault('{}').describe('how badly the fleet behaves, as JSON'),
  defect: DefectOption.prefault('').describe(
    `faulty parts, as weak-injector:2,KT-0007/rail-leak; known: ${Object.keys(defectNames).join(' ')}`,
  ),
  'test-speed': number(0.1, 100).prefault('1').describe('seconds of a diagnosis test in one of the clock'),
  'flash-key': z
    .string()
    .optional()
    .describe('file with the public key of the server (PEM); without it no program is accepted'),
  protocol: z.enum(['3.1.1', '5']).prefault('3.1.1').describe('the version of MQTT'),
  keepalive: whole(0, 65_535).prefault('60').describe('seconds'),
  window: whole(1, 10_000).prefault('64').describe('messages of one device without a PUBACK'),
  'connect-rate': number(1, 100_000).prefault('1000').describe('first connects a second'),
  'clean-session': z.boolean().default(false).describe('let the broker forget a device that is away'),
  'resend-after': number(0.5, 3600).prefault('20').describe('seconds without an ack until messages go out again'),
  memory: number(1, 1_000_000).prefault('768').describe('MiB for all messages that are kept'),
  boot: whole(1, 2 ** 31 - 1)
    .optional()
    .describe('the first boot number; by default one that no earlier run has used'),
  stats: z.boolean().default(false).describe('status lines as JSON'),
});
export type Options = z.output<typeof Options>;

/** Throws an error with a text for the user. */
export function readOptions(args: readonly string[]): Options {
  const shape = Object.entries(Options.shape);
  const flags = Object.fromEntries(
    shape.map(([name, schema]) => [name, { type: isFlag(schema) ? ('boolean' as const) : ('string' as const) }]),
  );
  const { values } = parseArgs({ args: [...args], options: flags, strict: true });
  const parsed = Options.safeParse(values);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}

export function usage(): string {
  const lines = Object.entries(Options.shape).map(
    ([name, schema]) => `  --${name.padEnd(15)} ${schema.description ?? ''}`,
  );
  return `Plays a fleet of terminals against a broker.\n\n${lines.join('\n')}\n`;
}

const isFlag = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodDefault && schema.unwrap() instanceof z.ZodBoolean;
