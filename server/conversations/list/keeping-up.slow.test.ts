import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createContact } from "#server/contacts/creating.ts";
import { updateContact } from "#server/contacts/editing.ts";
import { listContacts } from "#server/contacts/list/listing.ts";
import { addContactTag, removeContactTag } from "#server/contacts/tagging.ts";
import { inTransaction } from "#server/db/pool.ts";
import { settledUntil } from "#server/db/settled.ts";
import { systemPool } from "#server/db/system.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { patchConversation } from "../editing.ts";
import { createConversation } from "../opening/creating.ts";
import { addTag, removeTag } from "../tags/tagging.ts";
import { listConversations } from "./listing.ts";

/** How long the writers write; by hand, a minute. */
const seconds = 8;

const company = await openCompany();

type Kept = { id: string; updatedAt: Date };
type Page = { data: Kept[]; pagination: { nextCursor: string | null } };
type Read = (since: string, cursor: string | undefined) => Promise<Page>;

/** The simplest client there is: it asks for what has changed since the latest time it has seen. */
class Copy {
  readonly rows = new Map<string, Kept>();
  readonly backwards: string[] = [];
  private since = new Date(0);
  private readonly read: Read;

  constructor(read: Read) {
    this.read = read;
  }

  async poll(): Promise<void> {
    let latest = this.since;
    for (let cursor: string | undefined; ; ) {
      const { data, pagination } = await this.read(this.since.toISOString(), cursor);
      for (const row of data) {
        const before = this.rows.get(row.id);
        if (before && before.updatedAt > row.updatedAt) this.backwards.push(row.id);
        this.rows.set(row.id, row);
        if (row.updatedAt > latest) latest = row.updatedAt;
      }
      if (!pagination.nextCursor) break;
      cursor = pagination.nextCursor;
    }
    this.since = latest;
  }

  sorted(): Kept[] {
    return [...this.rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

const conversations: Read = async (since, cursor) =>
  (await listConversations.execute(company.admin, {
    updatedSince: since,
    sort: "updatedAt:asc",
    limit: 100,
    cursor,
  })) as unknown as Page;

const contacts: Read = async (since, cursor) =>
  (await listContacts.execute(company.admin, {
    updatedSince: since,
    orderBy: "updatedAt",
    order: "asc",
    limit: 100,
    cursor,
  })) as unknown as Page;

async function newConversation(name: string): Promise<string> {
  const { companyId, given, admin } = company;
  const where = { channelId: given.channelId ?? "", companyId, channel: "WEB" as const };
  return (await createConversation.execute(admin, { ...where, from: name, visitorName: name })).id;
}

async function newContact(name: string): Promise<string> {
  return (await createContact.execute(company.admin, { websiteId: company.given.channelId ?? "", name })).id;
}

it("a row committed late is not missed by who has seen a later one [found A1]", async () => {
  const [slow, quick] = [await newConversation("slow"), await newConversation("quick")];
  const copy = new Copy(conversations);
  let written: () => void = () => undefined;
  const stamped = new Promise<void>((resolve) => {
    written = resolve;
  });
  const late = inTransaction(company.companyId, async () => {
    await addTag.execute(company.admin, { conversationId: slow, tag: "late" });
    written();
    await sleep(300);
  });
  await stamped;
  await addTag.execute(company.admin, { conversationId: quick, tag: "early" });
  await copy.poll();
  await late;
  await copy.poll();
  const tagsOf = (id: string) => (copy.rows.get(id) as (Kept & { operatorTags: unknown[] }) | undefined)?.operatorTags;
  expect(tagsOf(quick)).toHaveLength(1);
  expect(tagsOf(slow)).toHaveLength(1);
});

it("what takes longer than a reader waits holds back only what is newer than itself [found A1]", async () => {
  const known = await newConversation("known");
  let release: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    void inTransaction(company.companyId, async () => {
      resolve();
      await new Promise<void>((end) => {
        release = end;
      });
    });
  });
  await begun;
  // Times are whole milliseconds: what is stamped in the same one counts as not newer.
  await sleep(2);
  const during = await newConversation("during");
  const copy = new Copy(conversations);
  await copy.poll();
  expect(copy.rows.has(known)).toBe(true);
  expect(copy.rows.has(during)).toBe(false);
  release();
  await copy.poll();
  expect(copy.rows.has(during)).toBe(true);
});

it("what was answered is in the next list by updatedSince [found A1]", async () => {
  for (let n = 0; n < 20; n += 1) {
    const id = await newConversation(`own ${n}`);
    const { updatedAt } = await addTag.execute(company.admin, { conversationId: id, tag: "mine" });
    const page = await conversations(new Date(updatedAt).toISOString(), undefined);
    expect(page.data.map((one) => one.id)).toContain(id);
  }
  const before = Date.now();
  const until = (await settledUntil()).getTime();
  expect(Math.abs(until - before)).toBeLessThan(5000);
});

/** Anything that changes one of a few rows, sometimes slowly after it has taken its time. */
async function write(ids: { conversations: string[]; contacts: string[] }): Promise<void> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
  const { admin } = company;
  const conversationId = pick(ids.conversations);
  const contactId = pick(ids.contacts);
  const tag = `t${Math.floor(Math.random() * 5)}`;
  let made: string | undefined;
  const deeds: (() => Promise<unknown>)[] = [
    () => addTag.execute(admin, { conversationId, tag }),
    () => removeTag.execute(admin, { conversationId, tag }),
    () => patchConversation.execute(admin, { conversationId, context: { amount: Math.floor(Math.random() * 1e6) } }),
    () =>
      sendMessage.execute(admin, { conversationId, from: "crm", fromType: "user", type: "text/plain", body: "Hello" }),
    () => addContactTag.execute(admin, { contactId, tag }),
    () => removeContactTag.execute(admin, { contactId, tag }),
    () => updateContact.execute(admin, { contactId, name: `Name ${Math.floor(Math.random() * 1e6)}` }),
    async () => {
      made = await newContact("New");
    },
  ];
  await inTransaction(company.companyId, async () => {
    await pick(deeds)();
    if (Math.random() < 0.3) await sleep(Math.random() * 40);
  });
  // Only now can others find it.
  if (made) ids.contacts.push(made);
}

