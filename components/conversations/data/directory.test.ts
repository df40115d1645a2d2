import { expect, it } from "vitest";
import type { UserName } from "#server/users/schema.ts";
import { choosable } from "./directory.ts";

const person = (id: string, role: UserName["role"], active = true) => {
  return { id, name: id, role, active, avatarUrl: "", availability: "online" as const };
};
const users = [
  person("ana", "agent"),
  person("vera", "viewer"),
  person("gone", "agent", false),
  person("ben", "admin"),
];
const ids = (chosen: readonly string[]) => choosable(users, chosen).map(({ id }) => id);

it("offers who could answer, and of others only whom was chosen before", () => {
  expect(ids([])).toEqual(["ana", "ben"]);
  expect(ids(["vera", "gone"])).toEqual(["ana", "vera", "gone", "ben"]);
});
