import pg from 'pg';

/**
 * Rows by COPY and a prepared statement after them in one transaction and one round trip: all of it is sent at once, and
 * PostgreSQL commits both or neither at the Sync that ends it (manual, "Extended Query" and "COPY Operations"). The
 * driver has no call for this; its `Query` is public, and this adds the messages of the COPY before its own.
 */
export function copyThenQuery<R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  copy: { text: string; rows: Buffer },
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
  parsedStatements: Partial<Record<string, string>>;
  parse: (query: { text: string }) => void;
  bind: (config: object) => void;
  execute: (config: object) => void;
  sendCopyFromChunk: (rows: Buffer) => void;
  endCopyFrom: () => void;
}
/** The results of the COPY and of the statement. */
type Done = (error: Error | null, results: unknown) => void;
/** Of the driver's `Query` (pg/lib/query.js), what its types leave out. */
// eslint-disable-next-line @typescript-eslint/no-unused-vars -- the class is the driver's: this is its type
declare class DriverQuery {
  constructor(config: object, done: Done);
  submit(connection: Connection): Error | null;
  handleError(error: Error, connection: Connection): void;
}
const Query = pg.Query as unknown as typeof DriverQuery;

class CopyThenQuery extends Query {
  private wasPrepared = false;

  constructor(
    private readonly copy: { text: string; rows: Buffer },
    private readonly statement: { name: string; text: string; values: unknown[] },
    done: Done,
  ) {
    super(statement, done);
  }

  override submit(connection: Connection): Error | null {
    this.wasPrepared = connection.parsedStatements[this.statement.name] !== undefined;
    connection.stream.cork();
    try {
      connection.parse({ text: this.copy.text });
      connection.bind({});
      connection.execute({});
      connection.sendCopyFromChunk(this.copy.rows);
      connection.endCopyFrom();
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  /** The driver answers that it has no rows to copy; they are sent already. */
  handleCopyInResponse(): void {
    // nothing more to send
  }

  override handleError(error: Error, connection: Connection): void {
    // the driver took the COPY's ParseComplete for the statement's, which the server may not have reached
    if (!this.wasPrepared) connection.parsedStatements[this.statement.name] = undefined;
    super.handleError(error, connection);
  }
}
