import { expect, it } from "vitest";
import { laterModule } from "./later.tsx";

it("fetches a piece once, however many ask [found U15]", async () => {
  let loads = 0;
  const piece = laterModule(async () => {
    loads += 1;
    return { name: "menu" };
  });
  expect(piece.now()).toBeUndefined();
  expect(loads).toBe(0);
  const [first, second] = await Promise.all([piece.fetch(), piece.fetch()]);
  expect(first).toBe(second);
  expect(piece.now()).toEqual({ name: "menu" });
  await piece.fetch();
  expect(loads).toBe(1);
});

it("fetches a piece again after the line was away [found U15]", async () => {
  let away = true;
  const piece = laterModule(async () => {
    if (away) throw new TypeError("no line");
    return { name: "menu" };
  });
  await expect(piece.fetch()).rejects.toThrow("no line");
  expect(piece.now()).toBeUndefined();
  away = false;
  await expect(piece.fetch()).resolves.toEqual({ name: "menu" });
});
