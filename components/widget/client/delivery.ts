import type { VisitorConversation, VisitorMessage, VisitorPage } from "#server/visitors/schema.ts";
import type { ChatState, Store } from "./chat-state.ts";
import type { Outgoing } from "./thread.ts";
import { type About, CallError, type Content, type VisitorApi } from "./visitor-api.ts";

/** Half of what the server keeps a file for that no message took: a message held for longer uploads it anew. */
const uploadKeptMs = 30 * 60_000;

/** The most that the server takes of a visitor at once. */
export const mostFileBytes = 20 * 1024 * 1024;

/** Why a file cannot be sent; null: it can. */
export function refusalOf({ size }: Blob): Outgoing["reason"] {
  if (size === 0) return "empty";
  return size > mostFileBytes ? "too_large" : null;
}

type Accepted = (messages: VisitorMessage[], conversation: VisitorConversation) => void;

/** Brings one outgoing message to the server: the first one begins the conversation, files are uploaded before. */
export class Delivery {
  /** What the visitor said of themselves before the first message. */
  about: About | undefined;
  /** Where the visitor is. */
  page: VisitorPage | undefined;
  private readonly api: VisitorApi;
  private readonly store: Store<ChatState>;
  private readonly accepted: Accepted;
  private readonly files = new Map<string, Blob>();
  private readonly uploads = new Map<string, { id: string; at: number }>();

  constructor(api: VisitorApi, store: Store<ChatState>, accepted: Accepted) {
    this.api = api;
    this.store = store;
    this.accepted = accepted;
  }

  attach(clientMessageId: string, file: Blob | undefined): void {
    if (file) this.files.set(clientMessageId, file);
  }

  detach(clientMessageId: string): void {
    this.files.delete(clientMessageId);
    this.uploads.delete(clientMessageId);
  }

  /** Somebody else writes from now on. */
  forget(): void {
    this.about = undefined;
    this.files.clear();
    this.uploads.clear();
  }

  async deliver(outgoing: Outgoing): Promise<void> {
    const content = await this.contentOf(outgoing);
    const { conversation } = this.store.get();
    if (conversation) await this.send(conversation.id, content);
    else await this.begin(content);
    this.detach(outgoing.clientMessageId);
  }

  private async send(conversationId: string, content: Content): Promise<void> {
    try {
      const sent = await this.api.send(conversationId, content);
      // A conversation closed long ago goes on in a new one.
      this.accepted([sent.message], sent.conversation);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 404) throw error;
      // It was deleted meanwhile: what is written now begins another.
      await this.begin(content);
    }
  }

  private async begin(message: Content): Promise<void> {
    const { about, page } = this;
    const { seed: openingSeed = 0, shown: openingShown = null } = this.store.get().config?.opening ?? {};
    const more = { ...(page ? { page } : {}), ...(about ? { visitor: about } : {}) };
    const { messages, conversation } = await this.api.begin({ message, openingSeed, openingShown, ...more });
    this.accepted(messages, conversation);
  }

  private async contentOf(outgoing: Outgoing): Promise<Content> {
    const { clientMessageId, text, voice, quotedId } = outgoing;
    const file = this.files.get(clientMessageId);
    const shared = { clientMessageId, ...(quotedId ? { replyToId: quotedId } : {}) };
    if (!file) return { type: "text/plain", body: text, ...shared };
    return { type: "file", uploadId: await this.uploaded(outgoing, file), voice, ...shared };
  }

  private async uploaded({ clientMessageId, fileName, voice }: Outgoing, file: Blob): Promise<string> {
    const known = this.uploads.get(clientMessageId);
    if (known && Date.now() - known.at < uploadKeptMs) return known.id;
    const at = Date.now();
    const { id } = await this.api.upload(file, fileName, voice).catch((error: unknown) => {
      // What was written after a file must not wait until files are allowed again.
      if (error instanceof CallError && error.status === 429) error.uploadLimit = true;
      throw error;
    });
    this.uploads.set(clientMessageId, { id, at });
    return id;
  }
}
