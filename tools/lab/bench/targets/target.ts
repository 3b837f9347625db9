import type { PublisherDevice } from '../load/publisher-plan';
import type { ConsolesPlanIn } from '../screens/consoles-plan';
import type { ViewportSubscription } from '@headland/contracts/live';

/** Groups of processes whose cost is measured separately. */
export interface TargetPids {
  /** our own Node processes */
  server: number[];
  broker: number[];
  database: number[];
}

/** One side of a comparison: real processes that take the same messages from the same publisher. */
export interface Target {
  readonly name: 'product' | 'limit';
  readonly mqttUrl: string;
  readonly databaseUrl: string;
  readonly pids: TargetPids;
  /** the processes by name, for memory over time */
  readonly processes: Record<string, number>;
  /** The first `n` devices, with their accounts where the broker requires them. */
  devices(n: number): Promise<PublisherDevice[]>;
  /** How consoles connect. What they look at means something to the product only. */
  consoles(look: ViewportSubscription | null): Pick<ConsolesPlanIn, 'url' | 'token' | 'look'>;
  /** Messages of this boot that are committed: cheap, asked ten times a second. */
  committed(boot: number): Promise<number>;
  /** The same counted row by row: the truth at the end of a run. */
  committedExactly(boot: number): Promise<number>;
  /** How often its consoles' states had to be asked for, where they are told otherwise. */
  timesAsked?(): Promise<number>;
  stop(): Promise<void>;
}
