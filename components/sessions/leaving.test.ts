import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** A browser's storage, whose keys are its own properties. */
function storage(texts: Record<string, string>): Record<string, unknown> {
  const place: Record<string, unknown> = { ...texts };
  const hidden = (value: unknown) => ({ value, enumerable: false });
  return Object.defineProperties(place, {
    getItem: hidden((key: string) => place[key] ?? null),
    setItem: hidden((key: string, text: string) => {
      place[key] = text;
    }),
    removeItem: hidden((key: string) => {
      delete place[key];
    }),
  });
}

let local: Record<string, unknown>;
let session: Record<string, unknown>;
const at = { pathname: "/contacts/7", search: "?tab=notes", hash: "" };
let assign: ReturnType<typeof vi.fn>;
let calls: string[];
let isAway: boolean;

/** A page that was loaded anew. */
async function page() {
  vi.resetModules();
  return {
    ...(await import("./leaving.ts")),
    ...(await import("./signing-out.ts")),
    ...(await import("#components/live/storage.ts")),
  };
}

beforeEach(() => {
  local = storage({
    "parley:draft:u1:c1:reply": "My card number is",
    "parley:draft:u1:c2:note": "Angry",
    "parley:flow:u1:b1": "{}",
    "parley:template:u1:7": "{}",
    "parley:campaign:u1:new": "{}",
    "parley:width:inbox": "320",
    "parley:visitor": "of a chat on this page",
    "theirs:draft:x": "of another program",
  });
  session = storage({ "parley:outbox:u1": "[]", "parley:push": "yes" });
  assign = vi.fn();
  calls = [];
  isAway = false;
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", session);
  const location = { assign, href: "http://localhost/inbox", ...at };
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location }));
  vi.stubGlobal("fetch", async (url: string) => {
    if (isAway) throw new TypeError("Failed to fetch");
    calls.push(url);
    return Response.json({ csrfToken: "t", url: "http://localhost/sign-in" });
  });
});
afterEach(() => vi.unstubAllGlobals());

const choices = ["parley:visitor", "parley:width:inbox", "theirs:draft:x"];

describe("what a browser keeps of a session [ASVS 14.3.1]", () => {
  it("goes when the person signs out, and only that", async () => {
    const { leave } = await page();
    await leave();
    expect(Object.keys(local).sort()).toEqual(choices);
    expect(Object.keys(session)).toEqual(["parley:push"]);
    expect(calls).toEqual(["/api/auth/csrf", "/api/auth/signout"]);
    expect(assign).toHaveBeenCalledExactlyOnceWith("/sign-in");
  });

  it("is asked about before it goes, once: forms on the page ask no more", async () => {
    const { leave, keepsTexts } = await page();
    const warned = vi.fn();
    const ask = vi.fn();
    await leave(ask);
    expect([ask.mock.calls.length, keepsTexts(), calls.length]).toEqual([1, true, 0]);
    await leave();
    // A browser hears those that capture first, Node in the order in which they came.
    window.addEventListener("beforeunload", warned);
    window.dispatchEvent(new Event("beforeunload"));
    expect(warned).not.toHaveBeenCalled();
    expect(keepsTexts()).toBe(false);
    await leave(ask);
    expect(ask).toHaveBeenCalledOnce();
  });

  it("does not come back with what a closing field saves", async () => {
    const { leave, writeText } = await page();
    await leave();
    writeText("local", "parley:draft:u1:c1:reply", "My card number is 4");
    expect(Object.keys(local).sort()).toEqual(choices);
  });

  it("waits for its person where the session ended by itself: nothing that was being written is lost", async () => {
    const { showSignIn, clearAfterLeaving, readText } = await page();
    showSignIn();
    clearAfterLeaving();
    expect(readText("local", "parley:draft:u1:c1:reply")).toBe("My card number is");
    expect(readText("session", "parley:outbox:u1")).toBe("[]");
  });

  it("goes also while the server is away, and the session ends with the next page that reaches it", async () => {
    isAway = true;
    await (await page()).leave();
    expect(
      Object.keys(local)
        .filter((key) => key.startsWith("parley:"))
        .sort(),
    ).toEqual(choices.slice(0, 2));
    expect(assign).toHaveBeenCalledExactlyOnceWith("/sign-in");
    isAway = false;
    const next = await page();
    next.finishLeaving();
    await vi.waitFor(() => expect(calls).toEqual(["/api/auth/csrf", "/api/auth/signout"]));
    await vi.waitFor(() => expect(Object.keys(local).sort()).toEqual(choices));
    (await page()).finishLeaving();
    expect(calls).toHaveLength(2);
  });

  it("is asked for again with the way back to where its person was, but not after signing out", async () => {
    (await page()).askToSignIn();
    expect(assign).toHaveBeenCalledExactlyOnceWith("/sign-in?to=%2Fcontacts%2F7%3Ftab%3Dnotes");
    const next = await page();
    const left = next.leave();
    next.askToSignIn();
    await left;
    expect(assign).toHaveBeenLastCalledWith("/sign-in");
  });

  it("goes on the sign-in page, if the session ended by itself before the server could be reached", async () => {
    isAway = true;
    await (await page()).leave();
    local["parley:draft:u1:c1:reply"] = "kept by another tab";
    (await page()).clearAfterLeaving();
    expect(Object.keys(local).sort()).toEqual(choices);
    expect(Object.keys(session)).toEqual(["parley:push"]);
  });
});
