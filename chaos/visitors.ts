import { setTimeout as sleep } from "node:timers/promises";
import { ChatClient } from "#components/widget/client/chat-client.ts";
import { type OpenSocket, openSocket } from "#components/widget/client/live-socket.ts";
import { VisitorApi } from "#components/widget/client/visitor-api.ts";
import type { VisitorMessage } from "#server/visitors/schema.ts";
import type { Claims, Stored } from "./truth.ts";

/* Below the 30 messages a minute that one visitor may send: what waits for that would not be in by the end of a round. */
const pauseMs = 2200;

/** The widget's own client, in a browser of which only the network is ours. */
export class Visitor {
  readonly client: ChatClient;
  readonly name: string;
  private readonly written: string[] = [];
  private writing = false;
  private turn: Promise<void> = Promise.resolve();

  constructor(given: { name: string; base: string; channelId: string; address: string }) {
    const { base, address, channelId } = given;
    this.name = given.name;
    const headers = { "x-forwarded-for": address };
    const fetcher: typeof fetch = (path, init) => {
      const all = new Headers(init?.headers);
      for (const [name, value] of Object.entries(headers)) all.set(name, value);
      return fetch(`${base}${String(path)}`, { ...init, headers: all });
    };
    const open: OpenSocket = (token, listener) => openSocket(token, listener, { origin: base, headers });
    this.client = new ChatClient(channelId, { api: new VisitorApi(channelId, fetcher), open });
  }

  start(): Promise<void> {
    return this.client.start();
  }

  get conversationId(): string {
    return this.client.state.conversation?.id ?? "";
  }

  /** Writes until it is told to stop. */
  write(): void {
    this.writing = true;
    this.turn = (async () => {
      while (this.writing) {
        const text = `${this.name} ${this.written.length + 1}`;
        this.written.push(text);
        this.client.send(text);
        await sleep(pauseMs * (0.5 + Math.random()));
      }
    })();
  }

  async rest(): Promise<void> {
    this.writing = false;
    await this.turn;
  }

  get isSettled(): boolean {
    return this.client.state.thread.outgoing.length === 0 && this.client.state.connected;
  }

  /** All that it wrote: nothing of it may be marked as failed, and once it is settled all of it was taken. */
  claims(): Claims {
    return { who: this.name, acknowledged: this.written, tried: new Set(this.written) };
  }

  /** What stands in the widget and not in the database, or the other way round. */
  faults(stored: readonly Stored[]): string[] {
    const { messages, outgoing } = this.client.state.thread;
    const failed = outgoing
      .filter(({ state }) => state === "failed")
      .map(({ text }) => `${this.name} failed: "${text}"`);
    const shown = messages.map((one: VisitorMessage) => `${one.seq} ${one.text}`);
    const own = stored.filter((one) => one.conversationId === this.conversationId && one.type !== "command");
    const held = own.map(({ seq, text }) => `${seq} ${text}`);
    // The widget begins with its newest messages and loads earlier ones when they are asked for.
    const from = messages[0]?.seq ?? 0;
    const wanted = held.filter((_, index) => (own[index]?.seq ?? 0) >= from);
    const missing = wanted.filter((line) => !shown.includes(line)).map((line) => `${this.name} is not shown "${line}"`);
    const strange = shown.filter((line) => !held.includes(line)).map((line) => `${this.name} is shown "${line}"`);
    return [...failed, ...missing, ...strange];
  }

  stop(): void {
    this.client.stop();
  }
}
