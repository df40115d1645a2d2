import type { VisitorConversation, VisitorMessage } from "#server/visitors/schema.ts";
import type { Thread } from "./thread.ts";
import type { VisitorApi } from "./visitor-api.ts";

type Take = (messages: VisitorMessage[], conversation: VisitorConversation, upTo: number) => void;

/** Fetches what is missing after the last message that is certainly here. Asking often costs one request at a time. */
export class Refill {
  private readonly api: Pick<VisitorApi, "messages">;
  private readonly thread: () => Thread;
  private readonly take: Take;
  private wanted = 0;
  private busy = false;
  private again = false;

  constructor(api: Pick<VisitorApi, "messages">, thread: () => Thread, take: Take) {
    this.api = api;
    this.thread = thread;
    this.take = take;
  }

  /** Something with this seq exists. A gap before it may be commands, which are not for visitors, or missed messages. */
  expect(seq: number): void {
    if (seq <= this.thread().syncedSeq) return;
    this.wanted = Math.max(this.wanted, seq);
    this.request();
  }

  request(): void {
    if (this.thread().conversationId === "") return;
    if (this.busy) this.again = true;
    else void this.run();
  }

  private async run(): Promise<void> {
    this.busy = true;
    try {
      for (let more = true; more || this.again; ) {
        this.again = false;
        more = await this.step();
      }
    } catch {
      // The next message or the next connection asks again.
      this.again = false;
    } finally {
      this.busy = false;
    }
  }

  private async step(): Promise<boolean> {
    const { conversationId, syncedSeq } = this.thread();
    // What was known to exist before the question is in the answer.
    const known = this.wanted;
    const page = await this.api.messages(conversationId, { after: syncedSeq });
    if (this.thread().conversationId !== conversationId) return false;
    const last = page.messages.at(-1)?.seq ?? syncedSeq;
    this.take(page.messages, page.conversation, page.hasMore ? last : Math.max(last, known));
    return page.hasMore;
  }
}
