import type { VisitorConversation } from "#server/visitors/schema.ts";
import { type ChatState, phaseOf, type Store, startState } from "./chat-state.ts";
import type { ChatThread } from "./chat-thread.ts";
import type { Delivery } from "./delivery.ts";
import * as kept from "./kept.ts";
import { joins } from "./refill.ts";
import { type Pause, untilDone } from "./retrying.ts";
import { subjectOf } from "./subjects.ts";
import * as threads from "./thread.ts";
import { CallError, type Session, type VisitorApi } from "./visitor-api.ts";

/** What became of a signed identity. */
export type Identified = { ok: boolean; error: string | null };

type Parts = {
  channelId: string;
  api: VisitorApi;
  store: Store<ChatState>;
  thread: ChatThread;
  delivery: Delivery;
  /** More was said than one page holds: what lies between is fetched. */
  refill: () => void;
  /** There is a token. */
  onToken: () => void;
  /** Somebody else is here now: what was on its way for the one before is dropped. */
  onOther: () => void;
  onIdentified: (outcome: Identified) => void;
  pause: Pause;
};

/** The visitor's session and the conversation it is in, asked for until there is an answer. */
export class Joining {
  /** The signed identity of the visitor: shown while it is new, and again when its session has ended. */
  private identity: { jwt: string; due: boolean; told: boolean } | undefined;
  /** Whom a refused identity named: the session of anybody else does not go on. */
  private named: string | undefined;
  private readonly parts: Parts;
  /** Counts starts and stops: what was begun before ends. */
  private run = 0;
  private configAt = 0;
  private rejoining: Promise<void> | undefined;
  /** One question at a time: the answer to the one before may bring another token. */
  private last: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Begins anew, or ends, everything that waits. */
  turn(): void {
    this.run += 1;
  }

  async readConfig(): Promise<void> {
    this.parts.store.set({ config: await this.parts.api.config() });
    this.configAt = Date.now();
  }

  /** A tab stays open for days: are people there? Asked again, without an answer at the next look. The greeting stays. */
  async freshen(): Promise<void> {
    const { api, store } = this.parts;
    const { config, phase } = store.get();
    if (!config || phase !== "ready" || Date.now() - this.configAt < 5 * 60_000) return;
    this.configAt = Date.now();
    const fresh = await api.config().catch(() => undefined);
    if (fresh) store.set({ config: { ...fresh, opening: config.opening } });
    else this.configAt = 0;
  }

  insist(work: () => Promise<void>, onWait: (error: CallError) => void = () => undefined): Promise<void> {
    const { run } = this;
    return untilDone(work, { pause: this.parts.pause, over: () => run !== this.run, onWait });
  }

  /** The company's server has signed who the visitor is. */
  identify(jwt: string): void {
    const { visitor, visitorId } = this.parts.store.get();
    const named = subjectOf(jwt);
    // Nobody waits for an answer before the former person's words leave the screen.
    if (visitor?.verified && named !== undefined && named !== visitorId) this.forget();
    this.named = undefined;
    this.identity = { jwt, due: true, told: false };
  }

  /** The person has signed out: nothing of theirs stays in this browser. */
  forget(): void {
    const { api, channelId } = this.parts;
    // Works without the service too: the token is deleted from this browser, and there is no other copy.
    if (api.token) void api.leave().catch(() => undefined);
    kept.keep(kept.tokenKey(channelId), null);
    kept.keepNothingOutgoing(channelId);
    this.empty("starting");
    this.give("");
  }

  /** Another token counts from now on; empty: none. */
  give(token: string): void {
    this.identity = undefined;
    this.named = undefined;
    this.turn();
    this.rejoining = undefined;
    this.last = Promise.resolve();
    this.parts.api.turn();
    this.parts.api.token = token;
  }

  /** Nothing of the person before stays on the screen or on its way. */
  empty(phase: ChatState["phase"]): void {
    const { api, channelId, store, onOther } = this.parts;
    const { config, person } = store.get();
    api.turn();
    kept.keepDraft(channelId, null);
    store.set({ ...startState, config, phase, person: person + 1 });
    onOther();
  }

  /** Asks where the visitor is now: the token is not taken any more, or another page has begun a conversation. */
  rejoin(ended = false): void {
    if (ended) this.expire();
    if (this.rejoining) return;
    const rejoining = this.join().finally(() => {
      if (this.rejoining === rejoining) this.rejoining = undefined;
    });
    this.rejoining = rejoining;
  }

