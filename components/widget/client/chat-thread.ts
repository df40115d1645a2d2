import { freshId } from "#components/thread/fresh-id.ts";
import type { VisitorConversation, VisitorMessage } from "#server/visitors/schema.ts";
import type { ChatState, Store } from "./chat-state.ts";
import { keepDraft, keepOutgoing, leftBehind, recallDraft, recallOutgoing } from "./kept.ts";
import * as threads from "./thread.ts";
import type { VisitorApi } from "./visitor-api.ts";

export type SurveyAnswer = { conversationId: string; surveyId: string; rating?: number; comment?: string };

export type Written = Pick<threads.Outgoing, "text" | "preview" | "fileName" | "voice" | "quotedId">;

/** The thread and its conversation in the chat's state: every change of them goes through here. */
export class ChatThread {
  private readonly store: Store<ChatState>;
  private readonly channelId: string;
  /** Something may have to be told to the server as read. */
  private readonly look: () => void;

  constructor(store: Store<ChatState>, channelId: string, look: () => void) {
    this.store = store;
    this.channelId = channelId;
    this.look = look;
  }

  /** Messages of this conversation, and how it stands. */
  take(messages: readonly VisitorMessage[], conversation: VisitorConversation, upTo = 0): void {
    const thread = threads.inConversation(this.store.get().thread, conversation.id);
    this.change(threads.synced(threads.withMessages(thread, messages), upTo));
    this.setConversation(conversation);
  }

  change(thread: threads.Thread): void {
    const { thread: before, conversation, visitorId: by } = this.store.get();
    this.store.set({ thread, unread: threads.unreadAfter(thread, conversation?.readSeq ?? 0) });
    if (before.outgoing === thread.outgoing) return;
    keepOutgoing(this.channelId, { before: before.outgoing, now: thread.outgoing, by });
    // A preview holds its file in memory until it is given up.
    const shown = new Set(thread.outgoing.map(({ preview }) => preview));
    for (const { preview } of before.outgoing) if (preview && !shown.has(preview)) URL.revokeObjectURL(preview);
  }

  /** With what an earlier page of this browser left unsent; what has arrived after all is kept no longer. */
  recalled(): threads.Thread {
    const { thread, visitorId: by } = this.store.get();
    const before = recallOutgoing(this.channelId);
    const whole = threads.withKept(thread, before);
    keepOutgoing(this.channelId, { before, now: whole.outgoing, by });
    return whole;
  }

  /** What is being written is there again after a reload, until it is sent; empty: nothing. */
  draft(text: string): void {
    const { visitorId: by, thread } = this.store.get();
    keepDraft(this.channelId, text === "" ? null : { text, by, to: thread.conversationId });
  }

  /** What this visitor was writing in this conversation, or before there was one. */
  recallDraft(): string {
    const { visitorId, thread } = this.store.get();
    const draft = recallDraft(this.channelId);
    const isHere = draft?.by === visitorId && (draft.to === "" || draft.to === thread.conversationId);
    return isHere ? draft.text : "";
  }

  /** The page goes away: what comes after it says which files did not arrive. */
  leave(): void {
    const { thread, visitorId: by } = this.store.get();
    const before = thread.outgoing;
    const now = before.map((one) => (one.fileName && one.state === "sending" ? leftBehind(one) : one));
    keepOutgoing(this.channelId, { before, now, by });
  }

  /** How it was, of a conversation that is here. */
  async rate(api: VisitorApi, { conversationId, surveyId, ...answer }: SurveyAnswer): Promise<void> {
    const { message } = await api.survey(conversationId, { surveyId, ...answer });
    this.change(threads.withMessages(this.store.get().thread, [message]));
  }

  /** What was just written, at the end of what waits; with a reason it does not leave. */
  queue(given: Written, reason: threads.Outgoing["reason"]): string {
    const clientMessageId = freshId();
    const state = reason ? "failed" : "sending";
    const outgoing = { ...given, clientMessageId, createdAt: new Date().toISOString(), state, reason } as const;
    this.change(threads.withOutgoing(this.store.get().thread, outgoing));
    return clientMessageId;
  }

  /** The visitor's own reaction to a message that is here; empty: none any more. */
  async react(api: VisitorApi, { conversationId, id }: VisitorMessage, emoji: string): Promise<void> {
    const { message } = await api.react(conversationId, id, emoji);
    this.change(threads.withMessages(this.store.get().thread, [message]));
  }

  async loadEarlier(api: VisitorApi): Promise<void> {
    const { thread, conversation } = this.store.get();
    const first = thread.messages[0];
    if (!conversation || !first) return;
    const page = await api.messages(conversation.id, { before: first.seq });
    this.store.set({ hasEarlier: page.hasMore });
    this.change(threads.withMessages(this.store.get().thread, page.messages));
  }

  setConversation(conversation: VisitorConversation): void {
    const { conversation: known, thread } = this.store.get();
    const readSeq =
      known?.id === conversation.id ? Math.max(known.readSeq, conversation.readSeq) : conversation.readSeq;
    this.store.set({ conversation: { ...conversation, readSeq }, unread: threads.unreadAfter(thread, readSeq) });
    this.look();
  }
}
