import type { Random } from '@headland/testing/random';
import type { Finding } from '../account/compare';
import type { BrokerKind } from '../world/broker';
import type { World, WorldPlan } from '../world/world';

/** One failure, and what must hold nevertheless. */
export interface Scenario {
  /** as in docs/results/chaos.md */
  number: number;
  name: string;
  /** what is done, and what must hold */
  fault: string;
  pass: string;
  /** devices that must be registered */
  devices: number;
  needs?: ('mosquitto' | 'redis' | 'faketime' | 'release before')[];
  run(stage: Stage): Promise<Outcome>;
}

/** The input of a scenario. `full` is the length of the documented results, `short` checks that the scenario works. */
export interface Stage {
  length: 'full' | 'short';
  seed: number;
  random: Random;
  broker: BrokerKind;
  /** one value for each length */
  pick<T>(full: T, short: T): T;
  /** a fresh world; stopped and removed at the end of the scenario */
  world(plan: Omit<WorldPlan, 'broker'> & { broker?: BrokerKind }): Promise<World>;
  figure(name: string, value: number | string): void;
  /** a check of its own, beside the account */
  check(name: string, met: boolean, is: string): void;
}

export interface Check {
  name: string;
  met: boolean;
  is: string;
}
export interface Outcome {
  findings: Finding[];
}
