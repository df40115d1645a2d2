"use client";

import type { Frame, LiveEvent } from "#server/realtime/schema.ts";
import type { EventLog } from "./event-log.ts";
import { type Gap, GapKeeper } from "./gap-keeper.ts";
import type { LiveCache } from "./live-cache.ts";
import { Mending } from "./mending.ts";
import { OnlinePeople } from "./online-people.ts";
import type { LiveSocket } from "./socket.ts";
import { WatchedThreads } from "./watched-threads.ts";

const frameMs = 16;
const pollMs = 5000;
/** After this many answers without a socket in between, the socket is not just reconnecting. */
const pollsToSay = 2;
const mostThreads = 50;

type Parts = {
  socket: LiveSocket;
  gap: Gap;
  cache: LiveCache;
  log: EventLog;
  /** Reads a thread's newest messages once it is subscribed: some may have been written just before. */
  readThread: (conversationId: string) => Promise<void>;
  report: (state: "online" | "reconnecting" | "polling") => void;
  onSignedOut: () => void;
  /** The same browser now sees what another person sees. */
  onOtherPerson: () => void;
};

/**
 * Keeps the cache true: applies what the socket brings, and after every connect fetches the gap by seq before it
 * counts as online. Where no websocket gets through, it asks by HTTP every few seconds instead.
 */
export class LiveConnection {
  readonly people: OnlinePeople;
  private readonly parts: Parts;
  private readonly keeper: GapKeeper;
  private readonly threads: WatchedThreads;
  private readonly mending: Mending;
  private waiting: LiveEvent[] = [];
  private flushing: ReturnType<typeof setTimeout> | undefined;
  private flushedAt = 0;
  private poll: ReturnType<typeof setInterval> | undefined;
  private returning: ReturnType<typeof setTimeout> | undefined;
  private polls = 0;
  private stopped = false;
  private silence: () => void = () => undefined;

  constructor(parts: Parts, seq: number | undefined) {
    this.parts = parts;
    const { socket, gap, cache } = parts;
    this.people = new OnlinePeople(socket);
    this.threads = new WatchedThreads(socket, parts.readThread);
    this.mending = new Mending(cache.client);
    this.keeper = new GapKeeper(
      {
        gap,
        prepare: () => this.threads.tellAll(),
        threads: () => this.heldThreads(),
        apply: (events) => this.apply(events),
        readAgain: () => this.mending.everything(),
        onClosed: () => this.closed(),
        onSignedOut: parts.onSignedOut,
      },
      seq,
    );
  }

  start(): void {
    const { socket } = this.parts;
    const listeners = {
      hello: () => this.keeper.begin(),
      events: (frame: Frame) => this.keeper.take(frame),
      position: ({ seq }: { seq: number }) => this.keeper.reach(seq),
      reset: () => this.reset(),
      "signed-out": () => this.parts.onSignedOut(),
      "other-person": () => this.parts.onOtherPerson(),
      disconnect: (reason: string) => this.ended(reason),
      connect_error: (error: Error) => this.refused(error),
    };
    socket.on("hello", listeners.hello).on("events", listeners.events).on("position", listeners.position);
    socket.on("reset", listeners.reset).on("signed-out", listeners["signed-out"]);
    socket.on("other-person", listeners["other-person"]);
    socket.on("disconnect", listeners.disconnect).on("connect_error", listeners.connect_error);
    this.silence = () => {
      socket.off("hello", listeners.hello).off("events", listeners.events).off("position", listeners.position);
      socket.off("reset", listeners.reset).off("signed-out", listeners["signed-out"]);
      socket.off("other-person", listeners["other-person"]);
      socket.off("disconnect", listeners.disconnect).off("connect_error", listeners.connect_error);
    };
    this.poll = setInterval(() => void this.pollGap(), pollMs);
    if (!socket.connected) this.parts.report("reconnecting");
    socket.connect();
  }

  stop(): void {
    this.stopped = true;
    this.silence();
    this.people.stop();
    this.keeper.stop();
    this.threads.stop();
    this.mending.stop();
    clearInterval(this.poll);
    clearTimeout(this.flushing);
    clearTimeout(this.returning);
    this.parts.socket.disconnect();
  }

  /** Opens a thread for live messages, and reads what was said before the first of them. */
  watch(conversationId: string): Promise<void> {
    return this.threads.watch(conversationId);
  }

  unwatch(conversationId: string): void {
    this.threads.unwatch(conversationId);
  }

  /** Typing and viewers come directly from the socket. */
  get socket(): LiveSocket {
    return this.parts.socket;
  }

  private apply(events: readonly LiveEvent[]): void {
    if (events.length === 0) return;
    this.waiting.push(...events);
    // The first at once, a burst together: folding is done at most once a frame.
    const wait = this.flushedAt + frameMs - performance.now();
    if (wait <= 0) this.flush();
    else this.flushing ??= setTimeout(() => this.flush(), wait);
  }

  private flush(): void {
    clearTimeout(this.flushing);
    this.flushing = undefined;
    this.flushedAt = performance.now();
    const events = this.waiting.splice(0);
    if (events.length === 0) return;
    this.parts.log.apply(events);
    this.threads.heed(events);
  }

  /** What the person may see has changed, or an event could not be delivered. */
  private reset(): void {
    this.mending.everything();
    this.threads.tellRefused();
  }

  private closed(): void {
    this.flush();
    this.mending.now();
    if (this.parts.socket.connected) this.parts.report("online");
  }

  /** Threads whose messages are held: the watched ones, and those kept in the cache. */
  private heldThreads(): string[] {
    const cached = this.parts.cache.of("messages.list").map(({ input }) => input.conversationId);
    const known = cached.filter((id) => typeof id === "string");
    return [...new Set([...this.threads.ids(), ...known])].slice(0, mostThreads);
  }

  private async pollGap(): Promise<void> {
    if (this.parts.socket.alive()) return;
    const answered = await this.keeper.poll();
    if (this.parts.socket.connected || this.stopped) return;
    this.polls = answered ? this.polls + 1 : 0;
    if (answered) this.mending.now();
    this.parts.report(this.polls >= pollsToSay ? "polling" : "reconnecting");
  }

  private ended(reason: string): void {
    this.polls = 0;
    this.parts.report("reconnecting");
    this.keeper.lost();
    this.threads.lost();
    // The server ended it (restart, rights): Socket.IO leaves coming back to us.
    if (reason === "io server disconnect") this.comeBack(500 + Math.random() * 1500);
  }

  private refused(error: Error): void {
    if (this.polls < pollsToSay) this.parts.report("reconnecting");
    const data: unknown = Reflect.get(error, "data");
    const code: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "error") : undefined;
    if (code === "unauthorized") this.parts.onSignedOut();
    else if (code === "conflict") this.parts.onOtherPerson();
    // A refusal by the server is not tried again by Socket.IO itself.
    else if (code !== undefined) this.comeBack(3000 + Math.random() * 4000);
  }

  private comeBack(ms: number): void {
    clearTimeout(this.returning);
    this.returning = setTimeout(() => this.parts.socket.connect(), ms);
  }
}
