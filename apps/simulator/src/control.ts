import { createInterface } from 'node:readline';
import { type Readable } from 'node:stream';
import { deviceIdPattern } from '@headland/contracts/device/envelope';
import { faultCodePattern, sosTypes } from '@headland/contracts/device/up';
import { z } from 'zod';
import { type Fleet } from './fleet';
import { type Terminal } from './terminal';

/**
 * Commands of tests and the chaos tool to a running fleet: one JSON object per line on standard input, one answer per
 * line on standard output.
 */
const device = z.string().regex(deviceIdPattern);
export const Command = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('sos'), device, type: z.enum(sosTypes) }),
  z.strictObject({ do: z.literal('fault'), device, code: z.string().regex(faultCodePattern) }),
  z.strictObject({ do: z.literal('clear'), device, code: z.string().regex(faultCodePattern) }),
  z.strictObject({ do: z.literal('key'), device, on: z.boolean() }),
  z.strictObject({ do: z.literal('reboot'), device }),
  /**
   * on site: key on and the engine idling or stopped, null returns the machine to its work; the engine warm, or cold
   * after a night; the air, in °C
   */
  z.strictObject({
    do: z.literal('service'),
    device,
    engine: z.enum(['run', 'stop']).nullable(),
    warm: z.boolean().nullable().default(null),
    ambient: z.number().min(-30).max(50).optional(),
  }),
  z.strictObject({ do: z.literal('panel'), device }),
  /** the programs of its controllers, and the hash of the last received program */
  z.strictObject({ do: z.literal('software'), device }),
  z.strictObject({
    do: z.literal('cut'),
    share: z.number().min(0).max(1).default(1),
    ms: z.number().int().min(0).default(0),
  }),
  z.strictObject({ do: z.literal('pause') }),
  z.strictObject({ do: z.literal('resume') }),
  z.strictObject({ do: z.literal('stats') }),
  /** ends the process when all is committed (code 0) or on timeout (code 3), unless `exit` is false */
  z.strictObject({
    do: z.literal('drain'),
    withinMs: z.number().int().min(0).default(60_000),
    exit: z.boolean().default(true),
  }),
]);
export type Command = z.output<typeof Command>;

export interface Controls {
  fleet: Fleet;
  reply: (event: object) => void;
  drainAndEnd: (withinMs: number) => void;
}

export function listen(input: Readable, controls: Controls): void {
  createInterface({ input }).on('line', (text) => {
    if (text.trim() === '') return;
    try {
      const command = Command.safeParse(JSON.parse(text));
      if (command.success) execute(command.data, controls);
      else controls.reply({ event: 'refused', because: z.prettifyError(command.error) });
    } catch (error) {
      controls.reply({ event: 'refused', because: error instanceof Error ? error.message : String(error) });
    }
  });
}

function execute(command: Command, { fleet, reply, drainAndEnd }: Controls): void {
  switch (command.do) {
    case 'pause':
      fleet.pause();
      break;
    case 'resume':
      fleet.resume();
      break;
    case 'cut':
      fleet.cut(command.share, command.ms);
      break;
    case 'stats':
      return reply({ event: 'stats', ...fleet.stats.toJSON() });
    case 'drain':
      if (command.exit) return drainAndEnd(command.withinMs);
      void fleet.drain(command.withinMs).then((all) => reply({ event: 'drained', all, ...fleet.stats.toJSON() }));
      return;
    default:
      return executeOnDevice(command, fleet, reply);
  }
  reply({ event: 'done', do: command.do });
}

function executeOnDevice(
  command: Extract<Command, { device: string }>,
  fleet: Fleet,
  reply: (event: object) => void,
): void {
  const terminal = fleet.find(command.device);
  if (terminal === undefined) return reply({ event: 'refused', because: `no device ${command.device}` });
  if (command.do === 'panel') return reply({ event: 'panel', device: command.device, panel: terminal.unit.panel });
  if (command.do === 'software') {
    const { engineRoom } = terminal.unit;
    return reply({
      event: 'software',
      device: command.device,
      runs: engineRoom?.identity.software ?? null,
      program: engineRoom?.lastProgram ?? null,
    });
  }
  act(command, terminal, Date.now());
  fleet.visit(terminal);
  reply({ event: 'done', do: command.do, device: command.device });
}

function act(
  command: Exclude<Extract<Command, { device: string }>, { do: 'panel' | 'software' }>,
  { unit }: Terminal,
  nowMs: number,
): void {
  switch (command.do) {
    case 'sos':
      return unit.sos(command.type, nowMs);
    case 'fault':
      return unit.raiseFault(command.code, nowMs);
    case 'clear':
      return unit.clearFault(command.code, nowMs);
    case 'key':
      return unit.turnKey(command.on, nowMs);
    case 'reboot':
      return unit.reboot(nowMs);
    case 'service':
      return unit.service(command.engine, command.warm, nowMs, command.ambient);
  }
}
