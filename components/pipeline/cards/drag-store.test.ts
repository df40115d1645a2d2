import { describe, expect, it, vi } from "vitest";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { createDragStore } from "./drag-store.ts";

const row = { id: "a", phaseId: "new" } as InboxRow;

describe("a lifted card", () => {
  it("hangs over its own column first, then over others, and is put down once", () => {
    const store = createDragStore();
    store.lift(row, "keyboard");
    expect(store.get()).toEqual({ row, from: "new", over: "new", by: "keyboard" });
    store.over("won");
    expect(store.get()?.over).toBe("won");
    expect(store.end()).toMatchObject({ from: "new", over: "won" });
    expect([store.get(), store.end()]).toEqual([undefined, undefined]);
    expect(store.round()).toBe(1);
    store.release();
    expect(store.round()).toBe(2);
  });

  it("falls back to its own column over none", () => {
    const store = createDragStore();
    store.lift(row, "mouse");
    store.over("won");
    store.over(undefined);
    expect(store.get()?.over).toBe("new");
  });

  it("tells its listeners about changes only", () => {
    const store = createDragStore();
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.over("won");
    store.lift(row, "touch");
    store.over("new");
    store.over("won");
    store.over("won");
    store.end();
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
    store.lift(row, "touch");
    expect(listener).toHaveBeenCalledTimes(3);
  });
});
