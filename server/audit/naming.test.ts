import { afterAll, beforeAll, expect, it } from "vitest";
import { createAnswer, deleteAnswer, updateAnswer } from "#server/answers/writing.ts";
import { createCalendar, deleteCalendar } from "#server/calendars/writing.ts";
import { createChannel } from "#server/channels/creating.ts";
import { deleteChannel } from "#server/channels/deleting.ts";
import { createField, deleteField } from "#server/fields/writing.ts";
import { createMacro, deleteMacro } from "#server/macros/writing.ts";
import { createPhase } from "#server/phases/creating.ts";
import { deletePhase } from "#server/phases/deleting.ts";
import { createPolicy, deletePolicy } from "#server/sla/policies.ts";
import { createTag, deleteTag } from "#server/tags/writing.ts";
import { freshCompany, type TestCompany } from "#server/testing/company.ts";
import { createTrigger, deleteTrigger } from "#server/triggers/writing.ts";
import { listAudit } from "./listing.ts";

let company: TestCompany;

beforeAll(async () => {
  company = await freshCompany();
});
afterAll(() => company.close());

const newest = async () => {
  const { data } = await listAudit.execute(company.admin, { limit: 1 });
  return data[0]?.subject;
};

const hours = [{ days: ["MON" as const], range: "09-13" }];
const target = { firstResponse: 900, nextResponse: null, resolution: null };

it("names what was made, and what it was called once it was deleted", async () => {
  const { admin } = company;
  const made = {
    tag: await createTag.execute(admin, { name: "VIP", color: "#C2410C" }),
    phase: await createPhase.execute(admin, { name: "Quoted", type: "progress" }),
    trigger: await createTrigger.execute(admin, {
      name: "Prices",
      conditions: {},
      actions: { response: "On the site." },
    }),
    field: await createField.execute(admin, { key: "plan", label: "Plan", type: "text" }),
    calendar: await createCalendar.execute(admin, { name: "Desk", hours }),
    sla: await createPolicy.execute(admin, { name: "Urgent", conditions: {}, ...target }),
    macro: await createMacro.execute(admin, { name: "Thank", actions: [{ name: "open", input: {} }] }),
    answer: await createAnswer.execute(admin, { shortcut: "hours", text: "From nine." }),
  };
  const names = { tag: "VIP", phase: "Quoted", trigger: "Prices", field: "Plan", calendar: "Desk", sla: "Urgent" };
  const { data } = await listAudit.execute(admin, { limit: 20 });
  const all = { ...names, macro: "Thank", answer: "hours" };
  for (const [kind, name] of Object.entries(all))
    expect(data.find(({ subject }) => subject.kind === kind)?.subject).toMatchObject({ name, exists: true });
  const deletions = {
    tag: () => deleteTag.execute(admin, { tagId: made.tag.id }),
    phase: () => deletePhase.execute(admin, { phaseId: made.phase.id }),
    trigger: () => deleteTrigger.execute(admin, { triggerId: made.trigger.id }),
    field: () => deleteField.execute(admin, { fieldId: made.field.id }),
    calendar: () => deleteCalendar.execute(admin, { calendarId: made.calendar.id }),
    sla: () => deletePolicy.execute(admin, { slaPolicyId: made.sla.id }),
    macro: () => deleteMacro.execute(admin, { macroId: made.macro.id }),
    answer: () => deleteAnswer.execute(admin, { answerId: made.answer.id }),
  };
  for (const kind of Object.keys(deletions) as (keyof typeof deletions)[]) {
    await deletions[kind]();
    expect(await newest()).toMatchObject({ kind, id: made[kind].id, name: all[kind], exists: false });
  }
});

it("names a channel that was deleted", async () => {
  const { id } = await createChannel.execute(company.admin, { type: "WEBSITE", label: "Shop in Lima" });
  expect(await newest()).toMatchObject({ kind: "channel", id, name: "Shop in Lima", exists: true });
  await deleteChannel.execute(company.admin, { channelId: id });
  expect(await newest()).toMatchObject({ kind: "channel", id, name: "Shop in Lima", exists: false });
});

it("does not name a saved reply that is one person's own", async () => {
  const { agent } = company;
  const { id } = await createAnswer.execute(agent, { shortcut: "mine", text: "Hello.", scope: "private" });
  expect(await newest()).toMatchObject({ kind: "answer", name: "" });
  await updateAnswer.execute(agent, { answerId: id, text: "Hello!" });
  await deleteAnswer.execute(agent, { answerId: id });
  expect(await newest()).toMatchObject({ kind: "answer", id, name: "", exists: false });
});
