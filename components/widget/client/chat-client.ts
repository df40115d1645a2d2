import type { VisitorMessage, VisitorPage } from "#server/visitors/schema.ts";
import { type ChatState, phaseOf, Store, startState } from "./chat-state.ts";
import { ChatThread, type SurveyAnswer, type Written } from "./chat-thread.ts";
import { Delivery, refusalOf } from "./delivery.ts";
import { type Identified, Joining } from "./joining.ts";
import { recall, tokenKey } from "./kept.ts";
import { LiveChat } from "./live-chat.ts";
import { type OpenSocket, openSocket } from "./live-socket.ts";
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
  /** Called once for each signed identity. */
  onIdentified: (outcome: Identified) => void = () => undefined;
  /** Somebody signed out, or in, on another page of this browser. */
  onOtherPage: () => void = () => undefined;
  private readonly channelId: string;
  readonly api: VisitorApi;
  readonly thread: ChatThread;
  private readonly outbox: Outbox;
  private readonly joining: Joining;
  private readonly refill: Refill;
  private readonly reading: Reading;
  private readonly typist: Typing;
  private readonly delivery: Delivery;
  private readonly live: LiveChat;
  private begun = false;
  private wanted = false;

  constructor(channelId: string, { api, open = openSocket, pause = realPause }: Parts = {}) {
    this.channelId = channelId;
    this.api = api ?? new VisitorApi(channelId);
    this.api.token = recall(tokenKey(channelId)) ?? "";
    this.thread = new ChatThread(this.store, channelId, () => this.reading.look());
    this.delivery = new Delivery(this.api, this.store, (messages, conversation) => {
      this.thread.take(messages, conversation);
      this.typist.awaitBot();
    });
    this.outbox = new Outbox({
      // Before there is a session, what is written waits.
      next: () => (this.state.phase === "ready" ? threads.nextOutgoing(this.state.thread) : undefined),
      waits: (one) => this.waits(one),
      // Not that of somebody who has left meanwhile.
      deliver: async (outgoing) => {
        if (this.waits(outgoing)) await this.delivery.deliver(outgoing);
      },
      fail: ({ clientMessageId }, reason) =>
        this.thread.change(threads.changeOutgoing(this.state.thread, clientMessageId, { state: "failed", reason })),
      hold: (held, heldUntil = 0) => this.store.set({ held, heldUntil }),
      renew: () => this.joining.renew(),
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
      onToken: () => this.live.connect(this.api.token),
      onOther: () => {
        this.live.disconnect();
        this.delivery.forget();
        this.refill.forget();
        this.typist.stop();
      },
      onIdentified: (outcome) => this.onIdentified(outcome),
      pause,
    });
    this.reading = new Reading(this.api, this.store);
    this.typist = new Typing(this.store);
    this.live = new LiveChat({
      store: this.store,
      open,
      thread: this.thread,
      refill: this.refill,
      reading: this.reading,
      typist: this.typist,
      rejoin: (ended) => this.joining.rejoin(ended),
      onConnected: () => void this.outbox.start(),
      onArrival: (message) => this.onArrival(message),
    });
  }

  get state(): ChatState {
    return this.store.get();
  }

  private waits({ clientMessageId }: { clientMessageId: string }): boolean {
    return threads.isSending(this.state.thread, clientMessageId);
  }

  /** Fetches what the chat looks like, and where the visitor left off; without an answer it asks until there is one. */
  async start(): Promise<void> {
    this.begun = true;
    this.joining.turn();
    try {
      const begin = async () => {
        await this.joining.readConfig();
        await this.joining.startSession();
        this.store.set({ phase: "ready", busyMinutes: 0, thread: this.thread.recalled() });
        void this.outbox.start();
      };
      await this.joining.insist(begin, ({ status, retryAfter }) =>
        this.store.set({ phase: "waiting", busyMinutes: status === 429 ? Math.ceil(Math.max(retryAfter, 1) / 60) : 0 }),
      );
    } catch (error) {
      this.store.set({ phase: phaseOf(error) });
    }
  }

  /** The chat is open, or closed. One that nobody opens does without a session after somebody has signed out. */
  want(open: boolean): void {
    this.wanted = open;
    if (open) this.begin();
  }

  /** Starts, unless it has. */
  begin(): void {
    if (!this.begun) void this.start();
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
    this.live.wake();
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
    if (conversation && !conversation.closed) this.live.typing(conversation.id, typing);
  }

  /** Whether the visitor looks at the chat now. */
  setVisible(visible: boolean): void {
    this.reading.show(visible);
    if (visible) this.live.wake();
    if (visible) void this.joining.freshen();
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
    this.joining.identify(identity);
    await (this.state.phase === "ready" ? this.joining.join() : this.start());
  }

  /** The person has signed out. */
  forget(): void {
    this.joining.forget();
    this.beginAnew(this.wanted);
  }

  /** What this browser keeps was changed by another page of it. */
  hearStorage(key: string | null): void {
    const token = recall(tokenKey(this.channelId)) ?? "";
    if ((key !== null && key !== tokenKey(this.channelId)) || token === this.api.token) return;
    // A stranger who signs in on another page stays who they are.
    const stays = token !== "" && this.state.phase === "ready" && this.state.visitor?.verified === false;
    if (!stays) this.joining.empty("starting");
    this.joining.give(token);
    this.onOtherPage();
    if (stays) void this.joining.join();
    else this.beginAnew(this.wanted || token !== "");
  }

  private beginAnew(wanted: boolean): void {
    this.begun = false;
    if (wanted) this.begin();
  }

  /** The page goes away. */
  leave(): void {
    this.thread.leave();
  }

  stop(): void {
    this.begun = false;
    this.joining.turn();
    this.live.disconnect();
    this.outbox.stop();
    this.refill.stop();
    this.reading.stop();
    this.typist.stop();
  }
}
