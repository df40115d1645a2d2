import { expect, it } from "vitest";
import { isCurrent, navigation, permitted } from "./navigation.ts";

const ids = (held: string[]) => permitted(navigation, held).map((item) => item.id);

it("shows every place to an administrator", () => {
  expect(ids(["admin"])).toEqual(navigation.map((item) => item.id));
});

it("shows conversations to those who may read only their own", () => {
  expect(ids(["clients_read_assigned", "chat_talk"])).toContain("inbox");
});

it("hides what no held permission opens, and keeps the settings of one's own account", () => {
  expect(ids(["reports_read"])).toEqual(["reports", "settings"]);
});

it("marks a place on its own page and below it, not beside it", () => {
  expect(isCurrent("/inbox", "/inbox")).toBe(true);
  expect(isCurrent("/inbox", "/inbox/42")).toBe(true);
  expect(isCurrent("/inbox", "/inboxes")).toBe(false);
});
