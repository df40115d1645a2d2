import { expect, it, vi } from "vitest";
import { onChangedElsewhere } from "./storage.ts";

const page = new EventTarget();
vi.stubGlobal("window", page);

const changes = (key: string | null, newValue: string | null) =>
  page.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));

it("tells what another tab has made of one text, until nobody listens", () => {
  const heard: string[] = [];
  const stop = onChangedElsewhere("parley:draft:u:c:reply", (text) => heard.push(text));
  changes("parley:draft:u:c:reply", "Good mor");
  changes("parley:draft:u:c:note", "Please look");
  changes("parley:draft:u:c:reply", null);
  stop();
  changes("parley:draft:u:c:reply", "Late");
  expect(heard).toEqual(["Good mor", ""]);
});
