import type { VisitorMessage, VisitorPage } from "#server/visitors/schema.ts";
import { Asking } from "./asking.ts";
import { type ChatState, phaseOf, Store, startState } from "./chat-state.ts";
import { ChatThread, type SurveyAnswer, type Written } from "./chat-thread.ts";
import { Delivery, refusalOf } from "./delivery.ts";
import { Joining } from "./joining.ts";
import { keep, keepOutgoing, recall, recallOutgoing, tokenKey } from "./kept.ts";
import { type LiveSocket, type OpenSocket, openSocket } from "./live-socket.ts";
import { Outbox } from "./outbox.ts";
import { Reading } from "./reading.ts";
import { Refill } from "./refill.ts";
import { type Pause, realPause } from "./retrying.ts";
import * as threads from "./thread.ts";
import { Typing } from "./typing.ts";
import { type About, VisitorApi } from "./visitor-api.ts";

type Parts = { api?: VisitorApi; open?: OpenSocket; pause?: Pause };

/** The chat of one visitor on one channel: session, socket, what is here and what is on its way. Knows no screen. */
export class ChatClient {
  readonly store = new Store<ChatState>(startState);
  /** Called for each message of the team that arrives live. */
  onArrival: (message: VisitorMessage) => void = () => undefined;
  private readonly channelId: string;
  readonly api: VisitorApi;
  private readonly open: OpenSocket;
  private readonly thread: ChatThread;
  private readonly outbox: Outbox;
  private readonly joining: Joining;
  private readonly refill: Refill;
  private readonly reading: Reading;
  private readonly typist: Typing;
  private readonly delivery: Delivery;
  private readonly asking = new Asking(() => this.ask());
  private socket: LiveSocket | undefined;

  constructor(channelId: string, parts: Parts = {}) {
    this.channelId = channelId;
    this.api = parts.api ?? new VisitorApi(channelId);
    this.open = parts.open ?? openSocket;
    const { pause = realPause } = parts;
    this.api.token = recall(tokenKey(channelId)) ?? "";
    this.thread = new ChatThread(this.store, channelId, () => this.reading.look());
    this.delivery = new Delivery(this.api, this.store, (messages, conversation) => {
      this.thread.take(messages, conversation);
      this.typist.awaitBot();
    });
    this.outbox = new Outbox({
      // Before there is a session, what is written waits.
      next: () =>
        this.state.phase === "ready" ? this.state.thread.outgoing.find((one) => one.state === "sending") : undefined,
      deliver: (outgoing) => this.delivery.deliver(outgoing),
      fail: ({ clientMessageId }, reason) =>
        this.thread.change(threads.changeOutgoing(this.state.thread, clientMessageId, { state: "failed", reason })),
      hold: (held) => this.state.held === held || this.store.set({ held }),
      renew: () => this.joining.startSession(),
      pause,
    });
    this.refill = new Refill(
      this.api,
      () => this.state.thread,
      (messages, conversation, upTo) => {
        this.thread.take(messages, conversation, upTo);
        if (!this.state.connected) this.store.set({ polled: true });
      },
      pause,
    );
    this.joining = new Joining({
      channelId,
      api: this.api,
      store: this.store,
      thread: this.thread,
      delivery: this.delivery,
      refill: () => this.refill.request(),
      onToken: (changed) => (changed || !this.socket) && this.connect(),
      pause,
    });
    this.reading = new Reading(this.api, this.store);
    this.typist = new Typing(this.store);
  }

  get state(): ChatState {
    return this.store.get();
  }

  /** Fetches what the chat looks like, and where the visitor left off; without an answer it asks until there is one. */
  async start(identity?: string): Promise<void> {
    if (identity) this.joining.identity = identity;
    this.joining.turn();
    try {
      const begin = async () => {
        this.store.set({ config: await this.api.config() });
        await this.joining.startSession();
        this.store.set({ phase: "ready", thread: threads.withKept(this.state.thread, recallOutgoing(this.channelId)) });
        void this.outbox.start();
      };
      await this.joining.insist(begin, () => this.store.set({ phase: "waiting" }));
    } catch (error) {
      this.store.set({ phase: phaseOf(error) });
    }
  }

