import { beforeEach, describe, expect, it, vi } from "vitest";
import { readParts } from "../composer/draft-store.ts";
import { onDraftElsewhere } from "../composer/use-draft.ts";
import { keepLate, standOpen } from "./use-kept-files.ts";

// Hoisted, so that it stands before the modules load.
const { stored, page } = vi.hoisted(() => {
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  const texts = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
    removeItem: (key: string) => texts.delete(key),
  });
  return { stored: texts, page };
});

const file = (name: string) => ({ kind: "file" as const, name, url: `/uploads/${name}`, voice: false });
const kept = () => readParts("u", "c").files;

beforeEach(() => stored.clear());

describe("a file that is stored after one has left its conversation", () => {
  it("is kept with those that were ready", () => {
    keepLate("u", "c", file("first.pdf"));
    keepLate("u", "c", Object.assign(file("second.pdf"), { state: "ready", share: 1 }));
    expect(kept()).toEqual([file("first.pdf"), file("second.pdf")]);
  });

  it("goes to the composer where one is there again, and is kept once that has gone too", () => {
    const restored: unknown[] = [];
    const leave = standOpen("c", (files) => restored.push(...files));
    keepLate("u", "c", file("first.pdf"));
    expect([restored, kept()]).toEqual([[file("first.pdf")], undefined]);
    leave();
    keepLate("u", "c", file("second.pdf"));
    expect([restored, kept()]).toEqual([[file("first.pdf")], [file("second.pdf")]]);
  });
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
