import type { BrokerKind } from '../parts/broker';
import type { Figure } from '../report';
import type { Machine } from '../targets/machine';
import type { ProductTarget } from '../targets/product-target';
import type { Target } from '../targets/target';

/** The input of every benchmark: both sides, duration and repetitions, and the log. */
export interface BenchContext {
  /** the base of both sides; also the folder for logs and plans */
  machine: () => Promise<Machine>;
  pairs: number;
  seconds: number;
  warmUpS: number;
  /** with Mosquitto where no broker is named */
  product: (broker?: BrokerKind) => Promise<ProductTarget>;
  limit: (lingerMs?: number) => Promise<Target>;
  log: (line: string) => void;
  /** a remark that belongs to the figures, e.g. lost messages */
  note: (line: string) => void;
  /** what the two sides committed a second at full speed, measured once in this session */
  ceilings: Ceilings;
}
export interface Ceilings {
  product: number | null;
  limit: number | null;
}

export type Bench = (context: BenchContext) => Promise<Figure[]>;
