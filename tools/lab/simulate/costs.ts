/**
 * What each part of the product costs, in µs of a processor of the machine of docs/results (AMD EPYC, Node 20, PostgreSQL 15.20, Mosquitto 2.0.11), and
 * where the figure comes from. "Fit": two figures of docs/results/bench-notes.md of 2026-11-26, 10,000 devices, at 5,000/s in batches of 50 and at full
 * speed in batches of 1,000, give what a batch costs and what each message of it: server 48.3 and 17.0 µs a message, database 33.7 and 16.9, broker 38
 * (bench.md) and 22.9. "Assumed": not measured.
 */
export const costs = {
  load: {
    /** bench-notes: a tenth of the 1.77 cores that are used at 26,851/s */
    messageUs: 6.6,
  },
  broker: {
    /** fit: a turn of its loop, which at 5,000/s has one message, and what follows in the same turn; how it is divided between in and out is assumed */
    wakeUs: 12,
    inUs: 12,
    outUs: 10,
    /** assumed: as a message */
    ackUs: 22,
    /** assumed */
    mostInTurn: 200,
    /** infra/mosquitto/mosquitto.conf */
    mostUnacknowledged: 10_000,
    mostHeld: 600_000,
  },
  ingest: {
    /** platform/mqtt/device-link.ts and publish-tap.ts, their defaults */
    gatherUs: 10_000,
    gatherFromPerS: 1000,
    mostShares: 3,
    maxBatch: 1000,
    receiveMaximum: 4000,
    leavesShare: 0.1,
    longestPauseUs: 100_000,
    /** 64 KiB of some 340 bytes */
    fullRead: 190,
    /** fit, less what acknowledgements and the api take; the division between reading and the batch is assumed */
    readUs: 150,
    parseUs: 5,
    batchUs: 1000,
    messageUs: 7,
    /** bench: 12 % of 48.3 µs at 5,000/s, for 1,000 acknowledgements a second */
    ackUs: 29,
    ackTickUs: 250_000,
    ackEveryUs: 10e6,
  },
  database: {
    /** fit: the sessions, and all that PostgreSQL does behind them */
    batchUs: 884,
    messageUs: 16,
    /** bench-notes: 631 bytes a message at 5,000/s; the division is assumed */
    walBatchBytes: 2000,
    walBytes: 590,
    /** docs/results/statistics.md: 3.5 to 4.2 µs a sample */
    statisticsUs: 4,
  },
  api: {
    /** assumed: a line of the fan-out, a state in it, a frame of watched vehicles */
    lineUs: 135,
    applyUs: 2,
    frameUs: 200,
    /** live/stream/watched-vehicles.ts */
    frameEveryUs: 25_000,
    /** bench: 200 consoles cost 15 ms a second more than 20, with a frame each and a count: 83 µs; of a room that gets the same frame 8 to 10 µs a socket */
    emitUs: 10,
    /** docs/results/million.md: a change of a vehicle in each scope that keeps its buckets */
    sortUs: 4,
    /** docs/results/million.md: 1,000,000 vehicles at 12,000 places, 1 to 15 ms for a view of zoom 6 to 13, 6 in the middle */
    packUs: 0.006,
  },
  alerts: {
    /** incidents/alerts/alerts-ingest.ts */
    callsAtOnce: 6,
    faultsAtOnce: 3,
    roundTrips: { call: 3, fault: 4 },
    /** bench-notes: 14 s of work for some 4,000 calls */
    processUs: 3000,
    /** assumed, so that a call takes the 12 ms to down/ack that the bench measures alone */
    databaseUs: 4000,
    appendUs: 400,
    walBytes: 8000,
    /** assumed */
    tailUs: 200,
    tailDatabaseUs: 200,
    eventUs: 300,
    actUs: 3000,
    actDatabaseUs: 2000,
  },
  jobs: {
    /** docs/results/statistics.md: 2.8 to 4.0 µs a sample */
    sampleUs: 4,
    /** assumed: notifications and some five messages for an alert */
    alertUs: 5000,
    alertDatabaseUs: 5000,
  },
  /** assumed for the disk of the bench while nothing else writes */
  benchDisk: { flushUs: 200, diskMbPerS: 500 },
};
export type Costs = typeof costs;
