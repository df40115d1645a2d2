import { log } from "#server/base/log.ts";
import { systemPool } from "#server/db/system.ts";
import { coalesced } from "#server/kit/relay/coalescing.ts";

/** Which people of a company are connected to one instance, and which threads they have open: plain data, as stored. */
export type Here = {
  people: Record<string, { talks: boolean; available: boolean }>;
  /** By conversation, then by person: their name. */
  threads: Record<string, Record<string, string>>;
};

/** What the other instances report for a company, by instance. */
export type Elsewhere = ReadonlyMap<string, Here>;

type Parts = {
  instance: string;
  /** What this instance reports for a company; undefined when no one of it is connected here. */
  here: (companyId: string) => Here | undefined;
  /** Companies that have sockets here. */
  followed: () => string[];
  heard: (companyId: string, elsewhere: Elsewhere) => void;
};

const writePauseMs = 300;
const readMs = 2000;
const beatMs = 5000;
/** An instance that is silent for this long counts as gone, with everyone connected there. */
const expiry = "15 seconds";

/**
 * Where instances share who is connected: one row per company and instance, with an expiry. In PostgreSQL, which every
 * installation has, so that presence needs no Redis and does not suffer when it is lost.
 */
export class Board {
  private readonly parts: Parts;
  private readonly changed = new Set<string>();
  private readonly known = new Map<string, string>();
  private readonly timers: NodeJS.Timeout[];
  private readonly soon = coalesced(writePauseMs, () => this.quietly(() => this.write()));
  private reading: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.parts = parts;
    this.timers = [
      setInterval(() => this.read(), readMs),
      setInterval(() => void this.quietly(() => this.beat()), beatMs),
    ];
  }

  /** Reports that something of a company has changed on this instance. */
  note(companyId: string): void {
    this.changed.add(companyId);
    this.soon.call();
  }

  /** Reads the other instances' rows, now and every two seconds. */
  read(): void {
    this.reading ??= this.quietly(() => this.readAll()).finally(() => {
      this.reading = undefined;
    });
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.soon.stop();
    await this.reading;
    await this.quietly(() => this.leave());
  }

  private async quietly(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => log.warn({ error }, "instances could not tell each other who is here"));
  }

  private async write(): Promise<void> {
    const companies = [...this.changed];
    this.changed.clear();
    const rows = companies.map((companyId) => ({ companyId, state: this.parts.here(companyId) ?? null }));
    try {
      await systemPool().query({
        name: "presence_write",
        text: `with given as (select * from jsonb_to_recordset($2::jsonb) as g("companyId" uuid, "state" jsonb)),
          gone as (delete from presences p using given g
            where p."companyId" = g."companyId" and p."instance" = $1 and jsonb_typeof(coalesce(g."state", 'null')) = 'null')
          insert into presences ("companyId", "instance", "state", "seenAt")
          select g."companyId", $1, g."state", now() from given g
          where jsonb_typeof(g."state") = 'object' order by 1
          on conflict ("companyId", "instance") do update set "state" = excluded."state", "seenAt" = excluded."seenAt"`,
        values: [this.parts.instance, JSON.stringify(rows)],
      });
    } catch (error) {
      for (const companyId of companies) this.changed.add(companyId);
      throw error;
    }
  }

  /**
   * Renews this instance's rows, also those that could not be written before, and removes those of killed instances.
   */
  private async beat(): Promise<void> {
    if (this.changed.size > 0) await this.write();
    await systemPool().query(`update presences set "seenAt" = now() where "instance" = $1`, [this.parts.instance]);
    await systemPool().query(`delete from presences where "seenAt" < now() - interval '1 minute'`);
  }

  private async leave(): Promise<void> {
    await systemPool().query(`delete from presences where "instance" = $1`, [this.parts.instance]);
  }

  private async readAll(): Promise<void> {
    const followed = this.parts.followed();
    for (const companyId of this.known.keys()) {
      if (followed.includes(companyId)) continue;
      this.known.delete(companyId);
      this.parts.heard(companyId, new Map());
    }
    if (followed.length === 0) return;
    const { rows } = await systemPool().query<{ companyId: string; instance: string; state: Here }>({
      name: "presence_read",
      text: `select "companyId", "instance", "state" from presences
        where "companyId" = any($1::uuid[]) and "instance" <> $2 and "seenAt" > now() - interval '${expiry}'
        order by "companyId", "instance"`,
      values: [followed, this.parts.instance],
    });
    for (const companyId of followed) {
      const elsewhere = new Map(
        rows.flatMap((one) => (one.companyId === companyId ? [[one.instance, one.state]] : [])),
      );
      const text = JSON.stringify([...elsewhere]);
      if ((this.known.get(companyId) ?? "[]") === text) continue;
      this.known.set(companyId, text);
      this.parts.heard(companyId, elsewhere);
    }
  }
}
