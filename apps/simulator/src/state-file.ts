import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type MachineMemory } from './machine/machine';

/** State kept between runs: a machine's counters must not fall, and a boot number must not be used twice. */
const counter = z.number().min(0);
const Machine = z.object({
  engineHours: counter,
  fuelUsedLitres: counter,
  fuelLevelPercent: counter.max(100),
  defLevelPercent: counter.max(100),
  dpfSootPercent: counter,
  odometerKm: counter,
});
const StateFile = z.object({ highestBoot: z.number().int().min(0), machines: z.record(z.string(), Machine) });
export interface FleetState {
  highestBoot: number;
  machines: Record<string, MachineMemory>;
}

export function readState(file: string | undefined): FleetState {
  const none = { highestBoot: 0, machines: {} };
  if (file === undefined) return none;
  try {
    return StateFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return none;
    throw new Error(`${file} is no state of a fleet; remove it to begin anew`, { cause: error });
  }
}

/** Atomic: written beside and renamed. */
export function writeState(file: string, state: FleetState): void {
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}
