import { log } from "#server/base/log.ts";
import { systemPool } from "#server/db/system.ts";
import type { RelayedEvent } from "#server/kit/relay/consumer.ts";
import { globalPosition } from "#server/kit/relay/consumer.ts";

type Follower = (events: readonly RelayedEvent[]) => void;

const followers = new Set<Follower>();

/** Hands every relayed event to `follower`, in order, in this process. Returns how to stop. */
export function followRelay(follower: Follower): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

const pageSize = 1000;

/** Where this process stands in the stream of relayed events, whoever relays them. */
export class Tail {
  private last = 0;
  private reading: Promise<void> | undefined;

  /** Begins at the newest event: callers read what came before from the database. */
  async begin(): Promise<void> {
    const { rows } = await systemPool().query<{ position: number }>({
      name: "relay_position",
      text: `select "position" from event_positions where "companyId" = $1`,
      values: [globalPosition],
    });
    this.last = rows[0]?.position ?? 0;
  }

  /** Events this process has just relayed; what another leader relayed before them is read first. */
  async push(events: readonly RelayedEvent[]): Promise<void> {
    const first = events[0];
    if (!first) return;
    await this.reading;
    if (first.position > this.last + 1) await this.catchUp();
    this.hand(events);
  }

  /** Reads on from where we stand. One reader at a time. */
  catchUp(): Promise<void> {
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async read(): Promise<void> {
    for (;;) {
      const { rows } = await systemPool().query<RelayedEvent>({
        name: "relay_tail",
        text: `select e.*, (select m."fromType" from messages m
            where m."companyId" = e."companyId" and m."id" = e."messageId") as "messageFrom"
          from events e where e."position" > $1 order by e."position" limit ${pageSize}`,
        values: [this.last],
      });
      this.hand(rows);
      if (rows.length < pageSize) return;
    }
  }

  private hand(events: readonly RelayedEvent[]): void {
    const fresh = events.filter((event) => event.position > this.last);
    const newest = fresh.at(-1);
    if (!newest) return;
    this.last = newest.position;
    for (const follower of followers) {
      try {
        follower(fresh);
      } catch (error) {
        log.error({ error }, "a follower of the relay failed");
      }
    }
  }
}
