import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type MachineMemory } from './machine/machine';

/** What machines remember between two runs: counters that a person reads as the life of a machine must not fall when the simulator starts again. */
const counter = z.number().min(0);
const StateFile = z.record(
  z.string(),
  z.object({
    engineHours: counter, fuelUsedLitres: counter, fuelLevelPercent: counter.max(100), defLevelPercent: counter.max(100), dpfSootPercent: counter, odometerKm: counter,
  }),
);

export function readState(file: string | undefined): Map<string, MachineMemory> {
  if (file === undefined) return new Map();
  try {
    return new Map(Object.entries(StateFile.parse(JSON.parse(readFileSync(file, 'utf8')))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw new Error(`${file} is no state of a fleet; remove it to begin anew`, { cause: error });
  }
}

/** Whole or not at all: written beside and renamed. */
export function writeState(file: string, machines: Iterable<readonly [string, MachineMemory]>): void {
  writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(machines)));
  renameSync(`${file}.new`, file);
}
