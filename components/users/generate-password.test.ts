import { expect, it } from "vitest";
import { passwordFault } from "#server/users/password-rules.ts";
import { generatePassword } from "./generate-password.ts";

it("makes passwords that are good enough and never the same", () => {
  const made = Array.from({ length: 200 }, generatePassword);
  expect(new Set(made).size).toBe(200);
  for (const password of made) {
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect(passwordFault(password, { name: "Ana", email: "ana@example.com" })).toBeUndefined();
  }
});
