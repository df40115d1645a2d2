import type { VisitorConversation, VisitorMessage } from "#server/visitors/schema.ts";
import { type Pause, untilDone } from "./retrying.ts";
import type { Thread } from "./thread.ts";
import { CallError, type MessagePage, type VisitorApi } from "./visitor-api.ts";

type Take = (messages: VisitorMessage[], conversation: VisitorConversation, upTo: number) => void;

/**
 * Fetches what is missing after the last message that is certainly here, until it is here. Asking often costs one
 * request at a time.
 */
export class Refill {
  private readonly api: Pick<VisitorApi, "messages">;
  private readonly thread: () => Thread;
  private readonly take: Take;
  private readonly pause: Pause;
  private wanted = 0;
  private busy = false;
  private again = false;
  /** Messages may have changed unnoticed: the newest page is read as well. */
  private stale = false;
  private stopped = false;

  constructor(api: Pick<VisitorApi, "messages">, thread: () => Thread, take: Take, pause: Pause) {
    this.api = api;
    this.thread = thread;
    this.take = take;
    this.pause = pause;
  }

  /** Something with this seq exists. A gap before it may be commands, which are not for visitors, or missed messages. */
  expect(seq: number): void {
    // An answer on its way may be from before what was just heard.
    if (this.busy) this.renew();
    if (seq <= this.thread().syncedSeq) return;
    this.wanted = Math.max(this.wanted, seq);
    this.request();
  }

  /** Nothing has arrived for a while. */
  renew(): void {
    this.stale = true;
    this.request();
  }

  request(): void {
    this.stopped = false;
    if (this.thread().conversationId === "") return;
    if (this.busy) this.again = true;
    else void this.run();
  }

  stop(): void {
    this.stopped = true;
  }

  /** Somebody else is here: what was expected was not theirs. */
  forget(): void {
    this.wanted = 0;
    this.again = false;
    this.stale = false;
  }

  private async run(): Promise<void> {
    this.busy = true;
    try {
      for (let more = true; (more || this.again) && !this.stopped; ) {
        this.again = false;
        await untilDone(
          async () => {
            more = await this.step();
          },
          { pause: this.pause, over: () => this.stopped },
        );
      }
    } catch (error) {
      // Refused: the session has ended, or the conversation is gone. The next word, or the next connection, asks anew.
      if (!(error instanceof CallError)) throw error;
    } finally {
      this.busy = false;
    }
  }

  private async step(): Promise<boolean> {
    const { conversationId, syncedSeq } = this.thread();
    // What was known to exist before the question is in the answer.
    const known = this.wanted;
    const { stale } = this;
    const page = await this.api.messages(conversationId, stale ? {} : { after: syncedSeq });
    if (this.thread().conversationId !== conversationId) return false;
    if (stale) this.stale = this.again;
    const whole = stale ? joins(page, syncedSeq) : !page.hasMore;
    const last = page.messages.at(-1)?.seq ?? syncedSeq;
    if (stale) this.take(page.messages, page.conversation, whole ? Math.max(last, known) : syncedSeq);
    else this.take(page.messages, page.conversation, whole ? Math.max(last, known) : last);
    return !whole;
  }
}

/** Whether nothing lies between what is here up to `seq` and the newest page. */
export function joins({ messages, hasMore }: MessagePage, seq: number): boolean {
  return !hasMore || (messages[0]?.seq ?? 0) <= seq + 1;
}
