import pg from 'pg';

/**
 * Rows by COPY and a prepared statement after them in one transaction and one round trip: all of it is sent at once, and
 * PostgreSQL commits both or neither at the Sync that ends it (manual, "Extended Query" and "COPY Operations"). The
 * driver has no call for this; its `Query` is public, and this adds the messages of the COPY before its own.
 *
 * A connection on which it failed has to be closed: the driver takes the COPY's ParseComplete for the statement's, and
 * would never prepare it there.
 */
export function copyThenQuery<R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  copy: { name: string; text: string; rows: Buffer },
  statement: { name: string; text: string; values: unknown[] },
): Promise<R[]> {
  return new Promise((resolve, reject) => {
    const query = new CopyThenQuery(copy, statement, (error, results) => {
      if (error) reject(error);
      else resolve((results as [unknown, pg.QueryResult<R>])[1].rows);
    });
    client.query(query as unknown as pg.Submittable);
  });
}

/** What is used of the driver's connection (pg/lib/connection.js). */
interface Connection {
  stream: { cork: () => void; uncork: () => void };
  parse: (query: { name: string; text: string }) => void;
  bind: (config: object) => void;
  execute: (config: object) => void;
  sendCopyFromChunk: (rows: Buffer) => void;
  endCopyFrom: () => void;
}
/** The results of the COPY and of the statement. */
type Done = (error: Error | null, results: unknown) => void;
/** Of the driver's `Query` (pg/lib/query.js), what its types leave out. */
interface DriverQuery {
  submit(connection: Connection): Error | null;
}
const Query = pg.Query as unknown as new (config: object, done: Done) => DriverQuery;

/** Connections that know the COPY: one of them has one alone. */
const prepared = new WeakSet<Connection>();

class CopyThenQuery extends Query {
  constructor(
    private readonly copy: { name: string; text: string; rows: Buffer },
    statement: { name: string; text: string; values: unknown[] },
    done: Done,
  ) {
    super(statement, done);
  }

  override submit(connection: Connection): Error | null {
    connection.stream.cork();
    try {
      const { name, text } = this.copy;
      // under its name once a connection, as the driver does with the statement
      if (!prepared.has(connection)) connection.parse({ name, text });
      prepared.add(connection);
      connection.bind({ statement: name });
      connection.execute({});
      connection.sendCopyFromChunk(this.copy.rows);
      connection.endCopyFrom();
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  /** The driver would answer that it has no rows to copy; they are sent already. */
  handleCopyInResponse(): void {
    // nothing more to send
  }
}
