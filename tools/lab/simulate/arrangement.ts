import type { Costs } from './costs';

/** A fleet in its busiest hour, and who looks at it. */
export interface Fleet {
  vehicles: number;
  /** share of them that report */
  onDuty: number;
  intervalS: number;
  callsADay: number;
  faultsADay: number;
  browsers: number;
  /** different pairs of organization and zoom among the browsers with a map: each is packed once a second */
  views: number;
  /** scopes that somebody looks at and that a vehicle is in, as its region and the head office's */
  scopes: number;
  /** whether jobs counts what is stored */
  statistics: boolean;
}

export type Part = 'load' | 'broker' | 'ingest' | 'alerts' | 'api' | 'jobs' | 'database';

/** What runs where. Each part is on one machine; a machine may have several. */
export interface Arrangement {
  name: string;
  machines: { name: string; cores: number; parts: Part[] }[];
  /** threads of the broker, processes of ingest, alerts and api; of jobs one works at a time */
  count: { broker: number; ingest: number; alerts: number; api: number };
  /** µs until the log of the database is on disk, and on the disk of a synchronous standby where there is one */
  flushUs: number;
  diskMbPerS: number;
  /** whole products beside each other, each with its share of the fleet */
  cells: number;
}

/** Calls and faults are spread over this; at its busiest moment there are so many times as many. */
const dayS = 8 * 3600;
const busiest = 5;
export const alertsPerS = ({ callsADay, faultsADay }: Fleet): { calls: number; faults: number } => ({
  calls: (callsADay / dayS) * busiest,
  faults: (faultsADay / dayS) * busiest,
});
/** The day whose busiest moment has so many. */
export const callsADayOf = (perS: number): number => (perS / busiest) * dayS;
export const messagesPerS = ({ vehicles, onDuty, intervalS }: Fleet): number => (vehicles * onDuty) / intervalS;

/** The part of a fleet that one of `cells` has. */
export const shareOf = (fleet: Fleet, cells: number): Fleet => ({
  ...fleet,
  vehicles: fleet.vehicles / cells,
  callsADay: fleet.callsADay / cells,
  faultsADay: fleet.faultsADay / cells,
  browsers: Math.ceil(fleet.browsers / cells),
  views: Math.ceil(fleet.views / cells),
});

/** One sample each 30 s while a machine works, one fault in 20 and one call in 500 of a vehicle a day. */
export const fleetOf = (vehicles: number): Fleet => ({
  vehicles,
  onDuty: 1,
  intervalS: 30,
  callsADay: vehicles / 500,
  faultsADay: vehicles / 20,
  browsers: Math.ceil(vehicles / 1000) + 20,
  views: Math.ceil(vehicles / 10_000) + 5,
  scopes: 2,
  statistics: true,
});

/** The machine of docs/results: everything, the load as well, on two cores. */
export const bench = ({ flushUs, diskMbPerS }: Costs['benchDisk']): Arrangement => ({
  name: 'bench',
  machines: [
    { name: 'the machine', cores: 2, parts: ['load', 'broker', 'ingest', 'alerts', 'api', 'jobs', 'database'] },
  ],
  count: { broker: 1, ingest: 1, alerts: 1, api: 1 },
  flushUs,
  diskMbPerS,
  cells: 1,
});

const server: Part[] = ['ingest', 'alerts', 'api', 'jobs'];
/** 2 ms: a disk that has to keep its word and a standby in the next room. */
const ownDisk = { flushUs: 2000, diskMbPerS: 500 };
export const arrangements: Record<string, Arrangement> = {
  box: {
    name: 'box',
    machines: [{ name: 'the machine', cores: 4, parts: ['broker', ...server, 'database'] }],
    count: { broker: 1, ingest: 1, alerts: 1, api: 1 },
    ...ownDisk,
    cells: 1,
  },
  large: {
    name: 'large',
    machines: [
      { name: 'machine of the database', cores: 8, parts: ['database'] },
      { name: 'machine of the server', cores: 8, parts: server },
      { name: 'machine of the broker', cores: 4, parts: ['broker'] },
    ],
    count: { broker: 2, ingest: 2, alerts: 2, api: 2 },
    ...ownDisk,
    cells: 1,
  },
};
arrangements.cells = { ...(arrangements.large as Arrangement), name: 'cells', cells: 4 };
