import { expect, it } from "vitest";
import { inTurn, isUnderway } from "./in-turn.ts";

it("asks for the next change of a conversation once the one before is done or refused, and holds up no other", async () => {
  const log: string[] = [];
  const doors = new Map<string, PromiseWithResolvers<void>>();
  const call = (name: string) => async () => {
    log.push(name);
    const door = Promise.withResolvers<void>();
    doors.set(name, door);
    await door.promise;
    return name;
  };
  const first = inTurn("one", call("first"));
  const second = inTurn("one", call("second"));
  const third = inTurn("one", call("third"));
  void inTurn("two", call("elsewhere"));
  expect(log).toEqual(["first", "elsewhere"]);

  doors.get("first")?.reject(new Error("refused"));
  await expect(first).rejects.toThrow("refused");
  await expect.poll(() => log).toEqual(["first", "elsewhere", "second"]);
  doors.get("second")?.resolve();
  await expect(second).resolves.toBe("second");
  expect(isUnderway("one")).toBe(true);
  await expect.poll(() => log).toEqual(["first", "elsewhere", "second", "third"]);
  doors.get("third")?.resolve();
  await expect(third).resolves.toBe("third");
  expect(isUnderway("one")).toBe(false);
});
