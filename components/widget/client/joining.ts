import type { VisitorConversation } from "#server/visitors/schema.ts";
import { type ChatState, phaseOf, type Store } from "./chat-state.ts";
import type { ChatThread } from "./chat-thread.ts";
import type { Delivery } from "./delivery.ts";
import { keep, tokenKey } from "./kept.ts";
import { joins } from "./refill.ts";
import { type Pause, untilDone } from "./retrying.ts";
import * as threads from "./thread.ts";
import type { VisitorApi } from "./visitor-api.ts";

type Parts = {
  channelId: string;
  api: VisitorApi;
  store: Store<ChatState>;
  thread: ChatThread;
  delivery: Delivery;
  /** More was said than one page holds: what lies between is fetched. */
  refill: () => void;
  /** There is a token; `changed`: another one than before. */
  onToken: (changed: boolean) => void;
  pause: Pause;
};

/** The visitor's session and the conversation it is in, asked for until there is an answer. */
export class Joining {
  /** The signed identity of the visitor. */
  identity: string | undefined;
  private readonly parts: Parts;
  /** Counts starts and stops: what was begun before ends. */
  private run = 0;
  private rejoining: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Begins anew, or ends, everything that waits. */
  turn(): void {
    this.run += 1;
  }

  insist(work: () => Promise<void>, onWait: () => void = () => undefined): Promise<void> {
    const { run } = this;
    return untilDone(work, { pause: this.parts.pause, over: () => run !== this.run, onWait });
  }

  /** Asks where the visitor is now: the token is not taken any more, or another page has begun a conversation. */
  rejoin(): void {
    this.rejoining ??= this.insist(() => this.startSession())
      .catch((error: unknown) => this.parts.store.set({ phase: phaseOf(error), connected: false }))
      .finally(() => {
        this.rejoining = undefined;
      });
  }

  async startSession(): Promise<void> {
    const { api, store, channelId, delivery, onToken } = this.parts;
    const { identity } = this;
    const { page } = delivery;
    const before = store.get().conversation?.id;
    const session = await api.session({ ...(identity ? { identity } : {}), ...(page ? { page } : {}) });
    const changed = api.token !== session.token;
    api.token = session.token;
    keep(tokenKey(channelId), session.token);
    store.set({ visitor: session.visitor });
    // A message that was sent meanwhile may have begun a conversation: the answer is from before.
    if (changed || (session.conversation && store.get().conversation?.id === before)) {
      await this.enter(session.conversation);
    }
    onToken(changed);
  }

  /** Shows the newest messages of a conversation; null: none yet. */
  private async enter(conversation: VisitorConversation | null): Promise<void> {
    const { api, store, thread, refill } = this.parts;
    if (!conversation) return store.set({ conversation, hasEarlier: false, unread: 0 });
    const page = await api.messages(conversation.id, {});
    const held = threads.inConversation(store.get().thread, conversation.id);
    const whole = held.messages.length === 0 || joins(page, held.syncedSeq);
    if (held.messages.length === 0) store.set({ hasEarlier: page.hasMore });
    thread.take(page.messages, page.conversation, whole ? (page.messages.at(-1)?.seq ?? 0) : 0);
    if (!whole) refill();
  }
}
