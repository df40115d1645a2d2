type Told = { data?: unknown; cause?: unknown };

/** A call that was refused, with what the server said in `data`; without data no readable answer came back. */
export class CallError extends Error {
  readonly data: unknown;

  constructor(message: string, { data, cause }: Told = {}) {
    super(message, { cause });
    this.name = "CallError";
    this.data = data;
  }
}
