import { describe, expect, it } from "vitest";
import { createTriggerInput, type Trigger } from "#server/triggers/schema.ts";
import { doesNothing, draftOf, emptyDraft, faultIn, storedOf } from "./trigger-draft.ts";

const stored: Trigger = {
  id: "01a00000-0000-7000-8000-000000000001",
  name: "Opening hours",
  type: "message",
  enabled: true,
  order: 0,
  updatedAt: "2026-01-01T00:00:00.000Z",
  conditions: {
    matches: [{ type: "phrase", value: "opening hours" }],
    channels: ["WHATSAPP"],
    businessHours: "out",
    note: "kept",
  },
  actions: {
    response: ["We open at nine.", "See you."],
    stopNextMessage: true,
    ignoreLead: false,
    tag: "hours",
    color: "red",
  },
};

describe("a trigger in the form", () => {
  it("comes back as it was, with the keys that the form does not know", () => {
    const { name, conditions, actions } = storedOf(draftOf(stored), stored);
    expect({ name, conditions }).toEqual({ name: stored.name, conditions: stored.conditions });
    expect(actions).toMatchObject(stored.actions);
  });

  it("leaves out conditions without text and answers without words, and is a valid input", () => {
    const draft = {
      ...emptyDraft,
      name: " Greeting ",
      matches: [{ type: "equals" as const, value: " " }],
      responses: ["", "Hi"],
    };
    const sent = storedOf(draft);
    expect(sent.name).toBe("Greeting");
    expect(sent.conditions).toEqual({ matches: [] });
    expect(sent.actions.response).toBe("Hi");
    expect(createTriggerInput.safeParse(sent).success).toBe(true);
  });

  it("takes a limit of hours and channels away when it is switched off", () => {
    const sent = storedOf({ ...draftOf(stored), channels: [], businessHours: "always" }, stored);
    expect(sent.conditions).toEqual({ matches: stored.conditions.matches, note: "kept" });
  });

  it("knows when it would do nothing", () => {
    expect(doesNothing({ ...emptyDraft, stopNextMessage: false })).toBe(true);
    expect(doesNothing({ ...emptyDraft, stopNextMessage: false, tag: "vip" })).toBe(false);
    expect(doesNothing({ ...emptyDraft, responses: ["Hi"] })).toBe(false);
  });

  it("does nothing by stopping the flow alone: the visitor would have no answer at all", () => {
    expect(doesNothing(emptyDraft)).toBe(true);
    expect(faultIn({ ...emptyDraft, name: "Hours", matches: [] })).toBe("nothing");
  });

  it("is not saved with a condition that was left empty, which would mean any message", () => {
    const draft = { ...emptyDraft, name: "Hours", responses: ["We open at nine."] };
    expect(faultIn(draft)).toBe("matches");
    expect(faultIn({ ...draft, matches: [{ type: "phrase", value: "hours" }] })).toBeUndefined();
    expect(faultIn({ ...draft, matches: [] })).toBeUndefined();
    expect(faultIn(draftOf(stored))).toBeUndefined();
  });
});
