import { expect, it } from "vitest";
import { mostBytes } from "#server/uploads/choices.ts";
import { takeRoom } from "./room.ts";

it("holds two of the largest files at once; what comes after waits in its order", async () => {
  const begun: string[] = [];
  const take = async (name: string, bytes: number) => {
    const leave = await takeRoom(bytes);
    if (!leave) throw new Error("it gave up");
    begun.push(name);
    return leave;
  };
  const first = await take("first", mostBytes);
  const second = await take("second", mostBytes);
  const third = take("third", mostBytes);
  const small = take("small", 1);
  await new Promise(setImmediate);
  expect(begun).toEqual(["first", "second"]);
  first();
  first();
  const leaveThird = await third;
  await new Promise(setImmediate);
  expect(begun).toEqual(["first", "second", "third"]);
  second();
  for (const leave of [leaveThird, await small]) leave();
  expect(begun).toEqual(["first", "second", "third", "small"]);
});

it("whoever waits only so long gives up without room, and holds up nobody behind it", async () => {
  const leave = await takeRoom(2 * mostBytes - 1);
  const late = takeRoom(mostBytes, 20);
  const behind = takeRoom(1);
  expect(await late).toBeUndefined();
  const leaveBehind = await behind;
  leaveBehind?.();
  leave?.();
  expect(await takeRoom(2 * mostBytes, 20)).toBeTypeOf("function");
});
