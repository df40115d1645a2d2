import { expect, test } from "vitest";
import { defaultAppearance } from "#server/chatbots/configuration/appearance-layers.ts";
import { type ChatbotSettings, chatbotSettingsSchema } from "#server/chatbots/schema.ts";
import { changedKeys, draftOf, rebased, storedOf } from "./settings-draft.ts";

const settings: ChatbotSettings = chatbotSettingsSchema.parse({
  chatbotName: "Help",
  title: "Assistant",
  special_messages: { finding_operator_start: "One moment.", of_others: "kept" },
  are_you_there: { send_after: 90 },
  assign_priority: ["ROUND_ROBIN"],
});

const source = { settings, channels: ["b", "a"], appearance: defaultAppearance, timeZone: "America/Bogota" };
const draft = draftOf(source);

test("an untouched form changes nothing", () => {
  expect(changedKeys(draftOf(source), draft, settings)).toEqual([]);
  expect(draft.businessHoursConfiguration).toMatchObject({ on: false, timeZone: "America/Bogota" });
  expect(draft.assign_priority.map(({ on }) => on)).toEqual([true, false, false]);
});

test("a way that others have stored twice is shown once", () => {
  const twice = draftOf({ ...source, settings: { ...settings, assign_priority: ["TRIGGER", "TRIGGER"] } });
  expect(twice.assign_priority.map(({ way }) => way)).toEqual(["TRIGGER", "INTERVENED", "ROUND_ROBIN"]);
});

test("empty texts are not stored, and what others keep in the same object stays", () => {
  const special_messages = { ...draft.special_messages, are_you_there: ["Still there?", " "] };
  const changed = { ...draft, special_messages };
  expect(changedKeys(changed, draft, settings)).toEqual(["special_messages"]);
  expect(storedOf(changed, settings).special_messages).toEqual({
    are_you_there: ["Still there?"],
    finding_operator_start: ["One moment."],
    finding_operator_timeout: [],
    restart_conversation: [],
    of_others: "kept",
  });
});

test("what others save is taken over, except where it is being changed here", () => {
  const mine = { ...draft, title: "Mine", lang: "es" as const };
  const fresh = { ...draft, title: "Theirs", close_conversation_after: 30 };
  const after = rebased(mine, draft, fresh, settings);
  expect(after.draft).toMatchObject({ title: "Mine", lang: "es", close_conversation_after: 30 });
  expect(after.clashes).toEqual(["title"]);
});

test("the same change by others is no clash", () => {
  const mine = { ...draft, title: "Same" };
  expect(rebased(mine, draft, { ...draft, title: "Same" }, settings).clashes).toEqual([]);
});
