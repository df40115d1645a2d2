import type { VisitorConversation, VisitorMessage, VisitorPage } from "#server/visitors/schema.ts";
import { type ChatState, phaseOf, Store, startState } from "./chat-state.ts";
import { Delivery } from "./delivery.ts";
import { keep, keepOutgoing, recall, recallOutgoing, tokenKey } from "./kept.ts";
import { type LiveSocket, type OpenSocket, openSocket } from "./live-socket.ts";
import { newMessageId } from "./message-ids.ts";
import { Outbox } from "./outbox.ts";
import { Reading } from "./reading.ts";
import { Refill } from "./refill.ts";
import * as threads from "./thread.ts";
import { Typing } from "./typing.ts";
import { type About, VisitorApi } from "./visitor-api.ts";

type Parts = { api?: VisitorApi; open?: OpenSocket };

/** The chat of one visitor on one channel: session, socket, what is here and what is on its way. Knows no screen. */
export class ChatClient {
  readonly store = new Store<ChatState>(startState);
  /** Called for each message of the team that arrives live. */
  onArrival: (message: VisitorMessage) => void = () => undefined;
  private readonly channelId: string;
  private readonly api: VisitorApi;
  private readonly open: OpenSocket;
  private readonly outbox: Outbox;
  private readonly refill: Refill;
  private readonly reading: Reading;
  private readonly typist: Typing;
  private readonly delivery: Delivery;
  private socket: LiveSocket | undefined;
  private identity: string | undefined;

  constructor(channelId: string, parts: Parts = {}) {
    this.channelId = channelId;
    this.api = parts.api ?? new VisitorApi(channelId);
    this.open = parts.open ?? openSocket;
    this.api.token = recall(tokenKey(channelId)) ?? "";
    this.delivery = new Delivery(this.api, this.store, (messages, conversation) => {
      const thread = threads.inConversation(this.state.thread, conversation.id);
      this.change(threads.withMessages(thread, messages));
      this.setConversation(conversation);
      this.typist.awaitBot();
    });
    this.outbox = new Outbox({
      next: () => this.state.thread.outgoing.find((one) => one.state === "sending"),
      deliver: (outgoing) => this.delivery.deliver(outgoing),
      fail: ({ clientMessageId }, reason) =>
        this.change(threads.changeOutgoing(this.state.thread, clientMessageId, { state: "failed", reason })),
      renew: () => this.startSession(),
    });
    this.refill = new Refill(
      this.api,
      () => this.state.thread,
      (messages, conversation, upTo) => {
        this.change(threads.synced(threads.withMessages(this.state.thread, messages), upTo));
        this.setConversation(conversation);
      },
    );
    this.reading = new Reading(this.api, this.store);
    this.typist = new Typing(this.store);
  }

  get state(): ChatState {
    return this.store.get();
  }

  /** Fetches what the chat looks like, and where the visitor left off. */
  async start(identity?: string): Promise<void> {
    if (identity) this.identity = identity;
    try {
      const config = await this.api.config();
      this.store.set({ config });
      await this.startSession();
      const thread = { ...this.state.thread, outgoing: recallOutgoing(this.channelId) };
      this.store.set({ phase: "ready", thread });
      void this.outbox.start();
    } catch (error) {
      this.store.set({ phase: phaseOf(error) });
    }
  }

  private async startSession(): Promise<void> {
    const { identity } = this;
    const { page } = this.delivery;
    const session = await this.api.session({ ...(identity ? { identity } : {}), ...(page ? { page } : {}) });
    const changed = this.api.token !== session.token;
    this.api.token = session.token;
    keep(tokenKey(this.channelId), session.token);
    this.store.set({ visitor: session.visitor });
    await this.enter(session.conversation);
    if (changed || !this.socket) this.connect();
  }

  /** Shows the newest messages of a conversation; null: none yet. */
  private async enter(conversation: VisitorConversation | null): Promise<void> {
    if (!conversation) return this.store.set({ conversation, hasEarlier: false, unread: 0 });
    const page = await this.api.messages(conversation.id, {});
    const thread = threads.withMessages(threads.inConversation(this.state.thread, conversation.id), page.messages);
    this.store.set({ hasEarlier: page.hasMore });
    this.change(threads.synced(thread, page.messages.at(-1)?.seq ?? 0));
    this.setConversation(page.conversation);
  }