it("a client by updatedSince is never stale beside six writers, and updatedAt never goes back [found A1]", async () => {
  const ids = { conversations: [] as string[], contacts: [] as string[] };
  for (let n = 0; n < 4; n += 1) {
    ids.conversations.push(await newConversation(`visitor ${n}`));
    ids.contacts.push(await newContact(`Contact ${n}`));
  }
  const copies = [new Copy(conversations), new Copy(contacts)];
  const end = Date.now() + seconds * 1000;
  let writing = true;
  const writers = Array.from({ length: 6 }, async () => {
    while (Date.now() < end) await write(ids);
  });
  const readers = copies.map(async (copy) => {
    while (writing) await copy.poll();
  });
  await Promise.all(writers);
  writing = false;
  await Promise.all(readers);
  for (const [copy, read] of [
    [copies[0], conversations],
    [copies[1], contacts],
  ] as const) {
    await copy?.poll();
    const fresh = new Copy(read);
    await fresh.poll();
    expect(copy?.sorted()).toEqual(fresh.sorted());
    expect(copy?.backwards).toEqual([]);
  }
});

it("events of a row carry its times, growing in the order of the events [found A1]", async () => {
  const id = await newConversation("racing");
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => addTag.execute(company.admin, { conversationId: id, tag: `r${n}` })),
  );
  const { rows: told } = await systemPool().query<{ createdAt: Date; operation: string }>(
    `select "createdAt", "operation" from events where "conversationId" = $1 and "type" = 'conversation/tag_added'
     order by "ordinal"`,
    [id],
  );
  const { rows } = await systemPool().query<{ updatedAt: Date }>(
    `select "updatedAt" from conversations where "id" = $1`,
    [id],
  );
  const times = told.map(({ createdAt }) => createdAt.getTime());
  expect(times).toHaveLength(40);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  expect(times.at(-1)).toBe(rows[0]?.updatedAt.getTime());
});
