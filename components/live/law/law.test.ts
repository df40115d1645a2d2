import { describe, expect, it } from "vitest";
import { undoJob } from "#server/actions/bulk/managing.ts";
import { startBulk } from "#server/actions/bulk/starting.ts";
import { createContact } from "#server/contacts/creating.ts";
import { updateContact } from "#server/contacts/editing.ts";
import { assign } from "#server/conversations/assigning.ts";
import { close } from "#server/conversations/closing.ts";
import { patchConversation } from "#server/conversations/editing.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { confirmContact, separateContact } from "#server/conversations/linking/claiming.ts";
import { addTag } from "#server/conversations/tags/tagging.ts";
import { systemActor } from "#server/core/actor.ts";
import { mergeContacts, undoMerge } from "#server/merges/merging.ts";
import { reply } from "#server/messages/sending.ts";
import { followed, obey, relayed, sceneNow, useScenes } from "#server/testing/screens/scene.ts";
import { callerFor } from "#server/testing/screens/screens.ts";

useScenes();

describe("what was cached plus the events equals a new fetch, for a full reader and a restricted agent", () => {
  it("after a conversation goes from hand to hand", async () => {
    for (const to of ["agent", "otherAgent", "agent", null] as const) {
      await obey(`handed to ${to}`, ({ company, visitors }) => {
        const assignedTo = to === null ? null : company[to].userId;
        return assign.execute(company.admin, { conversationId: visitors[0] ?? "", assignedTo });
      });
    }
  });

  it("after its contact is given to the agent and taken away", async () => {
    for (const to of ["agent", null] as const) {
      await obey(`contact of ${to}`, async ({ company }) => {
        const { contactId = "", conversationId = "" } = company.given;
        await assign.execute(company.admin, { conversationId, assignedTo: company.otherAgent.userId });
        await updateContact.execute(company.admin, { contactId, assignedTo: to === null ? null : company[to].userId });
      });
    }
  });

  it("after a visitor claims a known contact, and an agent confirms or separates it [found S10]", async () => {
    for (const judge of [confirmContact, separateContact]) {
      await obey("a claim judged", async ({ company, visitors }) => {
        const { contactId = "" } = company.given;
        const email = "claimed.by.law@example.com";
        await updateContact.execute(company.admin, { contactId, email, assignedTo: company.otherAgent.userId });
        const conversationId = visitors[judge === confirmContact ? 5 : 6] ?? "";
        await assign.execute(company.admin, { conversationId, assignedTo: company.agent.userId });
        await captureContact.execute(systemActor(company.companyId), { conversationId, email });
      });
      await obey("judged", ({ company, visitors }) =>
        judge.execute(company.admin, { conversationId: visitors[judge === confirmContact ? 5 : 6] ?? "" }),
      );
    }
  });

  it("after a contact gets another name, and its merge is taken back: its conversations are called so", async () => {
    const nameOf = async (conversationId: string) => {
      const call = callerFor((await sceneNow()).company.admin);
      return ((await call("conversations.inboxRow", { conversationId })) as { contactName: string }).contactName;
    };
    const { company, visitors } = await sceneNow();
    const [admin, system] = [company.admin, systemActor(company.companyId)];
    const conversationId = visitors[7] ?? "";
    const named = { conversationId, name: "Quincy", email: "quincy.by.law@example.com" };
    const { contactId } = await captureContact.execute(system, named);
    const id = contactId ?? "";
    await obey("another name", () => updateContact.execute(admin, { contactId: id, name: "Quentin" }));
    expect(await nameOf(conversationId)).toBe("Quentin");
    const { id: loserId } = await createContact.execute(admin, {
      websiteId: company.given.channelId ?? "",
      name: "Quirin",
    });
    const fields = { name: "loser" as const };
    const merged = await mergeContacts.execute(admin, { contactId: id, loserId, fields });
    await obey("merged", () => Promise.resolve());
    expect(await nameOf(conversationId)).toBe("Quirin");
    await obey("taken back", () => undoMerge.execute(admin, { contactId: id, mergeId: merged.merge.id }));
    expect(await nameOf(conversationId)).toBe("Quentin");
  });

  it("after a bulk of actions is undone [W4]", async () => {
    await obey("a bulk undone", async ({ company: { admin, agent, given }, visitors }) => {
      const actions = [
        { name: "tag_add" as const, input: { tag: "bulk" } },
        { name: "assign" as const, input: { assignedTo: agent.userId } },
        { name: "phase" as const, input: { phaseId: given.emptyPhaseId } },
        { name: "close" as const, input: { isLead: false } },
      ];
      const { jobId } = await startBulk.execute(admin, { ids: visitors.slice(0, 3), actions });
      await undoJob.execute(admin, { jobId });
    });
  });

  it("after many changes at once, in whatever order they were committed", async () => {
    await obey("a crowd", async ({ company: { admin, agent }, visitors }) => {
      const work = visitors.flatMap((conversationId, index) => [
        reply.execute(admin, { conversationId, body: `first ${index}` }),
        reply.execute(admin, { conversationId, body: `second ${index}` }),
        patchConversation.execute(admin, { conversationId, context: { amount: index * 10 } }),
        assign.execute(admin, { conversationId, assignedTo: index % 2 === 0 ? agent.userId : null }),
        addTag.execute(admin, { conversationId, tag: "quokka" }),
        ...(index % 3 === 0 ? [close.execute(admin, { conversationId, isLead: false })] : []),
      ]);
      // A message to a conversation that was closed first is refused, and nothing else is.
      for (const result of await Promise.allSettled(work)) {
        if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conversation_closed" });
      }
    });
  });

  it("without fetching lists again for a message", async () => {
    const { company, screens, visitors } = await sceneNow();
    const full = screens[0];
    const lists = () =>
      [...(full?.fetches ?? [])].filter(
        ([name]) => name.includes('"inbox"') && !name.includes("search") && !name.includes("visitorName"),
      );
    const before = lists();
    await reply.execute(company.admin, { conversationId: visitors[2] ?? "", body: "only a message" });
    await followed({ company, screens, visitors }, "a message");
    expect(lists()).toEqual(before);
    expect(before.length).toBeGreaterThan(8);
  });
});

describe("an answer that was on its way while an event came", () => {
  it("does not bring back what was before the event", async () => {
    const { company, screens, visitors } = await sceneNow();
    const [full] = screens;
    if (!full) throw new Error("no screens");
    const queryKey = [["conversations", "inbox"], { input: { limit: 50, view: "all" }, type: "infinite" }];
    const stale = await callerFor(company.admin)("conversations.inbox", { limit: 50, view: "all" });
    let deliver: (page: unknown) => void = () => undefined;
    const slow = new Promise<unknown>((resolve) => {
      deliver = resolve;
    });
    const fetching = full.client.fetchInfiniteQuery({
      queryKey,
      queryFn: () => slow,
      initialPageParam: "",
      getNextPageParam: () => undefined,
    });
    await reply.execute(company.admin, { conversationId: visitors[4] ?? "", body: "meanwhile" });
    await relayed(company);
    await full.hear();
    deliver(stale);
    await fetching;
    const held = full.client.getQueryData<{ pages: { data: { lastMessage: string }[] }[] }>(queryKey);
    expect(held?.pages[0]?.data[0]?.lastMessage).toBe("meanwhile");
  });
});