  private connect(): void {
    this.socket?.close();
    this.socket = this.open(this.api.token, {
      connected: (connected) => {
        this.store.set({ connected });
        if (!connected) return;
        this.refill.request();
        void this.outbox.start();
      },
      team: (teamHere) => this.store.set({ teamHere }),
      message: (message) => this.hear(message),
      conversation: ({ botOn, ...rest }) => {
        const { conversation } = this.state;
        if (conversation?.id !== rest.id) return;
        const botActive = botOn && Boolean(this.state.config?.bot);
        this.setConversation({ ...conversation, ...rest, botActive });
        this.refill.expect(rest.lastSeq);
      },
      status: ({ conversationId, seq, status }) => {
        if (conversationId !== this.state.thread.conversationId) return;
        this.change(threads.withStatus(this.state.thread, seq, status));
      },
      typing: ({ conversationId, typing, name, from }) => {
        if (conversationId === this.state.thread.conversationId) this.typist.show(typing ? { name, from } : null);
      },
      refused: () => void this.startSession().catch(() => this.store.set({ connected: false })),
    });
  }

  private hear(message: VisitorMessage): void {
    if (message.conversationId !== this.state.thread.conversationId) {
      // Another page of this visitor has begun a conversation.
      void this.startSession().catch(() => undefined);
      return;
    }
    const isNew = message.seq > threads.lastSeq(this.state.thread);
    this.change(threads.withMessages(this.state.thread, [message]));
    if (message.from !== "visitor") this.typist.show(null);
    if (isNew && message.from !== "visitor") this.onArrival(message);
    this.refill.expect(message.seq);
    this.reading.look();
  }

  private change(thread: threads.Thread): void {
    const before = this.state.thread;
    this.store.set({ thread, unread: threads.unreadAfter(thread, this.state.conversation?.readSeq ?? 0) });
    if (before.outgoing !== thread.outgoing) keepOutgoing(this.channelId, thread.outgoing);
  }

  private setConversation(conversation: VisitorConversation): void {
    const known = this.state.conversation;
    const readSeq =
      known?.id === conversation.id ? Math.max(known.readSeq, conversation.readSeq) : conversation.readSeq;
    const unread = threads.unreadAfter(this.state.thread, readSeq);
    this.store.set({ conversation: { ...conversation, readSeq }, unread });
    this.reading.look();
  }

  send(text: string): void {
    const body = text.trim();
    if (body !== "") this.queue({ text: body, preview: "" });
  }

  sendImage(file: Blob): void {
    this.queue({ text: "", preview: URL.createObjectURL(file) }, file);
  }

  private queue(given: { text: string; preview: string }, file?: Blob): void {
    const clientMessageId = newMessageId();
    if (file) this.delivery.attach(clientMessageId, file);
    const outgoing = { ...given, clientMessageId, createdAt: new Date().toISOString() };
    this.change(threads.withOutgoing(this.state.thread, { ...outgoing, state: "sending", reason: null }));
    void this.outbox.start();
  }

  retry(clientMessageId: string): void {
    this.change(threads.changeOutgoing(this.state.thread, clientMessageId, { state: "sending", reason: null }));
    this.socket?.wake();
    void this.outbox.start();
  }

  discard(clientMessageId: string): void {
    this.delivery.detach(clientMessageId);
    this.change(threads.withoutOutgoing(this.state.thread, clientMessageId));
  }

  async loadEarlier(): Promise<void> {
    const { thread, conversation } = this.state;
    const first = thread.messages[0];
    if (!conversation || !first) return;
    const page = await this.api.messages(conversation.id, { before: first.seq });
    this.store.set({ hasEarlier: page.hasMore });
    this.change(threads.withMessages(this.state.thread, page.messages));
  }

  typing(typing: boolean): void {
    const { conversation } = this.state;
    if (conversation && !conversation.closed) this.socket?.typing(conversation.id, typing);
  }

  /** Whether the visitor looks at the chat now. */
  setVisible(visible: boolean): void {
    this.reading.show(visible);
    if (visible) this.socket?.wake();
  }

  /** What the visitor says of themselves before the first message. */
  introduce(about: About): void {
    this.delivery.about = about;
    this.store.set({ visitor: { verified: false, name: "", email: "", phone: "", ...this.state.visitor, ...about } });
  }

  visit(page: VisitorPage): void {
    this.delivery.page = page;
    if (this.state.phase === "ready") void this.api.visit(page, this.state.conversation?.id).catch(() => undefined);
  }

  /** The company's server vouches for the visitor. */
  async identify(identity: string): Promise<void> {
    this.identity = identity;
    if (this.state.phase !== "ready") return this.start();
    await this.startSession();
  }

  /** The person has signed out: nothing of theirs stays in this browser. */
  async forget(): Promise<void> {
    this.identity = undefined;
    await this.api.leave().catch(() => undefined);
    this.api.token = "";
    keep(tokenKey(this.channelId), null);
    this.socket?.close();
    this.socket = undefined;
    this.store.set({ ...startState, config: this.state.config });
    keepOutgoing(this.channelId, []);
    await this.start();
  }

  stop(): void {
    this.outbox.stop();
    this.reading.stop();
    this.socket?.close();
    this.socket = undefined;
    this.typist.stop();
  }
}
