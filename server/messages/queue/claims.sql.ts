// SQL because a claim is taken, kept and lost in one statement, by one process.
import type { CommandContext } from "#server/core/operation.ts";
import { compile, empty, execute, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { ownNumber } from "#server/kit/presence/presence.ts";
import { type Leftover, leftover } from "#server/kit/presence/reaping.ts";
import { staleMs } from "./outcomes.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now">;

/** One try of one process at one message. After another try it counts no more. */
export type Claim = { id: string; attempt: number };

/** A table whose rows are claimed: beside these columns it has `attempts`, `claimedAt`, `aliveAt` and `heldBy`. */
export type ClaimTable = {
  table: Sql;
  id: Sql;
  state: Sql;
  error: Sql;
  dueAt: Sql;
  /** What else is written when a row goes back into its queue. */
  requeued?: Sql;
};

/**
 * The life of a claim, the same for all that leaves for a platform: `claimed` before anything leaves, `sending` from
 * the moment the request does, then `done`, `waiting` (for its next try) or `unknown` (never sent again).
 */
export class Claims {
  private readonly at: ClaimTable;

  constructor(at: ClaimTable) {
    this.at = at;
  }

  /** Claims a row that its owner has locked and found free. */
  async take({ actor, now }: Context, id: string): Promise<Claim> {
    const { table, state, dueAt } = this.at;
    const taken = await row<{ attempts: number }>(sql`
      update ${table} set ${state} = 'claimed', ${dueAt} = null, "attempts" = "attempts" + 1,
        "claimedAt" = ${now}, "aliveAt" = ${now}, "heldBy" = ${await ownNumber()}
      where ${this.one(actor.companyId, id)} returning "attempts"`);
    return { id, attempt: taken?.attempts ?? 0 };
  }

  /**
   * Marks that the request leaves: from here on it is not sent again. Returns false where another process has the
   * claim.
   */
  async leave({ actor, now }: Context, { id, attempt }: Claim): Promise<boolean> {
    const { table, state } = this.at;
    const left = await execute(sql`
      update ${table} set ${state} = 'sending', "aliveAt" = ${now}
      where ${this.one(actor.companyId, id)} and ${state} = 'claimed' and "attempts" = ${attempt}`);
    return left > 0;
  }

  /** A process is still working on it. */
  async keep({ actor, now }: Context, { id, attempt }: Claim): Promise<void> {
    const { table, state } = this.at;
    await execute(sql`
      update ${table} set "aliveAt" = ${now} where ${this.one(actor.companyId, id)}
        and ${state} in ('claimed', 'sending') and "attempts" = ${attempt}`);
  }

  /** Whether this was the latest try: results of earlier ones are ignored. */
  async isLast({ actor }: Context, { id, attempt }: Claim): Promise<boolean> {
    const found = await row(sql`
      select 1 from ${this.at.table} where ${this.one(actor.companyId, id)} and "attempts" = ${attempt}`);
    return found !== undefined;
  }

  /** Over: accepted whole, or refused for good. */
  async finish({ actor }: Context, id: string, error: string | null = null): Promise<void> {
    const { table, state, dueAt, error: words } = this.at;
    await execute(sql`
      update ${table} set ${state} = 'done', ${words} = ${error}, ${dueAt} = null where ${this.one(actor.companyId, id)}`);
  }

  /** Back into the queue until its time has come. */
  async postpone({ actor }: Context, id: string, until: Date, error: string): Promise<void> {
    const { table, state, dueAt, error: words, requeued } = this.at;
    await execute(sql`
      update ${table} set ${state} = 'waiting', ${words} = ${error}, ${dueAt} = ${until}${requeued ?? empty}
      where ${this.one(actor.companyId, id)}`);
  }

  /** Perhaps accepted, so it is never sent again. */
  async doubt({ actor }: Context, id: string, error: string): Promise<void> {
    const { table, state, dueAt, error: words } = this.at;
    await execute(sql`
      update ${table} set ${state} = 'unknown', ${words} = ${error}, ${dueAt} = null
      where ${this.one(actor.companyId, id)}`);
  }

  /**
   * Frees claims whose process has ended: those that had not begun to leave go back into their queue, the others have
   * an unknown fate. Returns the ids of the latter. Without an id it skips rows that are being written.
   */
  async release({ actor, now }: Context, id?: string): Promise<string[]> {
    const { table, state, dueAt, error, requeued } = this.at;
    const released = async (from: Sql, to: Sql) =>
      rows<{ id: string }>(sql`
        update ${table} set ${to} where "companyId" = ${actor.companyId} and ${this.at.id} = any(array(
          select ${this.at.id} from ${table} where ${id === undefined ? this.all(actor.companyId) : this.one(actor.companyId, id)}
            and ${state} = ${from} and coalesce("aliveAt", "claimedAt") <= ${new Date(now.getTime() - staleMs)}
          for update ${id === undefined ? sql`skip locked` : empty}))
        returning ${this.at.id} as "id"`);
    await released(sql`'claimed'`, sql`${state} = 'waiting', ${dueAt} = ${now}${requeued ?? empty}`);
    const doubtful = await released(
      sql`'sending'`,
      sql`${state} = 'unknown', ${error} = 'The process that sent it ended.', ${dueAt} = null`,
    );
    return doubtful.map((one) => one.id);
  }

  /** What a process that died was working on: silent from now on, so that `release` takes it at its next look. */
  leftover(name: string): Leftover {
    const { table, state } = this.at;
    const dead: number[] = [];
    const { text } = compile(sql`
      update ${table} set "aliveAt" = 'epoch' where "heldBy" = any(${dead}::int[])
        and ${state} in ('claimed', 'sending') and "aliveAt" > 'epoch'`);
    return leftover(name, text);
  }

  private all(companyId: string): Sql {
    return sql`"companyId" = ${companyId}`;
  }

  private one(companyId: string, id: string): Sql {
    return sql`"companyId" = ${companyId} and ${this.at.id} = ${id}`;
  }
}
