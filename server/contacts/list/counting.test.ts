import { describe, expect, it } from "vitest";
import { assign } from "#server/conversations/assigning.ts";
import { deleteConversation } from "#server/conversations/deleting.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { createConversation } from "#server/conversations/opening/creating.ts";
import { addTag, removeTag } from "#server/conversations/tags/tagging.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { createContact } from "../creating.ts";
import { bulkDeleteContacts, deleteContact } from "../deleting.ts";
import { updateContact } from "../editing.ts";
import { addContactTag, removeContactTag } from "../tagging.ts";
import { listContacts, readContact } from "./listing.ts";

const company = await openCompany();

/** A fixed sequence of random numbers: a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const rows = async <Row extends object>(text: string) =>
  (await systemPool().query<Row>(text, [company.companyId])).rows;

async function contactIds(): Promise<string[]> {
  return (await rows<{ id: string }>(`select "id" from contacts where "companyId" = $1 order by "id"`)).map(
    (one) => one.id,
  );
}
async function conversationIds(): Promise<string[]> {
  return (await rows<{ id: string }>(`select "id" from conversations where "companyId" = $1 order by "id"`)).map(
    (one) => one.id,
  );
}

type Step = (pick: (below: number) => number) => Promise<unknown>;
const one = <T>(list: readonly T[], pick: (below: number) => number): T => list[pick(list.length)] as T;

function steps(): Step[] {
  const { admin, given, agent, otherAgent } = company;
  const people = [agent.id, otherAgent.id, "UNASSIGNED"];
  const someContact = async (pick: (below: number) => number) => one(await contactIds(), pick);
  const someConversation = async (pick: (below: number) => number) => one(await conversationIds(), pick);
  return [
    (pick) =>
      createContact.execute(admin, {
        websiteId: given.channelId ?? "",
        name: `N${pick(9)}`,
        phone: `+3460000000${pick(9)}`,
        status: one(["new", "client"], pick),
        subStatus: one(["", "a"], pick),
        rating: pick(6),
        assignedTo: one(people, pick),
      }),
    async (pick) =>
      updateContact.execute(admin, {
        contactId: await someContact(pick),
        status: one(["new", "active", "client"], pick),
        rating: pick(6),
        assignedTo: one(people, pick),
        phone: `+3460000000${pick(9)}`,
      }),
    async (pick) => {
      const from = {
        channelId: given.channelId ?? "",
        companyId: company.companyId,
        channel: "WEB" as const,
        from: "v",
      };
      const { id } = await createConversation.execute(admin, from);
      return captureContact.execute(systemActor(company.companyId), {
        conversationId: id,
        phone: `+3460000000${pick(9)}`,
      });
    },
    async (pick) =>
      assign.execute(admin, { conversationId: await someConversation(pick), assignedTo: one(people, pick) }),
    async (pick) =>
      addTag.execute(admin, { conversationId: await someConversation(pick), tag: one(["vip", "b2b"], pick) }),
    async (pick) =>
      removeTag.execute(admin, { conversationId: await someConversation(pick), tag: one(["vip", "b2b"], pick) }),
    async (pick) => (pick(3) === 0 ? deleteContact.execute(admin, { contactId: await someContact(pick) }) : null),
    async (pick) =>
      pick(3) === 0 ? deleteConversation.execute(admin, { conversationId: await someConversation(pick) }) : null,
    async (pick) =>
      pick(5) === 0 ? bulkDeleteContacts.execute(admin, { contacts: (await contactIds()).slice(0, 2) }) : null,
  ];
}

const counted = `select key, sum(count)::int as n from (
  select "key", "count" from list_counters where "companyId" = $1 and "list" = 'contacts'
  union all select "key", "count" from list_counter_deltas where "companyId" = $1 and "list" = 'contacts') c
  group by key having sum(count) <> 0 order by key`;

const recounted = `select k as key, count(*)::int as n from (
  select unnest(parley_contact_keys(c)) as k from contacts c where c."companyId" = $1
  union all select "key" from contact_links where "companyId" = $1 and "key" not like 'phone:%') x group by k order by k`;

const linked = `select "contactId" as id, "key", "uses" from contact_links where "companyId" = $1 order by 1, 2`;

const relinked = `select id, key, count(*)::int as uses from (
  select c."id", unnest(parley_contact_link_keys(c)) as key from contacts c where c."companyId" = $1
  union all select v."contactId", unnest(parley_conversation_link_keys(v)) from conversations v
    where v."companyId" = $1 and v."contactId" is not null) x group by id, key order by 1, 2`;

describe("the read model of contacts", () => {
  it("equals a recount after a random mix of writes, some at once", async () => {
    const pick = random(20_261_121);
    const all = steps();
    for (let round = 0; round < 60; round += 1) {
      const batch = Array.from({ length: 1 + pick(4) }, () => one(all, pick)(pick));
      // Two that delete the same may find nothing left; everything else must work.
      const outcomes = await Promise.allSettled(batch);
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") expect(String(outcome.reason)).toMatch(/No such (contact|conversation)/);
      }
    }
    expect((await contactIds()).length).toBeGreaterThan(5);
    expect(await rows(counted)).toEqual(await rows(recounted));
    expect(await rows(linked)).toEqual(await rows(relinked));
    const total = (await listContacts.execute(company.admin, {})).pagination.total;
    expect(total).toBe((await contactIds()).length);
  }, 60_000);

  it("shows on lists exactly what each person may read one by one", async () => {
    const { secret: _secret, actor: token } = await company.token(["clients_read_assigned"], company.agent);
    const actors: Actor[] = [company.admin, company.viewer, company.agent, company.otherAgent, token];
    for (const actor of actors) {
      const readable: string[] = [];
      for (const contactId of await contactIds()) {
        const found = await readContact.execute(actor, { contactId }).catch(() => undefined);
        if (found) readable.push(found.id);
      }
      const list = await listContacts.execute(actor, { limit: 100, order: "asc" });
      expect(list.data.map((contact) => contact.id)).toEqual(readable.slice(0, 100));
      expect(list.pagination.total).toBe(readable.length);
      const named = await listContacts.execute(actor, {
        limit: 100,
        order: "asc",
        orderBy: "name",
        status: "new,active,client,long_term",
      });
      expect(named.pagination.total).toBe(readable.length);
      const searched = await listContacts.execute(actor, { limit: 100, order: "asc", search: "N" });
      expect(searched.data.every((contact) => readable.includes(contact.id))).toBe(true);
    }
  });

  it("finds contacts by tags of their own, each once, and counts them as they come and go", async () => {
    const contactIds: string[] = [];
    for (const name of ["One", "Two", "Three"]) {
      const made = await createContact.execute(company.admin, { websiteId: company.given.channelId ?? "", name });
      contactIds.push(made.id);
    }
    const [first = "", second = "", third = ""] = contactIds;
    const put = (contactId: string, tag: string) => addContactTag.execute(company.admin, { contactId, tag });
    for (const tag of ["vip", "b2b"]) for (const id of contactIds) await put(id, tag);
    await removeContactTag.execute(company.admin, { contactId: second, tag: "vip" });
    await removeContactTag.execute(company.admin, { contactId: second, tag: "b2b" });
    await removeContactTag.execute(company.admin, { contactId: third, tag: "vip" });
    await put(second, "VIP");
    const found = async (tags: string) => {
      const { data, pagination } = await listContacts.execute(company.admin, { tags, order: "asc" });
      expect(pagination.total).toBe(data.length);
      return data.map(({ id }) => id);
    };
    expect(await found("vip")).toEqual([first]);
    expect(await found("vip,b2b,none")).toEqual([first, third]);
    expect(await found("none")).toEqual([]);
    await deleteContact.execute(company.admin, { contactId: first });
    expect(await found("vip,b2b")).toEqual([third]);
    expect(await rows(counted)).toEqual(await rows(recounted));
    expect(await rows(linked)).toEqual(await rows(relinked));
  });

  it("finds contacts by the tags of their conversations, each once", async () => {
    // Chance may have tagged none that belongs to a contact.
    const [tagged] = await rows<{ id: string }>(
      `select "id" from conversations where "companyId" = $1 and "contactId" is not null order by "id" limit 1`,
    );
    await addTag.execute(company.admin, { conversationId: tagged?.id ?? "", tag: "vip" });
    const { rows: expected } = await systemPool().query<{ id: string }>(
      `select distinct k."id" from contacts k join conversations c on c."companyId" = k."companyId" and c."contactId" = k."id"
       where k."companyId" = $1 and c."tags" && $2 order by k."id"`,
      [company.companyId, ["vip", "b2b"]],
    );
    const found = await listContacts.execute(company.admin, {
      conversationTags: "vip,b2b,none",
      limit: 100,
      order: "asc",
    });
    expect(expected.length).toBeGreaterThan(0);
    expect(found.data.map((contact) => contact.id)).toEqual(expected.map((one) => one.id));
    expect(found.pagination.total).toBe(expected.length);
  });
});