  join(): Promise<void> {
    return this.insist(() => this.startSession()).catch((error: unknown) =>
      this.parts.store.set({ phase: phaseOf(error), connected: false }),
    );
  }

  /** The same where the session has ended. */
  renew(): Promise<void> {
    this.expire();
    return this.startSession();
  }

  startSession(): Promise<void> {
    const asked = this.last.then(() => this.ask());
    // Whoever asked hears of the failure; the next one only waits for its end.
    this.last = asked.catch(() => undefined);
    return asked;
  }

  private expire(): void {
    if (this.identity) this.identity.due = true;
  }

  private async ask(): Promise<void> {
    const { api, store, channelId, onToken } = this.parts;
    const { token } = api;
    const before = store.get().conversation?.id;
    const session = await this.session();
    const changed = session.token !== token;
    const shared = kept.recallShared(kept.tokenKey(channelId));
    if (changed && !session.visitor.verified && shared && shared !== token) {
      // Another page of this browser has begun a session meanwhile: both are one visitor.
      api.token = shared;
      return this.ask();
    }
    const { visitorId } = store.get();
    if (this.isAnother(session)) this.empty(store.get().phase);
    api.token = session.token;
    if (changed) kept.keep(kept.tokenKey(channelId), session.token);
    store.set({ visitor: session.visitor, visitorId: session.visitorId });
    this.claim(session, changed && token !== "");
    // A message that was sent meanwhile may have begun a conversation: the answer is from before.
    const elsewhere = changed || visitorId !== session.visitorId;
    if (elsewhere || (session.conversation && store.get().conversation?.id === before)) {
      await this.enter(session.conversation);
    }
    onToken();
    this.tellTaken();
  }

  /** A signed identity is shown once: from then on the token says who it is, for longer than a signature is good. */
  private async session(): Promise<Session> {
    const { api, delivery, onIdentified } = this.parts;
    const { identity } = this;
    const about = delivery.page ? { page: delivery.page } : {};
    if (!identity?.due) return this.own(await api.session(about), about);
    try {
      const session = await api.session({ identity: identity.jwt, ...about });
      identity.due = false;
      return session;
    } catch (error) {
      if (!(error instanceof CallError) || error.passing) throw error;
      if (this.identity === identity) this.identity = undefined;
      this.named = subjectOf(identity.jwt);
      onIdentified({ ok: false, error: error.message });
      if (error.status !== 401) throw error;
      // It may have expired since the page was made: what the browser already has goes on.
      return this.own(await api.session(about), about);
    }
  }

  /** The session that goes on, unless the page has named somebody else. */
  private async own(session: Session, about: Parameters<VisitorApi["session"]>[0]): Promise<Session> {
    const { api, channelId } = this.parts;
    if (!session.visitor.verified || this.named === undefined || this.named === session.visitorId) return session;
    // Works without the service too: the token goes from this browser, and there is no other copy.
    await api.leave().catch(() => undefined);
    api.token = "";
    kept.keep(kept.tokenKey(channelId), null);
    return api.session(about);
  }

  private tellTaken(): void {
    const { identity } = this;
    if (!identity || identity.due || identity.told) return;
    identity.told = true;
    this.parts.onIdentified({ ok: true, error: null });
  }

  /** Whether the one on the screen is not the one of the answer: a session that merely ended leaves the same stranger. */
  private isAnother({ visitorId, visitor, adopted, conversation }: Session): boolean {
    const known = this.parts.store.get();
    if (known.visitorId === "" || known.visitorId === visitorId || known.visitorId === adopted) return false;
    // They signed in on another page of this browser.
    if (known.conversation && known.conversation.id === conversation?.id) return false;
    return known.visitor?.verified === true || visitor.verified;
  }

  /** What is unsent is theirs from now on, if they wrote it; what others wrote here is not sent under their name. */
  private claim({ visitorId, adopted }: Session, replaced: boolean): void {
    const { channelId, store } = this.parts;
    // Written before this browser had a session, or by a release that did not say by whom.
    const nobodys = !replaced || adopted !== null;
    const isOwn = (by: string) => by === visitorId || by === adopted || (by === "" && nobodys);
    kept.keepOutgoingOf(channelId, visitorId, isOwn);
    const draft = kept.recallDraft(channelId);
    if (draft) kept.keepDraft(channelId, isOwn(draft.by) ? { ...draft, by: visitorId } : null);
    const { outgoing } = store.get().thread;
    kept.keepOutgoing(channelId, { before: outgoing, now: outgoing, by: visitorId });
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
