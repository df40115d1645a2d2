"use client";

import type { z } from "zod";
import type { Acknowledgement, Frame, LiveEvent, sinceInput, sinceOutput } from "#server/realtime/schema.ts";
import { failureOf } from "./api.ts";
import type { EventLog } from "./event-log.ts";
import type { LiveCache } from "./live-cache.ts";
import { OnlinePeople } from "./online-people.ts";
import type { LiveSocket } from "./socket.ts";

const frameMs = 16;
const pollMs = 5000;
const acknowledgeMs = 3000;
const mostThreads = 50;

/** Where the gap is fetched: `realtime.position` and `realtime.since`. */
export type Gap = {
  position: () => Promise<{ seq: number }>;
  since: (input: z.input<typeof sinceInput>) => Promise<z.output<typeof sinceOutput>>;
};

type Parts = {
  socket: LiveSocket;
  gap: Gap;
  cache: LiveCache;
  log: EventLog;
  report: (state: "online" | "reconnecting") => void;
  onSignedOut: () => void;
};

/**
 * Keeps the cache true: applies what the socket brings, and after every connect fetches the gap by seq before it
 * counts as online. Where no websocket gets through, it asks by HTTP every few seconds instead.
 */
export class LiveConnection {
  readonly people: OnlinePeople;
  private readonly parts: Parts;
  private seq: number | undefined;
  private waiting: LiveEvent[] = [];
  private flushing: ReturnType<typeof setTimeout> | undefined;
  private flushedAt = 0;
  private resuming: Promise<void> | undefined;
  private resumeAgain = false;
  private readonly watched = new Map<string, number>();
  private poll: ReturnType<typeof setInterval> | undefined;
  private silence: () => void = () => undefined;

  constructor(parts: Parts, seq: number | undefined) {
    this.parts = parts;
    this.seq = seq;
    this.people = new OnlinePeople(parts.socket);
  }

  start(): void {
    const { socket } = this.parts;
    const listeners = {
      hello: () => void this.resume(),
      events: (frame: Frame) => this.take(frame),
      position: ({ seq }: { seq: number }) => this.reach(seq),
      reset: () => this.reset(),
      "signed-out": () => this.parts.onSignedOut(),
      disconnect: (reason: string) => this.ended(reason),
      connect_error: (error: Error) => this.refused(error),
    };
    socket.on("hello", listeners.hello).on("events", listeners.events).on("position", listeners.position);
    socket.on("reset", listeners.reset).on("signed-out", listeners["signed-out"]);
    socket.on("disconnect", listeners.disconnect).on("connect_error", listeners.connect_error);
    this.silence = () => {
      socket.off("hello", listeners.hello).off("events", listeners.events).off("position", listeners.position);
      socket.off("reset", listeners.reset).off("signed-out", listeners["signed-out"]);
      socket.off("disconnect", listeners.disconnect).off("connect_error", listeners.connect_error);
    };
    this.poll = setInterval(() => void this.pollGap(), pollMs);
    if (!socket.connected) this.parts.report("reconnecting");
    socket.connect();
  }

  stop(): void {
    this.silence();
    this.people.stop();
    clearInterval(this.poll);
    clearTimeout(this.flushing);
    this.parts.socket.disconnect();
  }

  /** Opens a thread for live messages; counted, so that two views of one thread do not cut each other off. */
  watch(conversationId: string): Promise<void> {
    const count = this.watched.get(conversationId) ?? 0;
    this.watched.set(conversationId, count + 1);
    return count === 0 || !this.parts.socket.connected ? this.tellWatch(conversationId) : Promise.resolve();
  }

  unwatch(conversationId: string): void {
    const count = this.watched.get(conversationId) ?? 0;
    if (count > 1) this.watched.set(conversationId, count - 1);
    else if (this.watched.delete(conversationId) && this.parts.socket.connected) {
      this.parts.socket.emit("unwatch", { conversationId });
    }
  }

  /** Who else types and looks is heard by the socket itself. */
  get socket(): LiveSocket {
    return this.parts.socket;
  }

  private take(frame: Frame): void {
    this.waiting.push(...frame.events);
    this.reach(frame.seq);
    // The first at once, a burst together: folding is done at most once a frame.
    const wait = this.flushedAt + frameMs - performance.now();
    if (wait <= 0) this.flush();
    else this.flushing ??= setTimeout(() => this.flush(), wait);
  }

  private flush(): void {
    clearTimeout(this.flushing);
    this.flushing = undefined;
    this.flushedAt = performance.now();
    if (this.waiting.length > 0) this.parts.log.apply(this.waiting.splice(0));
  }

  private reach(seq: number): void {
    // Before the gap is fetched, the old position is the one to ask from.
    if (this.seq !== undefined && !this.resuming) this.seq = Math.max(this.seq, seq);
  }

  private resume(): Promise<void> {
    this.resumeAgain = this.resuming !== undefined;
    this.resuming ??= this.fetchGap().finally(() => {
      this.resuming = undefined;
      if (this.resumeAgain) void this.resume();
    });
    return this.resuming;
  }

  /** Threads first: once they are watched, nothing falls between the gap and what comes live. */
  private async fetchGap(): Promise<void> {
    const { socket, gap, log, report } = this.parts;
    if (socket.connected) await Promise.all([...this.watched.keys()].map((id) => this.tellWatch(id)));
    try {
      if (this.seq === undefined) {
        this.seq = (await gap.position()).seq;
        this.reset();
      } else {
        const missed = await gap.since({ seq: this.seq, threads: this.threads() });
        if (missed.reset) this.reset();
        else log.apply(missed.events);
        this.seq = missed.reset ? missed.seq : Math.max(this.seq, missed.seq);
      }
      if (socket.connected) report("online");
    } catch (error) {
      if (failureOf(error).code === "unauthorized") this.parts.onSignedOut();
      else if (socket.connected) setTimeout(() => void this.resume(), 1000);
    }
  }

  /** Threads whose messages are held: the watched ones, and those kept in the cache. */
  private threads(): string[] {
    const cached = this.parts.cache.of("messages.list").map(({ input }) => input.conversationId);
    const known = cached.filter((id) => typeof id === "string");
    return [...new Set([...this.watched.keys(), ...known])].slice(0, mostThreads);
  }

  private reset(): void {
    // Answers already on their way may be from before: they are fetched again too.
    void this.parts.cache.client.invalidateQueries();
  }

  private tellWatch(conversationId: string): Promise<void> {
    return new Promise((resolve) => {
      const { socket } = this.parts;
      if (!socket.connected) return resolve();
      const timer = setTimeout(resolve, acknowledgeMs);
      socket.emit("watch", { conversationId }, (_: Acknowledgement) => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private async pollGap(): Promise<void> {
    if (this.parts.socket.connected || this.seq === undefined) return;
    await this.resume();
  }

  private ended(reason: string): void {
    this.parts.report("reconnecting");
    // The server ended it (restart, rights): Socket.IO leaves coming back to us.
    if (reason === "io server disconnect") setTimeout(() => this.parts.socket.connect(), 500 + Math.random() * 1500);
  }

  private refused(error: Error): void {
    this.parts.report("reconnecting");
    const data: unknown = Reflect.get(error, "data");
    const code: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "error") : undefined;
    if (code === "unauthorized") this.parts.onSignedOut();
    // A refusal by the server is not tried again by Socket.IO itself.
    else if (code !== undefined) setTimeout(() => this.parts.socket.connect(), 3000 + Math.random() * 4000);
  }
}
