import { expect, it } from "vitest";
import { CallError } from "#components/live/trpc/call-error.ts";
import { finding } from "#server/channels/connection/finding-schema.ts";
import { isLogin, remedyOf } from "./remedies.ts";
import { takenIn } from "./taken.ts";

it("what helps is told by what was found: nobody makes a new token because the platform is away", () => {
  const helps = (...keys: Parameters<typeof finding>[0][]) =>
    remedyOf({ step: "token", words: keys.map((key) => finding(key)) });
  expect(helps("away")).toBe("later");
  expect(helps("permissionMissing")).toBe("permission");
  expect(helps("otherPage")).toBe("match");
  expect([helps("tokenRefused"), helps()]).toEqual(["token", "token"]);
  // Each step is refused for a token that is none: a new one helps all of them.
  expect(remedyOf({ step: "subscription", words: [finding("tokenRefused")] })).toBe("token");
});

it("an Instagram login stays one when only its token is typed anew", () => {
  expect(isLogin({ accountId: "17", externalId: "17" })).toBe(true);
  expect(isLogin({ accountId: "5", externalId: "17" })).toBe(false);
  expect(isLogin({ accountId: "", externalId: "" })).toBe(false);
});

it("what another channel holds is known by its detail, whoever asks", () => {
  const details = [{ field: "credentials.pageId", code: "already_exists", message: "" }];
  const taken = new CallError("", { data: { error: "conflict", httpStatus: 409, details } });
  expect(takenIn(taken)?.field).toBe("credentials.pageId");
  expect(takenIn(new Error("away"))).toBeUndefined();
});
