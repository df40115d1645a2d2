import type { VisitorMessage } from "#server/visitors/schema.ts";
import { Asking } from "./asking.ts";
import type { ChatState, Store } from "./chat-state.ts";
import type { ChatThread } from "./chat-thread.ts";
import type { LiveListener, LiveSocket, OpenSocket } from "./live-socket.ts";
import type { Reading } from "./reading.ts";
import type { Refill } from "./refill.ts";
import * as threads from "./thread.ts";
import type { Typing } from "./typing.ts";

type Parts = {
  store: Store<ChatState>;
  open: OpenSocket;
  thread: ChatThread;
  refill: Refill;
  reading: Reading;
  typist: Typing;
  /** Asks where the visitor is; `ended`: the token is not taken any more. */
  rejoin: (ended?: boolean) => void;
  /** The line is back. */
  onConnected: () => void;
  onArrival: (message: VisitorMessage) => void;
};

/** What the team and the bot do, as it happens; where no socket gets through it is asked for. */
export class LiveChat {
  private readonly parts: Parts;
  private readonly asking = new Asking(() => this.ask());
  private socket: LiveSocket | undefined;
  private token = "";

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** One socket for each token. */
  connect(token: string): void {
    if (this.socket && this.token === token) return;
    this.socket?.close();
    this.token = token;
    this.socket = this.parts.open(token, this.listener());
  }

  disconnect(): void {
    this.asking.stop();
    this.socket?.close();
    this.socket = undefined;
  }

  wake(): void {
    this.socket?.wake();
  }

  typing(conversationId: string, typing: boolean): void {
    this.socket?.typing(conversationId, typing);
  }

  private get state(): ChatState {
    return this.parts.store.get();
  }

  private listener(): LiveListener {
    const { store, thread, refill, typist, rejoin } = this.parts;
    return {
      connected: (connected) => this.connected(connected),
      reset: () => refill.renew(),
      team: (teamHere) => store.set({ teamHere }),
      message: (message) => this.hear(message),
      conversation: ({ botOn, fieldsChanged, ...rest }) => {
        const { conversation } = this.state;
        if (conversation?.id !== rest.id) return;
        thread.setConversation({ ...conversation, ...rest, botActive: botOn && Boolean(this.state.config?.bot) });
        if (fieldsChanged) refill.renew();
        else refill.expect(rest.lastSeq);
      },
      status: ({ conversationId, seq, status }) => {
        if (conversationId !== this.state.thread.conversationId) return;
        thread.change(threads.withStatus(this.state.thread, seq, status));
      },
      typing: ({ conversationId, typing, name, from }) => {
        if (conversationId === this.state.thread.conversationId) typist.show(typing ? { name, from } : null);
      },
      refused: () => rejoin(true),
    };
  }

  private connected(connected: boolean): void {
    const { store, refill, rejoin, onConnected } = this.parts;
    // An answer by HTTP counts until there is a socket again.
    store.set({ connected, polled: this.state.polled && !this.state.connected && !connected });
    if (!connected) {
      this.asking.start();
      return;
    }
    this.asking.stop();
    if (this.state.conversation) refill.renew();
    // Another page of the same visitor may have begun one.
    if (this.state.conversation?.closed !== false && this.state.phase === "ready") rejoin();
    onConnected();
  }

  private ask(): void {
    if (this.state.phase !== "ready") return;
    if (this.state.conversation?.closed === false) this.parts.refill.renew();
    else this.parts.rejoin();
  }

  private hear(message: VisitorMessage): void {
    const { thread, refill, reading, typist, rejoin, onArrival } = this.parts;
    if (message.conversationId !== this.state.thread.conversationId) {
      // Another page of this visitor has begun a conversation.
      rejoin();
      return;
    }
    const isNew = message.seq > threads.lastSeq(this.state.thread);
    thread.change(threads.withMessages(this.state.thread, [message]));
    if (message.from !== "visitor") typist.show(null);
    if (isNew && message.from !== "visitor") onArrival(message);
    refill.expect(message.seq);
    reading.look();
  }
}
