import { expect, it, vi } from "vitest";
import { onDraftElsewhere } from "./use-draft.ts";

// Hoisted, so that it stands before the modules load.
const page = vi.hoisted(() => {
  const target = new EventTarget();
  vi.stubGlobal("window", target);
  return target;
});

const changes = (key: string | null, newValue: string | null) =>
  page.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));

it("hears what another tab has made of one draft, until nobody listens", () => {
  const heard: string[] = [];
  const stop = onDraftElsewhere("parley:draft:u:c:reply", (text) => heard.push(text));
  changes("parley:draft:u:c:reply", "Good mor");
  changes("parley:draft:u:c:note", "Please look");
  changes("parley:draft:u:c:reply", null);
  stop();
  changes("parley:draft:u:c:reply", "Late");
  expect(heard).toEqual(["Good mor", ""]);
});
