import { expect, it } from "vitest";
import { AppError } from "#server/base/errors.ts";
import { retrying } from "./retrying.ts";

const deadlock = () => Object.assign(new Error("deadlock detected"), { code: "40P01" });

it("runs again what the database gave up on, and calls itself unavailable where that never ends", async () => {
  let count = 0;
  const passing = async () => {
    count += 1;
    if (count < 4) throw deadlock();
    return count;
  };
  expect(await retrying(passing)).toBe(4);
  const never = retrying(() => Promise.reject(deadlock()));
  await expect(never).rejects.toMatchObject({ code: "unavailable", status: 503 });
});

it("runs once what failed for another reason", async () => {
  let count = 0;
  const refused = () => {
    count += 1;
    return Promise.reject(new AppError("conflict"));
  };
  await expect(retrying(refused)).rejects.toMatchObject({ code: "conflict" });
  expect(count).toBe(1);
});
