import { expect, it } from "vitest";
import { nonceOf } from "./nonce.ts";

it("reads the nonce from the policy", () => {
  const headers = new Headers({ "content-security-policy": "script-src 'self' 'nonce-aB3+/_-=' 'strict-dynamic'" });
  expect(nonceOf(headers)).toBe("aB3+/_-=");
});

it("has none without a policy or without a nonce in it", () => {
  expect(nonceOf(new Headers())).toBeUndefined();
  expect(nonceOf(new Headers({ "content-security-policy": "script-src 'self'" }))).toBeUndefined();
});
