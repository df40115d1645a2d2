import { describe, expect, it } from "vitest";
import { nounOf, toldByOperation, verbOf } from "./deeds.ts";
import { pageOf } from "./record-pages.ts";

describe("a deed in words", () => {
  it.each([
    ["users.create", "created"],
    ["phases.delete", "deleted"],
    ["tokens.revoke", "revoked"],
    ["users.deactivate", "deactivated"],
    ["channels.rotateIdentitySecret", "rotated"],
    ["views.deleteCanned", "deleted"],
    ["channels.update", "changed"],
    ["chatbots.saveSettings", "changed"],
    ["", "changed"],
  ] as const)("reads %j as %s", (operation, verb) => {
    expect(verbOf(operation)).toBe(verb);
  });

  it("tells ready answers from saved views, and knows what it has no word for", () => {
    expect(nounOf({ type: "view/changed", operation: "views.create" })).toBe("view");
    expect(nounOf({ type: "view/changed", operation: "views.createCanned" })).toBe("answer");
    expect(nounOf({ type: "spaceship/changed", operation: "" })).toBeUndefined();
  });

  it("tells the bot's switch and a reopening from other changes of a conversation", () => {
    const told = (operation: string, chatbotState = "ON") =>
      toldByOperation({ type: "conversation/updated", operation, data: { chatbotState } });
    expect(told("conversations.switchChatbot")).toBe("botOn");
    expect(told("conversations.switchChatbot", "OFF")).toBe("botOff");
    expect(told("conversations.open")).toBe("conversationReopened");
    expect(told("conversations.patch")).toBeUndefined();
    const ended = (own: boolean) =>
      toldByOperation({ type: "session/ended", operation: "sessions.end", data: { own } });
    expect([ended(true), ended(false)]).toEqual(["signedOut", undefined]);
  });

  it("tells what a role says and which one a new person has, and older events without it as they were [found S12]", () => {
    const told = (type: string, operation: string, data: Record<string, unknown> = { changes: {} }) =>
      toldByOperation({ type, operation, data });
    expect(told("role/changed", "roles.create")).toBe("roleCreated");
    expect(told("role/changed", "roles.update")).toBe("roleChanged");
    expect(told("role/changed", "roles.delete")).toBe("roleDeleted");
    expect(told("user/changed", "users.create")).toBe("userCreated");
    expect([told("role/changed", "roles.update", {}), told("user/changed", "users.create", {})]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("leads to records that are there, and to none that are gone", () => {
    expect(pageOf({ kind: "conversation", id: "7", name: "", number: null, exists: true })).toBe("/inbox/7?view=all");
    expect(pageOf({ kind: "template", id: "a", name: "", number: 7, exists: true })).toBe("/templates/7");
    expect(pageOf({ kind: "conversation", id: "7", name: "Ana", number: null, exists: false })).toBeUndefined();
    expect(pageOf({ kind: "other", id: "7", name: "", number: null, exists: true })).toBeUndefined();
  });
});
