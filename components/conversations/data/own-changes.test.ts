import { expect, it } from "vitest";
import { type Change, noteGone, noteTold, rowsUnderway, takeTurn, withOwnChanges } from "./own-changes.ts";
import type { InboxRow } from "./use-conversation-list.ts";

const row = (given: Partial<InboxRow>) => ({ id: "one", updatedAt: "2026-01-01T00:00:00.000Z", ...given }) as InboxRow;
const to =
  (phaseId: string): Change =>
  () => ({ phaseId });

it("asks for the next change of a conversation once the one before is done or refused, and holds up no other", async () => {
  const log: string[] = [];
  const doors = new Map<string, PromiseWithResolvers<void>>();
  const make = async (id: string, name: string) => {
    const turn = takeTurn(id, to(name));
    try {
      return await turn.call(async () => {
        log.push(name);
        const door = Promise.withResolvers<void>();
        doors.set(name, door);
        await door.promise;
        return name;
      });
    } finally {
      turn.end();
    }
  };
  const first = make("one", "first");
  const second = make("one", "second");
  const third = make("one", "third");
  void make("two", "elsewhere");
  await expect.poll(() => log).toEqual(["first", "elsewhere"]);

  doors.get("first")?.reject(new Error("refused"));
  await expect(first).rejects.toThrow("refused");
  await expect.poll(() => log).toEqual(["first", "elsewhere", "second"]);
  doors.get("second")?.resolve();
  await expect(second).resolves.toBe("second");
  await expect.poll(() => log).toEqual(["first", "elsewhere", "second", "third"]);
  doors.get("third")?.resolve();
  await expect(third).resolves.toBe("third");
});

it("lies over what events tell until it is answered, and answers the newest of that", () => {
  const [undo, again] = [takeTurn("one", to("new")), takeTurn("one", to("won"))];
  // The event of the deed before, then of the undo: the screen stays with what was chosen last.
  expect(withOwnChanges(row({ phaseId: "won" }))).toMatchObject({ phaseId: "won" });
  const told = row({ phaseId: "new", visitorName: "Ana", updatedAt: "2026-01-01T00:00:02.000Z" });
  noteTold(told);
  noteTold(row({ phaseId: "lost", updatedAt: "2026-01-01T00:00:01.000Z" }));
  expect(withOwnChanges(told)).toMatchObject({ phaseId: "won", visitorName: "Ana" });
  expect(undo.end()).toBe(told);
  expect(withOwnChanges(told)).toMatchObject({ phaseId: "won" });
  expect(again.end()).toBe(told);
  expect(withOwnChanges(told)).toBe(told);
  expect(withOwnChanges(row({ id: "three", phaseId: "new" }))).toMatchObject({ phaseId: "new" });
});

it("knows how it would be without what is on its way or was refused, and that it is gone", () => {
  const one = takeTurn("four", to("won"), row({ id: "four", phaseId: "new" }));
  const two = takeTurn("four", to("lost"), row({ id: "four", phaseId: "won" }));
  expect(two.base()).toMatchObject({ phaseId: "new" });
  one.end(true);
  expect(two.base()).toMatchObject({ phaseId: "won" });
  noteTold(row({ id: "four", phaseId: "busy", updatedAt: "2026-01-01T00:00:01.000Z" }));
  expect(two.base()).toMatchObject({ phaseId: "busy" });
  expect(rowsUnderway().map(({ id }) => id)).toEqual(["four"]);
  noteGone("four");
  expect(rowsUnderway()).toEqual([]);
  expect(two.end()).toBeNull();
});
