import { afterEach, describe, expect, it } from "vitest";
import type { Caller } from "#components/live/trpc/batch.ts";
import { CallError } from "#components/live/trpc/call-error.ts";
import { clientOf } from "#components/live/trpc/client.ts";
import { answerStepUp, isStepUpAsked, subscribeToStepUp, withStepUp } from "./step-up.ts";

let proven = false;
let calls: string[] = [];
let leave: () => void = () => undefined;
afterEach(() => leave());

/** What the server's door answers: 403 until the password was given. */
const door: Caller = async ({ path }) => {
  calls.push(path);
  if (proven || path === "tags.list") return path;
  const data = { error: path === "tags.create" ? "forbidden" : "password_needed", httpStatus: 403 };
  throw new CallError("Enter your password to do this.", { data });
};

const refusedOnce = () => expect.poll(isStepUpAsked).toBe(true);

function screen() {
  proven = false;
  calls = [];
  const api = clientOf(withStepUp(door));
  leave = subscribeToStepUp(() => undefined);
  return api;
}
const token = { name: "CRM", permissions: ["admin"] };

describe("a deed that needs the password", () => {
  it("is done again once it was given, and several wait for one answer [found S16]", async () => {
    const api = screen();
    const deeds = [api.tokens.create.mutate(token), api.tokens.create.mutate(token)];
    await refusedOnce();
    proven = true;
    answerStepUp(true);
    expect(await Promise.all(deeds)).toEqual(["tokens.create", "tokens.create"]);
    expect(isStepUpAsked()).toBe(false);
    expect(calls).toHaveLength(4);
  });

  it("is refused when the dialog is not answered, or cannot be shown [found S16]", async () => {
    const api = screen();
    const deed = api.tokens.create.mutate(token);
    deed.catch(() => undefined);
    await refusedOnce();
    answerStepUp(false);
    await expect(deed).rejects.toMatchObject({ data: { error: "password_needed" } });
    leave();
    await expect(api.tokens.create.mutate(token)).rejects.toMatchObject({ data: { error: "password_needed" } });
    expect(calls).toHaveLength(2);
  });

  it("differs from a final refusal and from success", async () => {
    const api = screen();
    await expect(api.tags.create.mutate({ name: "vip", color: "#3b82f6" })).rejects.toMatchObject({
      data: { error: "forbidden" },
    });
    expect(isStepUpAsked()).toBe(false);
    expect(await api.tags.list.query({})).toBe("tags.list");
  });
});
