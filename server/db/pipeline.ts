import type pg from "pg";

/** A statement with a name, and its values. */
export type Named = { name: string; text: string; values: unknown[] };

type Done = (error: Error | null, result: pg.QueryResult) => void;
type Asked = { statement: Named; done: Done };

/** What the driver can do and its types do not know: send the next statement before the last one is answered. */
type Client = pg.PoolClient & { pipeline: boolean; query(statement: Named, done: Done): void };

/** More on one connection would wait for each other longer than for another connection. */
const mostAtOnce = 16;

/** A connection of one company, for as long as its reads follow one another without a gap. */
class Pipeline {
  private client: Client | undefined;
  private waiting: Asked[] = [];
  private unanswered = 0;
  private sending = false;
  private broken: Error | undefined;
  private readonly ended: () => void;

  constructor(client: Promise<pg.PoolClient>, ended: () => void) {
    this.ended = ended;
    client.then(
      (opened) => this.begin(opened as Client),
      (error: Error) => this.fail(error),
    );
  }

  get isFull(): boolean {
    return this.unanswered >= mostAtOnce;
  }

  ask(asked: Asked): void {
    this.unanswered += 1;
    this.waiting.push(asked);
    this.sendSoon();
  }

  private begin(client: Client): void {
    client.pipeline = true;
    this.client = client;
    this.send(client);
  }

  private fail(error: Error): void {
    this.ended();
    for (const { done } of this.waiting) done(error, undefined as never);
  }

  /** What the turn of the event loop asks goes out in one piece. */
  private sendSoon(): void {
    const { client } = this;
    if (!client || this.sending) return;
    this.sending = true;
    setImmediate(() => {
      this.sending = false;
      this.send(client);
    });
  }

  private send(client: Client): void {
    const { stream } = client.connection;
    stream.cork();
    for (const { statement, done } of this.waiting.splice(0)) {
      client.query(statement, (error, result) => {
        this.answered(error);
        done(error, result);
      });
    }
    stream.uncork();
  }

  private answered(error: Error | null): void {
    this.unanswered -= 1;
    // As the pool does after any failed statement: the connection goes, whatever was wrong with it.
    if (error) this.broken = error;
    if (this.unanswered > 0 || !this.client) return;
    this.ended();
    this.client.pipeline = false;
    this.client.release(this.broken);
  }
}

/**
 * Reads of one company that come at the same moment share a connection: they are sent in one piece, without waiting for
 * each other's answers, and each is a transaction of its own as always. For reads that are quick by themselves: one
 * that is slow would hold up those behind it.
 */
export class Pipelines {
  private readonly connect: () => Promise<pg.PoolClient>;
  /** The one of each company that takes more. */
  private readonly open = new Map<string, Pipeline>();

  /** `connect` gives a connection that is held to the company of the call. */
  constructor(connect: () => Promise<pg.PoolClient>) {
    this.connect = connect;
  }

  async query<Row extends pg.QueryResultRow>(companyId: string, statement: Named): Promise<pg.QueryResult<Row>> {
    try {
      return await new Promise((resolve, reject) => {
        const done: Done = (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult<Row>));
        this.of(companyId).ask({ statement, done });
      });
    } catch (error) {
      // From here on it leads to who asked, not to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  private of(companyId: string): Pipeline {
    const known = this.open.get(companyId);
    if (known && !known.isFull) return known;
    const made: Pipeline = new Pipeline(this.connect(), () => {
      if (this.open.get(companyId) === made) this.open.delete(companyId);
    });
    this.open.set(companyId, made);
    return made;
  }
}
