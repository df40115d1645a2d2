/** What the socket itself tells. */
type Own = {
  connect: () => void;
  /** `io server disconnect` and `io client disconnect` are deeds, and nothing comes back from them by itself. */
  disconnect: (reason: string) => void;
  /** With `data`, the server refused; else it was not reached, and is tried again. */
  connect_error: (error: Error & { data?: unknown }) => void;
};
type Listener = (...given: never[]) => void;

type Place = {
  /** Where the server is, such as `https://chat.example`; the page's own by default. */
  origin?: string | undefined;
  /** Such as `/visitor`. */
  namespace?: string | undefined;
  /** Between two tries: the first, the longest, and for how long one may go on. */
  pauses: { first: number; longest: number };
  patience: number;
  /** For tests, outside of browsers. */
  headers?: Readonly<Record<string, string>> | undefined;
};

/* The first letters of Engine.IO's words (version 4), then of Socket.IO's (version 5), which go within "4". */
const [open, ping, pong, message] = ["0", "2", "3", "4"];
const [welcome, goodbye, event, answer, refusal] = ["0", "1", "2", "3", "4"];

/**
 * Socket.IO over a WebSocket, as far as screens and chats need it: events both ways, acknowledgements, coming back.
 * Our own, because the library brings a page thirteen KiB of transports, binary data and upgrades; what was said while
 * there was no connection is not kept.
 */
export class EventSocket<Heard, Said> {
  connected = false;
  id: string | undefined;
  auth: Readonly<Record<string, unknown>> = {};
  private wire: WebSocket | undefined;
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly answers = new Map<number, Listener>();
  private asked = 0;
  private tries = 0;
  private silence = Number.POSITIVE_INFINITY;
  private heardBy = Number.POSITIVE_INFINITY;
  private watching: ReturnType<typeof setTimeout> | undefined;
  private returning: ReturnType<typeof setTimeout> | undefined;
  private readonly place: Place;
  private readonly prefix: string;

  constructor(place: Place) {
    this.place = place;
    this.prefix = place.namespace ? `${place.namespace},` : "";
  }

  /** Connected, or on its way. */
  get active(): boolean {
    return this.wire !== undefined || this.returning !== undefined;
  }

  on<Name extends keyof (Heard & Own) & string>(name: Name, listener: (Heard & Own)[Name] & Listener): this {
    const known = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, known.add(listener));
    return this;
  }

  off<Name extends keyof (Heard & Own) & string>(name: Name, listener: (Heard & Own)[Name] & Listener): this {
    this.listeners.get(name)?.delete(listener);
    return this;
  }

  connect(): void {
    if (!this.active) this.open();
  }

  disconnect(): void {
    if (this.connected) this.send(goodbye, "");
    this.end("io client disconnect", false);
  }

  /** The network is gone: what is open ends at once, not after the silence of a minute. */
  readonly cut = (): void => {
    if (this.wire) this.end("transport close", true);
  };

  /** Whether there is a line: the clock, which goes on where timers sleep with a computer, says whether it has died. */
  alive(): boolean {
    if (Date.now() > this.heardBy) this.cut();
    return this.connected;
  }

  emit<Name extends keyof Said & string>(name: Name, data: unknown, acknowledge?: Acknowledge<Said[Name]>): void {
    if (!this.alive()) return;
    if (acknowledge) this.answers.set(this.asked, acknowledge);
    this.send(event, `${acknowledge ? this.asked : ""}${JSON.stringify([name, data])}`);
    if (acknowledge) this.asked += 1;
  }

  private open(): void {
    this.returning = undefined;
    const base = new URL(this.place.origin || location.origin);
    base.protocol = base.protocol.replace("http", "ws");
    const { headers } = this.place;
    const address = new URL("/socket.io/?EIO=4&transport=websocket", base);
    const wire = headers ? new WebSocket(address, { headers } as never) : new WebSocket(address);
    this.wire = wire;
    this.watch(this.place.patience);
    const mine = (deed: () => void) => () => void (this.wire === wire && deed());
    wire.onmessage = ({ data }) => void (this.wire === wire && this.hear(String(data)));
    wire.onerror = mine(() => this.end("transport error", true));
    wire.onclose = mine(() => this.end("transport close", true));
    globalThis.addEventListener?.("offline", this.cut);
  }

  private hear(words: string): void {
    const [kind, rest] = [words[0], words.slice(1)];
    if (kind === open) {
      const { pingInterval, pingTimeout } = JSON.parse(rest);
      this.silence = pingInterval + pingTimeout;
      this.tries = 0;
      this.watch(this.silence);
      this.send(welcome, JSON.stringify(this.auth));
    } else if (kind === ping) {
      this.watch(this.silence);
      this.wire?.send(pong);
    } else if (kind === message) this.take(words[1], words.slice(2 + this.prefix.length));
  }

  private take(kind: string | undefined, body: string): void {
    if (kind === event) {
      const [name, ...given] = JSON.parse(body);
      this.tell(name, ...given);
    } else if (kind === answer) {
      const start = body.indexOf("[");
      const number = Number(body.slice(0, start));
      const acknowledge = this.answers.get(number);
      this.answers.delete(number);
      if (acknowledge) Reflect.apply(acknowledge, undefined, JSON.parse(body.slice(start)));
    } else if (kind === welcome) {
      this.id = JSON.parse(body).sid;
      this.connected = true;
      this.tell("connect");
    } else if (kind === goodbye) this.end("io server disconnect", false);
    else if (kind === refusal) {
      const { message, data } = JSON.parse(body);
      this.end("", false);
      this.tell("connect_error", Object.assign(new Error(message), { data }));
    }
  }

  /** Ends what is open, and tells it; `returns`: by an accident, from which it comes back. */
  private end(reason: string, returns: boolean): void {
    const { wire, connected } = this;
    clearTimeout(this.watching);
    clearTimeout(this.returning);
    this.wire = undefined;
    this.returning = undefined;
    this.connected = false;
    this.id = undefined;
    this.heardBy = Number.POSITIVE_INFINITY;
    this.answers.clear();
    globalThis.removeEventListener?.("offline", this.cut);
    wire?.close();
    if (returns) this.returning = setTimeout(() => this.open(), this.pause());
    if (connected) this.tell("disconnect", reason);
    else if (returns) this.tell("connect_error", new Error(reason));
  }

  /** Longer each time, and never the same for all who wait. */
  private pause(): number {
    const { first, longest } = this.place.pauses;
    const wait = first * 2 ** Math.min(this.tries, 20);
    this.tries += 1;
    return Math.min(wait * (0.5 + Math.random()), longest);
  }

  /** From now on silence may last so long. */
  private watch(ms: number): void {
    clearTimeout(this.watching);
    this.heardBy = Date.now() + ms;
    this.watching = setTimeout(this.cut, ms);
  }

  private send(kind: string | undefined, body: string): void {
    this.wire?.send(`${message}${kind}${this.prefix}${body}`);
  }

  private tell(name: string, ...given: unknown[]): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) Reflect.apply(listener, undefined, given);
  }
}

type Acknowledge<Deed> = Deed extends (input: never, acknowledge?: infer Told) => void
  ? NonNullable<Told> & Listener
  : never;
