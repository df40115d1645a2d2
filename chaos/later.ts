import type pg from "pg";
import { type Caller, insist } from "./programs.ts";

const perRound = 6;
const leastMs = 3000;
const mostMs = 5000;

type Later = { text: string; sendAt: number };
type Left = { text: string; at: Date };

/** Schedules messages: each leaves once, at or after its time. */
export class Scheduler {
  private readonly caller: Caller;
  private readonly userId: string;
  private readonly open: Later[] = [];
  private count = 0;
  /** The longest that one left after its time. */
  latestMs = 0;

  constructor(caller: Caller, userId: string) {
    this.caller = caller;
    this.userId = userId;
  }

  /** Answered when all of them are taken. */
  async begin(conversations: readonly string[]): Promise<void> {
    const turns: Promise<void>[] = [];
    for (let index = 0; index < perRound; index += 1) {
      this.count += 1;
      const sendAt = Date.now() + leastMs + ((mostMs - leastMs) * index) / perRound;
      const one = { text: `later ${this.count}`, sendAt };
      this.open.push(one);
      turns.push(this.schedule(conversations[index % conversations.length] ?? "", one));
    }
    await Promise.all(turns);
  }

  private async schedule(conversationId: string, { text, sendAt }: Later): Promise<void> {
    const body = { sendAt: new Date(sendAt).toISOString(), message: text, from: this.userId };
    await insist(this.caller, `/v1/conversations/${conversationId}/scheduled-messages`, body);
  }

  /** Of those since the last good look. */
  async faults(client: pg.Client, companyId: string): Promise<string[]> {
    const { rows } = await client.query<Left>(
      `select "text", "createdAt" as "at" from messages where "companyId" = $1 and "text" = any($2)`,
      [companyId, this.open.map(({ text }) => text)],
    );
    const found = this.open.flatMap(({ text, sendAt }) => {
      const left = rows.filter((one) => one.text === text);
      const [first] = left;
      if (!first || left.length > 1) return [`"${text}" left ${left.length} times`];
      const lateMs = first.at.getTime() - sendAt;
      this.latestMs = Math.max(this.latestMs, lateMs);
      return lateMs < 0 ? [`"${text}" left ${-lateMs} ms before its time`] : [];
    });
    if (found.length === 0) this.open.splice(0);
    return found;
  }
}
