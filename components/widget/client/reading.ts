import type { ChatState, Store } from "./chat-state.ts";
import type { VisitorApi } from "./visitor-api.ts";

/** Reports to the server what has reached the visitor, and what the visitor has seen. */
export class Reading {
  private visible = false;
  private readonly api: Pick<VisitorApi, "acknowledge">;
  private readonly store: Store<ChatState>;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private deliveredSeq = 0;
  private conversationId = "";

  constructor(api: Pick<VisitorApi, "acknowledge">, store: Store<ChatState>) {
    this.api = api;
    this.store = store;
  }

  /** What was on the screen until now counts as read, also when the visitor closes the chat quickly. */
  show(visible: boolean): void {
    if (!visible && this.due()?.status === "read") {
      clearTimeout(this.timer);
      this.tell();
    }
    this.visible = visible;
    this.look();
  }

  /** Schedules a report: soon, and once for many messages. */
  look(): void {
    if (this.timer === undefined && this.due()) this.timer = setTimeout(() => this.tell(), 300);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private due(): { id: string; seq: number; status: "delivered" | "read" } | undefined {
    const { conversation, thread } = this.store.get();
    if (!conversation || thread.conversationId !== conversation.id) return undefined;
    if (this.conversationId !== conversation.id) {
      this.conversationId = conversation.id;
      this.deliveredSeq = 0;
    }
    const seq = thread.messages.findLast((message) => message.from !== "visitor")?.seq ?? 0;
    if (this.visible) return seq > conversation.readSeq ? { id: conversation.id, seq, status: "read" } : undefined;
    const isNew = seq > Math.max(conversation.readSeq, this.deliveredSeq);
    return isNew ? { id: conversation.id, seq, status: "delivered" } : undefined;
  }

  private tell(): void {
    this.timer = undefined;
    const due = this.due();
    if (!due) return;
    const { id, seq, status } = due;
    this.deliveredSeq = Math.max(this.deliveredSeq, seq);
    const { conversation } = this.store.get();
    if (status === "read" && conversation)
      this.store.set({ conversation: { ...conversation, readSeq: seq }, unread: 0 });
    // A lost report is repeated with the next message.
    this.api.acknowledge(id, seq, status).catch(() => undefined);
  }
}
