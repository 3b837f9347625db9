/**
 * The numbers of all advisory locks in one place, so that two kinds of work never wait for each other by accident. A lock
 * has two numbers: its class, and one object of it. Locks by a text (`hashtextextended`, for example of one phone number)
 * are in a number space of their own. Old and new processes run beside each other during an upgrade and exclude each
 * other by these numbers only: a number that is in use is never changed.
 *
 * The functions of the schema use (7202, 0), the numbers of events, and (7202, 1), the partitions of telemetry; they are
 * in the migrations.
 */
export const advisoryLocks = {
  /** Held exclusively by migrations, restores and the distribution, shared by back-ups: one of them changes the schema. */
  schema: '7202, 2',
  /** Events that the database has lost are recorded once, whoever notices it. */
  lostEvents: '7202, 3',
  /** Numbers of devices (SIM, activation) are checked one after the other: no index keeps them unique. */
  deviceNumbers: '7204, 0',
  /** The hierarchy of organizations and accounts, from the check to the commit. */
  ranks: '7210, 0',
  /** Workbooks of sales are saved one after the other. */
  saleUploads: '7214, 0',
  /** The phone numbers of all customers: shared by who assigns one of them, exclusively by a workbook. */
  customerPhones: '7215, 0',
  /** Roll-outs are approved one after the other: two that overlap would not see each other begin. */
  rollOutApprovals: '7252, 0',
  /** Cycles of consumables of many vehicles are dated anew by one job at a time. */
  redateCycles: '7230, 0',
  /**
   * One call of the factory after the other. It had the number of `redateCycles` before: during a rolling upgrade an old
   * and a new process do not exclude each other, and two calls with the same new records end in a unique index, after
   * which the second is taken again.
   */
  factoryImport: '7231, 0',
  /** Statistics are counted by one process at a time; shared by who stores hours of a course. */
  statistics: '7240, 0',
} as const;

/** Classes of which each object has a lock: the object is given with the statement. */
export const advisoryLockClasses = {
  /** messages of a device, by its key: what it has sent is received in one transaction at a time */
  device: 7203,
  /** an export that is written, by its id */
  export: 7220,
  /** places of exports that are written at the same time, by their number */
  exportPlace: 7221,
  /** stored courses of a model, by its id; shared by vehicles that move (functions of the schema) */
  courseOfModel: 7242,
  /** jobs and tests of a vehicle, by its id */
  vehicleService: 7250,
  /** work of one process at a time, by the numbers of `leaseNumbers` */
  lease: 7260,
} as const;
