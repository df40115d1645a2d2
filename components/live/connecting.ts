import type { LiveConnection } from "./live-connection.ts";

type Run = (connection: LiveConnection) => () => void;

/**
 * The live connection, which begins as the page comes alive. Who wants it hears of it here: nothing need be drawn again
 * because it is there.
 */
export class Connecting {
  private connection: LiveConnection | undefined;
  private readonly wanting = new Map<Run, (() => void) | undefined>();

  now(): LiveConnection | undefined {
    return this.connection;
  }

  /** Runs with the connection, now or once there is one, and with each that follows; what it answers undoes it. */
  with(run: Run): () => void {
    const own: Run = (connection) => run(connection);
    this.wanting.set(own, this.connection && own(this.connection));
    return () => {
      this.wanting.get(own)?.();
      this.wanting.delete(own);
    };
  }

  began(connection: LiveConnection): void {
    this.connection = connection;
    for (const run of this.wanting.keys()) this.wanting.set(run, run(connection));
  }

  ended(): void {
    this.connection = undefined;
    for (const [run, undo] of this.wanting) {
      undo?.();
      this.wanting.set(run, undefined);
    }
  }
}
