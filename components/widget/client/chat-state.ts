import type { VisitorConversation, VisitorMessage, WidgetConfig } from "#server/visitors/schema.ts";
import type { Hold } from "./outbox.ts";
import { emptyThread, type Thread } from "./thread.ts";
import { CallError, type Session } from "./visitor-api.ts";

export type Typist = { name: string; from: "agent" | "robot" };

export type ChatState = {
  /** waiting: no answer, asked again by itself; refused: signed-in visitors only; unavailable: no such chat here. */
  phase: "starting" | "waiting" | "ready" | "refused" | "unavailable";
  config: WidgetConfig | undefined;
  visitor: Session["visitor"] | undefined;
  /** Who the visitor is to the server; empty until known. */
  visitorId: string;
  /** Counts the persons who were here: what one left on the screen is not for the next. */
  person: number;
  /** Minutes until the server, which has had too many visitors from this network, may be asked again; 0: it has not. */
  busyMinutes: number;
  conversation: VisitorConversation | null;
  thread: Thread;
  hasEarlier: boolean;
  connected: boolean;
  /** There is no socket, but news are asked for and answered. */
  polled: boolean;
  /** Why what was written waits, while it does. */
  held: Hold | null;
  /** When it moves again, where the server has said: milliseconds since 1970; 0: unknown. */
  heldUntil: number;
  /** Whether someone of the team is online; undefined until known. */
  teamHere: boolean | undefined;
  typing: Typist | null;
  unread: number;
};

export const startState: ChatState = {
  phase: "starting",
  config: undefined,
  visitor: undefined,
  visitorId: "",
  person: 0,
  busyMinutes: 0,
  conversation: null,
  thread: emptyThread,
  hasEarlier: false,
  connected: false,
  polled: false,
  held: null,
  heldUntil: 0,
  teamHere: undefined,
  typing: null,
  unread: 0,
};

/** A value that screens subscribe to. */
export class Store<T> {
  private value: T;
  private readonly listeners = new Set<() => void>();

  constructor(value: T) {
    this.value = value;
  }

  readonly get = (): T => this.value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  set(change: Partial<T>): void {
    this.value = { ...this.value, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** What the bot has said before the visitor wrote, as messages of no conversation. */
export function openingMessages(config: WidgetConfig): VisitorMessage[] {
  return config.opening.messages.map(({ text, imageUrl, options }, index) => ({
    id: `opening-${index}`,
    conversationId: "",
    seq: index + 1,
    from: "robot",
    name: config.bot?.name ?? "",
    avatarUrl: "",
    type: imageUrl ? "image" : "text/plain",
    text,
    imageUrl,
    file: null,
    quotedId: null,
    reactions: [],
    reacted: null,
    survey: null,
    imageWidth: null,
    imageHeight: null,
    options,
    status: "read",
    clientMessageId: null,
    edited: false,
    createdAt: "",
  }));
}

/** What a start that was refused means for the visitor; anything but an answer of the server is a fault of ours. */
export function phaseOf(error: unknown): ChatState["phase"] {
  if (!(error instanceof CallError)) throw error;
  if (error.status === 401) return "refused";
  return "unavailable";
}
