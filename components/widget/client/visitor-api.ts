import { buildHeader, hearBuild } from "#components/frame/reaching/other-build.ts";
import type { VisitorConversation, VisitorMessage, VisitorPage, WidgetConfig } from "#server/visitors/schema.ts";

export type Session = {
  token: string;
  visitorId: string;
  /** The anonymous visitor of this browser whose conversations came over now. */
  adopted: string | null;
  visitor: { name: string; email: string; phone: string; verified: boolean };
  conversation: VisitorConversation | null;
};

export type MessagePage = { messages: VisitorMessage[]; hasMore: boolean; conversation: VisitorConversation };
export type Started = { messages: VisitorMessage[]; conversation: VisitorConversation };
export type Sent = { message: VisitorMessage; conversation: VisitorConversation };
export type Changed = { message: VisitorMessage };
export type Content =
  | { type: "text/plain"; body: string; clientMessageId: string; replyToId?: string }
  | { type: "file"; uploadId: string; voice: boolean; clientMessageId: string; replyToId?: string };
export type About = { name?: string; email?: string; phone?: string };

/** An answer other than success; status 0: there was none. */
export class CallError extends Error {
  readonly status: number;
  /** Seconds to wait before asking again. */
  readonly retryAfter: number;
  /** Set where it is the file that cannot be sent: what was written after it need not wait. */
  fileFault: "too_many_files" | "too_many_pixels" | "too_slow" | "unreadable" | null = null;
  /** The field at fault, and what is wrong with it. */
  readonly detail: { field?: string; code?: string };

  constructor(status: number, message: string, retryAfter = 0, detail: CallError["detail"] = {}) {
    super(message);
    this.detail = detail;
    this.name = "CallError";
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** Asking again later may help. */
  get passing(): boolean {
    if (this.fileFault) return false;
    return this.status === 0 || this.status >= 500 || this.status === 408 || this.status === 429;
  }
}

type Fault = { message?: string; details?: CallError["detail"][] };

/** It was done, and its answer broke off or came too late: asked for again, it is told and not done twice. */
function cutOff(error: unknown): never {
  throw new CallError(0, error instanceof Error ? error.message : "the answer broke off");
}

/** The server's own answer, as its schema says. */
async function answerOf<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

/** Too late, or not wanted any more: AbortSignal.any is missing in browsers of a few years ago. */
function endOf(timeoutMs: number, unwanted: AbortSignal | undefined): AbortSignal {
  const late = AbortSignal.timeout(timeoutMs);
  if (!unwanted) return late;
  const either = new AbortController();
  for (const signal of [late, unwanted]) {
    if (signal.aborted) either.abort(signal.reason);
    else signal.addEventListener("abort", () => either.abort(signal.reason), { once: true });
  }
  return either.signal;
}

type Options = { method?: string; json?: unknown; body?: Blob; timeoutMs?: number; signal?: AbortSignal };

/** The visitor's API of one channel; the token travels in a header only. */
export class VisitorApi {
  token = "";
  private readonly base: string;
  private readonly fetch: typeof fetch;
  private person = 0;

  constructor(channelId: string, fetcher: typeof fetch = (...args) => fetch(...args)) {
    this.base = `/widget/v1/${channelId}`;
    this.fetch = fetcher;
  }

  /** Somebody else is here: no answer to the one before reaches them. */
  turn(): void {
    this.person += 1;
  }

  config(): Promise<WidgetConfig> {
    return this.call("/config");
  }

  session(input: { identity?: string; page?: VisitorPage }): Promise<Session> {
    return this.call("/session", { method: "POST", json: input });
  }

  leave(): Promise<void> {
    return this.call("/session", { method: "DELETE" });
  }

  begin(input: {
    message: Content;
    page?: VisitorPage;
    openingSeed: number;
    openingShown?: WidgetConfig["opening"]["shown"];
    visitor?: About;
  }): Promise<Started> {
    return this.call("/conversations", { method: "POST", json: input });
  }

  send(conversationId: string, message: Content): Promise<Sent> {
    return this.call(`/conversations/${conversationId}/messages`, { method: "POST", json: message });
  }

  messages(conversationId: string, range: { after?: number; before?: number }): Promise<MessagePage> {
    const query = new URLSearchParams(Object.entries(range).map(([key, value]) => [key, String(value)]));
    return this.call(`/conversations/${conversationId}/messages?${query}`);
  }

  survey(conversationId: string, json: { surveyId: string; rating?: number; comment?: string }): Promise<Changed> {
    return this.call(`/conversations/${conversationId}/survey`, { method: "POST", json });
  }

  react(conversationId: string, messageId: string, emoji: string): Promise<Changed> {
    const path = `/conversations/${conversationId}/messages/${messageId}/reaction`;
    return this.call(path, { method: "PUT", json: { emoji } });
  }

  /** Where a transcript would go, partly hidden; empty: no address is known. */
  transcriptAddress(conversationId: string): Promise<{ sendsMail: boolean; to: string }> {
    return this.call(`/conversations/${conversationId}/transcript`);
  }

  askTranscript(conversationId: string, json: { email?: string }): Promise<{ outcome: string; to: string }> {
    return this.call(`/conversations/${conversationId}/transcript`, { method: "POST", json });
  }

  upload(file: Blob, name: string, voice: boolean, signal: AbortSignal): Promise<{ id: string; url: string }> {
    const query = new URLSearchParams({ name, voice: String(voice) });
    return this.call(`/uploads?${query}`, { method: "POST", body: file, timeoutMs: 300_000, signal });
  }

  acknowledge(conversationId: string, seq: number, status: "delivered" | "read"): Promise<void> {
    return this.call("/read", { method: "POST", json: { conversationId, seq, status } });
  }

  visit(page: VisitorPage, conversationId: string | undefined): Promise<void> {
    return this.call("/url-visit", { method: "POST", json: { page, ...(conversationId ? { conversationId } : {}) } });
  }

  private async call<T>(path: string, options: Options = {}): Promise<T> {
    const { person } = this;
    const answer = await this.request<T>(path, options).catch((error: unknown) => {
      throw person === this.person ? error : new CallError(0, "the visitor has changed");
    });
    if (person !== this.person) throw new CallError(0, "the visitor has changed");
    return answer;
  }

  private async request<T>(path: string, options: Options): Promise<T> {
    const { method = "GET", json, body, timeoutMs = 15_000 } = options;
    const headers = new Headers();
    if (this.token) headers.set("authorization", `Bearer ${this.token}`);
    if (json !== undefined) headers.set("content-type", "application/json");
    const content = json === undefined ? body : JSON.stringify(json);
    const init: RequestInit = {
      method,
      headers,
      credentials: "omit",
      ...(content === undefined ? {} : { body: content }),
    };
    let response: Response;
    try {
      response = await this.fetch(`${this.base}${path}`, { ...init, signal: endOf(timeoutMs, options.signal) });
    } catch (error) {
      throw new CallError(0, error instanceof Error ? error.message : "no answer");
    }
    hearBuild(response.headers.get(buildHeader));
    if (response.ok) return await answerOf<T>(response).catch(cutOff);
    const fault = await answerOf<Fault>(response).catch(() => undefined);
    // Whole seconds; a date, as some proxies send it, counts as no word.
    const seconds = Number(response.headers.get("retry-after") ?? 0);
    const retryAfter = Number.isFinite(seconds) ? seconds : 0;
    throw new CallError(response.status, fault?.message ?? "", retryAfter, fault?.details?.[0]);
  }
}
