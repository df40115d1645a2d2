import { createTRPCClient, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { afterEach, describe, expect, it } from "vitest";
import type { AppRouter } from "#server/trpc/router.ts";
import { answerStepUp, isStepUpAsked, stepUpLink, subscribeToStepUp } from "./step-up.ts";

let proven = false;
let calls: string[] = [];
let leave: () => void = () => undefined;
afterEach(() => leave());

/** What the server's door answers: 403 until the password was given. */
const door: TRPCLink<AppRouter> =
  () =>
  ({ op }) =>
    observable((observer) => {
      calls.push(op.path);
      if (proven || op.path === "tags.list") {
        observer.next({ result: { type: "data", data: op.path } });
        observer.complete();
        return;
      }
      const data = { error: op.path === "tags.create" ? "forbidden" : "password_needed", httpStatus: 403 };
      const error = { code: -32_603 as const, message: "Enter your password to do this.", data };
      observer.error(TRPCClientError.from({ error }));
    });

function screen() {
  proven = false;
  calls = [];
  const api = createTRPCClient<AppRouter>({ links: [stepUpLink, door] });
  leave = subscribeToStepUp(() => undefined);
  return api;
}
const token = { name: "CRM", permissions: ["admin"] };

describe("a deed that needs the password", () => {
  it("is done again once it was given, and several wait for one answer [found S16]", async () => {
    const api = screen();
    const deeds = [api.tokens.create.mutate(token), api.tokens.create.mutate(token)];
    expect(isStepUpAsked()).toBe(true);
    proven = true;
    answerStepUp(true);
    expect(await Promise.all(deeds)).toEqual(["tokens.create", "tokens.create"]);
    expect(isStepUpAsked()).toBe(false);
    expect(calls).toHaveLength(4);
  });

  it("is refused when the dialog is not answered, or cannot be shown [found S16]", async () => {
    const api = screen();
    const deed = api.tokens.create.mutate(token);
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
