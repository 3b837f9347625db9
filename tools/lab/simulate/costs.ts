/**
 * What each part of the product costs. All times in µs of a processor of the machine of docs/results (AMD EPYC, two cores, Node 20, PostgreSQL 15.20,
 * Mosquitto 2.0.11), unless a name says otherwise. "rates": `npm run lab -- bench rates` of 2026-11-27, figures in docs/results/simulate.md; "bench":
 * docs/results/bench.md and bench-notes.md. What is only assumed says so.
 */
export const costs = {
  load: {
    /** rates: publisher at full speed */
    messageUs: 6.6,
  },
  broker: {
    /** a turn of its loop */
    wakeUs: 12,
    inUs: 12,
    outUs: 10,
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
    readUs: 150,
    parseUs: 5,
    batchUs: 700,
    messageUs: 7,
    /** bench: 12 % of 48.3 µs at 5,000/s, for 1,000 acknowledgements a second */
    ackUs: 29,
    ackTickUs: 250_000,
    ackEveryUs: 10e6,
  },
  database: {
    batchUs: 884,
    messageUs: 16,
    walBatchBytes: 2000,
    walBytes: 600,
    /** docs/results/statistics.md: 3.5 to 4.2 µs a sample */
    statisticsUs: 4,
  },
  api: {
    lineUs: 100,
    applyUs: 2,
    frameUs: 200,
    frameEveryUs: 25_000,
    /** a frame to a socket */
    emitUs: 10,
    packUs: 0.1,
  },
  alerts: {
    /** incidents/alerts/alerts-ingest.ts */
    callsAtOnce: 6,
    faultsAtOnce: 3,
    roundTrips: { call: 3, fault: 4 },
    processUs: 3000,
    databaseUs: 2000,
    appendUs: 400,
    walBytes: 8000,
    tailUs: 200,
    tailDatabaseUs: 200,
    eventUs: 300,
    actUs: 3000,
    actDatabaseUs: 2000,
  },
  jobs: {
    /** docs/results/statistics.md: 2.8 to 4.0 µs a sample */
    sampleUs: 4,
    alertUs: 3000,
    alertDatabaseUs: 3000,
  },
  benchDisk: { flushUs: 200, diskMbPerS: 500 },
};
export type Costs = typeof costs;
