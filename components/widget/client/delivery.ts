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

/** An upload that took so long and broke off would break off again: the server waits a minute for a request. */
const slowUploadMs = 55_000;

/** A folder, or a file that was moved or changed since it was chosen, has no bytes. */
function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

function faultOfUpload({ status, message, detail }: CallError, tookMs: number): CallError["fileFault"] {
  if (detail.code === "too_many_pixels") return detail.code;
  // No file is too large for our own server, which says why, that `refusalOf` lets pass: too much waits to be sent.
  if (status === 429 || (status === 413 && message !== "")) return "too_many_files";
  return (status === 0 || status === 408) && tookMs > slowUploadMs ? "too_slow" : null;
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
  private readonly files = new Map<string, { file: Blob; discarded: AbortController }>();
  private readonly uploads = new Map<string, { id: string; at: number }>();

  constructor(api: VisitorApi, store: Store<ChatState>, accepted: Accepted) {
    this.api = api;
    this.store = store;
    this.accepted = accepted;
  }

  attach(clientMessageId: string, file: Blob | undefined): void {
    if (file) this.files.set(clientMessageId, { file, discarded: new AbortController() });
  }

  /** Nothing more of it is sent. */
  detach(clientMessageId: string): void {
    this.files.get(clientMessageId)?.discarded.abort();
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
    const { replyToId, ...content } = await this.contentOf(outgoing);
    try {
      await this.put(replyToId ? { ...content, replyToId } : content);
    } catch (error) {
      // What it answers is gone, or was said in the conversation before this one: the words do not go with it.
      if (!(error instanceof CallError) || !error.detail.field?.endsWith("replyToId")) throw error;
      await this.put(content);
    }
    this.detach(outgoing.clientMessageId);
  }

  private async put(content: Content): Promise<void> {
    const { conversation } = this.store.get();
    if (conversation) await this.send(conversation.id, content);
    else await this.begin(content);
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
    const given = this.files.get(clientMessageId);
    const shared = { clientMessageId, ...(quotedId ? { replyToId: quotedId } : {}) };
    if (!given) return { type: "text/plain", body: text, ...shared };
    const uploadId = await this.uploaded(outgoing, given.file, given.discarded.signal);
    if (given.discarded.signal.aborted) throw new CallError(0, "discarded");
    return { type: "file", uploadId, voice, ...shared };
  }

  private async uploaded(outgoing: Outgoing, file: Blob, discarded: AbortSignal): Promise<string> {
    const { clientMessageId, fileName, voice } = outgoing;
    const known = this.uploads.get(clientMessageId);
    if (known && Date.now() - known.at < uploadKeptMs) return known.id;
    if (!(await isReadable(file))) {
      const error = new CallError(0, "the file cannot be read");
      error.fileFault = "unreadable";
      throw error;
    }
    const at = Date.now();
    const { id } = await this.api.upload(file, fileName, voice, discarded).catch((error: unknown) => {
      if (error instanceof CallError) error.fileFault = faultOfUpload(error, Date.now() - at);
      throw error;
    });
    this.uploads.set(clientMessageId, { id, at });
    return id;
  }
}
