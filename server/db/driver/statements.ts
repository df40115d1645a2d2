import pg from "pg";

/** What the driver keeps of an answer's columns: their descriptions, the readers of their values, an empty row. */
type Columns = { fields: unknown[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown };

type Done = (error: Error | null, result: unknown) => void;

/** The driver's statement with the parts that its types leave out. */
type Statement = pg.Query & {
  name?: string;
  rows?: number;
  callback?: Done;
  _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: object): void;
  handleRowDescription(message: unknown): void;
  handleCommandComplete(message: unknown, connection: object): void;
};

const DriverStatement = pg.Query as unknown as new (config: object, values?: unknown, done?: unknown) => Statement;

/** A connection with the columns of the statements that have run there, and itself as one that asks for none. */
type Known = { columns: Map<string, Columns>; silent: object };

const connections = new WeakMap<object, Known>();

function knownOf(connection: object): Known {
  const known = connections.get(connection);
  if (known) return known;
  const silent = Object.create(connection, { describe: { value: () => undefined } }) as object;
  const made = { columns: new Map<string, Columns>(), silent };
  connections.set(connection, made);
  return made;
}

/**
 * A statement with a name asks for its columns once on each connection: PostgreSQL never changes those of a prepared
 * statement, it refuses it. Describing and reading them each time costs a tenth of a small read.
 */
class NamedStatement extends DriverStatement {
  private asked: Map<string, Columns> | undefined;

  override prepare(connection: object): void {
    const { columns, silent } = knownOf(connection);
    const known = columns.get(this.name ?? "");
    if (known && !this.rows) {
      Object.assign(this._result, known);
      this._accumulateRows = true;
      super.prepare(silent);
      return;
    }
    this.asked = columns;
    super.prepare(connection);
  }

  override handleCommandComplete(message: unknown, connection: object): void {
    super.handleCommandComplete(message, connection);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.asked?.set(this.name ?? "", { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

const isNamed = (config: unknown): config is object =>
  typeof config === "object" && config !== null && "name" in config && !("submit" in config) && !("rowMode" in config);

type Query = (this: pg.Client, config: unknown, values?: unknown, done?: unknown) => unknown;

/** A connection of the pools: the driver's, whose named statements are ours. */
export class DatabaseClient extends pg.Client {}

const query: Query = function query(config, values, done) {
  const plain = pg.Client.prototype.query as Query;
  if (!isNamed(config)) return plain.call(this, config, values, done);
  const statement = new NamedStatement(config, values, done);
  if (statement.callback) return plain.call(this, statement);
  const answer = new Promise((resolve, reject) => {
    statement.callback = (error, result) => (error ? reject(error) : resolve(result));
    plain.call(this, statement);
  });
  return answer.catch((error: Error) => {
    // From here on it leads to who asked, not to the socket.
    Error.captureStackTrace(error);
    throw error;
  });
};
DatabaseClient.prototype.query = query as pg.Client["query"];