  private connect(): void {
    this.socket?.close();
    this.socket = this.open(this.api.token, {
      connected: (connected) => {
        // An answer by HTTP counts until there is a socket again.
        this.store.set({ connected, polled: this.state.polled && !this.state.connected && !connected });
        if (!connected) return this.asking.start();
        this.asking.stop();
        if (this.state.conversation) this.refill.renew();
        // Another page of the same visitor may have begun one.
        if (this.state.conversation?.closed !== false && this.state.phase === "ready") this.joining.rejoin();
        void this.outbox.start();
      },
      reset: () => this.refill.renew(),
      team: (teamHere) => this.store.set({ teamHere }),
      message: (message) => this.hear(message),
      conversation: ({ botOn, fieldsChanged, ...rest }) => {
        const { conversation } = this.state;
        if (conversation?.id !== rest.id) return;
        this.thread.setConversation({ ...conversation, ...rest, botActive: botOn && Boolean(this.state.config?.bot) });
        if (fieldsChanged) this.refill.renew();
        else this.refill.expect(rest.lastSeq);
      },
      status: ({ conversationId, seq, status }) => {
        if (conversationId !== this.state.thread.conversationId) return;
        this.thread.change(threads.withStatus(this.state.thread, seq, status));
      },
      typing: ({ conversationId, typing, name, from }) => {
        if (conversationId === this.state.thread.conversationId) this.typist.show(typing ? { name, from } : null);
      },
      refused: () => this.joining.rejoin(),
    });
  }

  private ask(): void {
    if (this.state.phase !== "ready") return;
    if (this.state.conversation?.closed === false) this.refill.renew();
    else this.joining.rejoin();
  }

  private hear(message: VisitorMessage): void {
    if (message.conversationId !== this.state.thread.conversationId) {
      // Another page of this visitor has begun a conversation.
      this.joining.rejoin();
      return;
    }
    const isNew = message.seq > threads.lastSeq(this.state.thread);
    this.thread.change(threads.withMessages(this.state.thread, [message]));
    if (message.from !== "visitor") this.typist.show(null);
    if (isNew && message.from !== "visitor") this.onArrival(message);
    this.refill.expect(message.seq);
    this.reading.look();
  }

  send(text: string, quotedId: string | null = null): void {
    if (text.trim()) this.queue({ text: text.trim(), quotedId, preview: "", fileName: "", voice: false });
  }

  /** What is too large or empty is told at once, and nothing of it leaves. */
  sendFile(file: File, { voice = false, quotedId = null }: { voice?: boolean; quotedId?: string | null } = {}): void {
    const preview = file.type.startsWith("image/") ? URL.createObjectURL(file) : "";
    this.queue({ text: "", preview, fileName: file.name || "file", voice, quotedId }, file);
  }

  private queue(given: Written, file?: File): void {
    this.delivery.attach(this.thread.queue(given, file ? refusalOf(file) : null), file);
    void this.outbox.start();
  }

  retry(clientMessageId: string): void {
    this.thread.change(threads.changeOutgoing(this.state.thread, clientMessageId, { state: "sending", reason: null }));
    this.socket?.wake();
    void this.outbox.start();
  }

  discard(clientMessageId: string): void {
    this.delivery.detach(clientMessageId);
    this.thread.change(threads.withoutOutgoing(this.state.thread, clientMessageId));
  }

  react(message: VisitorMessage, emoji: string): Promise<void> {
    return this.thread.react(this.api, message, emoji);
  }

  rate(answer: SurveyAnswer): Promise<void> {
    return this.thread.rate(this.api, answer);
  }

  loadEarlier(): Promise<void> {
    return this.thread.loadEarlier(this.api);
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
    // The visitor's page is reported again with every page and every conversation, so a lost report does no harm.
    if (this.state.phase === "ready") void this.api.visit(page, this.state.conversation?.id).catch(() => undefined);
  }

  /** The company's server has signed the visitor's identity. */
  async identify(identity: string): Promise<void> {
    this.joining.identity = identity;
    if (this.state.phase !== "ready") return this.start();
    await this.joining.startSession();
  }

  /** The person has signed out: nothing of theirs stays in this browser. */
  async forget(): Promise<void> {
    this.joining.identity = undefined;
    // Works without the service too: the token is deleted from this browser, and there is no other copy.
    await this.api.leave().catch(() => undefined);
    this.api.token = "";
    keep(tokenKey(this.channelId), null);
    this.socket?.close();
    this.socket = undefined;
    this.store.set({ ...startState, config: this.state.config });
    keepOutgoing(this.channelId, recallOutgoing(this.channelId), []);
    await this.start();
  }

  stop(): void {
    this.joining.turn();
    this.asking.stop();
    this.outbox.stop();
    this.refill.stop();
    this.reading.stop();
    this.socket?.close();
    this.socket = undefined;
    this.typist.stop();
  }
}
