import { beforeEach, describe, expect, it, vi } from "vitest";
import { capabilitiesOf } from "#server/channels/capabilities.ts";
import { readParts } from "../composer/draft-store.ts";
import { onDraftElsewhere } from "../composer/use-draft.ts";
import { carryReplyFiles, filesOf, ReplyFiles } from "./use-kept-files.ts";

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

/** What the browser sends files with: each waits for its answer. */
const requests: { upload: object; status: number; responseText: string; onload?: () => void; onerror?: () => void }[] =
  [];
vi.stubGlobal(
  "XMLHttpRequest",
  class {
    upload = {};
    status = 0;
    responseText = "";
    open = () => undefined;
    abort = () => undefined;
    setRequestHeader = () => undefined;
    send() {
      requests.push(this);
    }
  },
);

const pdf = (name: string) => new File(["%PDF"], name, { type: "application/pdf" });
const file = (name: string) => ({ kind: "file" as const, name, url: `/uploads/${name}`, voice: false });
const kept = () => readParts("u", "c").files;
const able = capabilitiesOf("WEB");
const reply = () => new ReplyFiles("u", "c", { able, onRefused: () => undefined });

async function answer(name: string, status = 201): Promise<void> {
  const request = requests.shift();
  if (!request) throw new Error("nothing was asked");
  const stored = { name, type: "application/pdf", size: 4, url: `/uploads/${name}`, voiceNote: false };
  Object.assign(request, { status, responseText: status === 201 ? JSON.stringify(stored) : "{}" });
  request.onload?.();
  await new Promise((done) => setTimeout(done));
}

beforeEach(() => {
  stored.clear();
  requests.length = 0;
});

describe("a file that is on its way as one leaves its conversation", () => {
  const leaving = (send?: (files: readonly unknown[]) => void) => {
    const failed: string[] = [];
    return { failed, send, onFailed: (name: string) => failed.push(name) };
  };

  it("is kept with those that were ready, and stands there again", async () => {
    const left = reply();
    left.files.add([pdf("first.pdf"), pdf("second.pdf")]);
    await answer("first.pdf");
    left.leave(leaving());
    await answer("second.pdf");
    expect(kept()).toEqual([file("first.pdf"), file("second.pdf")]);
    expect(left.open()).toBe(false);
    expect(left.files.all().map(({ name, state }) => [name, state])).toEqual([
      ["first.pdf", "ready"],
      ["second.pdf", "ready"],
    ]);
    const reloaded = reply();
    expect(reloaded.files.all().map(({ name }) => name)).toEqual(["first.pdf", "second.pdf"]);
  });

  it("is told of where it fails, once, and can be stored again from there", async () => {
    const left = reply();
    const heard = leaving();
    left.files.add([pdf("first.pdf"), pdf("second.pdf")]);
    await answer("first.pdf", 500);
    left.leave(heard);
    await answer("second.pdf", 500);
    expect(heard.failed).toEqual(["second.pdf"]);
    const [first] = left.files.all();
    left.files.retry(first?.id ?? "");
    await answer("first.pdf", 500);
    expect(heard.failed).toEqual(["second.pdf", "first.pdf"]);
    left.open();
    for (const { id } of left.files.all()) left.files.retry(id);
    await answer("first.pdf");
    await answer("second.pdf");
    expect(kept()).toEqual([file("first.pdf"), file("second.pdf")]);
  });

  it("takes the reply along once it is there, where Send was pressed before, and only then", async () => {
    const sent: unknown[] = [];
    const left = reply();
    left.files.add([pdf("first.pdf"), pdf("second.pdf")]);
    left.leave(leaving((files) => sent.push(files)));
    await answer("first.pdf");
    expect(sent).toEqual([]);
    await answer("second.pdf");
    expect(sent).toEqual([[file("first.pdf"), file("second.pdf")]]);
    expect([left.files.all(), kept(), left.idle]).toEqual([[], undefined, true]);
  });

  it("sends nothing where a file failed, and leaves it to whoever has come back", async () => {
    const sent: unknown[] = [];
    const left = reply();
    left.files.add([pdf("first.pdf")]);
    left.leave(leaving((files) => sent.push(files)));
    await answer("first.pdf", 500);
    expect(left.open()).toBe(false);
    const back = reply();
    back.files.add([pdf("second.pdf")]);
    back.leave(leaving((files) => sent.push(files)));
    expect(back.open()).toBe(true);
    await answer("second.pdf");
    expect(sent).toEqual([]);
  });

  it("holds the page as long as it is on its way", async () => {
    const asks = () => !page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const left = reply();
    left.files.add([pdf("first.pdf")]);
    left.leave(leaving());
    expect(asks()).toBe(true);
    await answer("first.pdf");
    expect(asks()).toBe(false);
  });
});

it("goes on in the conversation that this one has gone into", async () => {
  const taking = { able, onRefused: () => undefined };
  const from = filesOf("u", "c", taking);
  from.files.add([pdf("first.pdf"), pdf("second.pdf")]);
  await answer("first.pdf");
  requests.length = 0;
  carryReplyFiles("u", "c", "into");
  expect([from.files.all(), kept()]).toEqual([[], undefined]);
  const into = filesOf("u", "into", taking);
  expect(into.files.all().map(({ name, state }) => [name, state])).toEqual([
    ["first.pdf", "ready"],
    ["second.pdf", "uploading"],
  ]);
  await answer("second.pdf");
  expect(readParts("u", "into").files).toEqual([file("first.pdf"), file("second.pdf")]);
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
