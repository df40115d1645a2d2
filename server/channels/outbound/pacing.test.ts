import { describe, expect, it, vi } from "vitest";
import { hour } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { giveBackTurn, holdRecipient, paceOf, recipientWait, slowDown, takeTurn } from "./pacing.ts";

const live = "live" as const;

describe("the pace of a number", () => {
  it("keeps under 40 messages a second, and sends every one", async () => {
    const channelId = newId();
    const begun = Date.now();
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => takeTurn({ channelId, recipient: String(n), priority: live })),
    );
    const took = Date.now() - begun;
    expect(took).toBeGreaterThanOrEqual(700);
    expect(took).toBeLessThan(3000);
  });

  it("keeps its pace where timers come late, and makes up for no more than a moment", async () => {
    const startAll = (channelId: string) => {
      const starts: number[] = [];
      const turn = (recipient: string) => takeTurn({ channelId, recipient, priority: live });
      const all = Array.from({ length: 30 }, (_, n) => turn(String(n)).then(() => starts.push(Date.now())));
      return { starts, all: Promise.all(all) };
    };
    const work = (ms: number) => {
      for (const end = Date.now() + ms; Date.now() < end; );
    };
    const begun = Date.now();
    const busy = setInterval(() => work(60), 5);
    await startAll(newId()).all;
    clearInterval(busy);
    // 65 ms for each would be 1.9 s.
    expect(Date.now() - begun).toBeLessThan(1400);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(700);
    const { starts, all } = startAll(newId());
    work(1000);
    await all;
    const [, second = 0, , , , , , , ninth = 0, last = 0] = [...starts.slice(0, 9), starts.at(-1)];
    expect(ninth - second).toBeLessThan(50);
    expect(last - second).toBeGreaterThan(400);
  });

  it("goes on where the machine's clock is set back", async () => {
    const channelId = newId();
    const send = (recipient: string) => takeTurn({ channelId, recipient, priority: live });
    await send("a");
    vi.useFakeTimers({ now: Date.now() - hour, toFake: ["Date"] });
    try {
      const sent = Promise.all([send("a"), send("b")]).then(() => true);
      const late = new Promise<false>((resolve) => setTimeout(resolve, 2000, false));
      expect(await Promise.race([sent, late])).toBe(true);
      expect(recipientWait(channelId, "a", live)).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("lets live answers overtake a campaign that was there first", async () => {
    const channelId = newId();
    const order: string[] = [];
    const send = (recipient: string, priority: "live" | "campaign") =>
      takeTurn({ channelId, recipient, priority }).then(() => order.push(recipient));
    const all = Array.from({ length: 20 }, (_, n) => send(`campaign ${n}`, "campaign"));
    await Promise.all([...all, send("answer", live)]);
    expect(order.indexOf("answer")).toBeLessThan(3);
  });

  it("holds one person back without holding the others", async () => {
    const channelId = newId();
    holdRecipient(channelId, "a", 400);
    const order: string[] = [];
    const send = (recipient: string) =>
      takeTurn({ channelId, recipient, priority: live }).then(() => order.push(recipient));
    await Promise.all([send("a"), send("b"), send("c")]);
    expect(order).toEqual(["b", "c", "a"]);
  });

  it("writes to one person in short runs only, and to a campaign's one in six seconds", async () => {
    const channelId = newId();
    for (let n = 0; n < 12; n += 1) await takeTurn({ channelId, recipient: "a", priority: live });
    expect(recipientWait(channelId, "a", live)).toBeGreaterThan(4000);
    await takeTurn({ channelId, recipient: "b", priority: live });
    expect(recipientWait(channelId, "b", live)).toBe(0);
    expect(recipientWait(channelId, "b", "campaign")).toBeGreaterThan(5000);
    // What was refused in passing was no message to them.
    giveBackTurn(channelId, "b");
    expect(recipientWait(channelId, "b", "campaign")).toBe(0);
  });

  it("halves when the platform complains", () => {
    const channelId = newId();
    const before = paceOf(channelId);
    slowDown(channelId);
    slowDown(channelId);
    expect(paceOf(channelId)).toBe(before / 4);
  });

  it("drops a send that is aborted", async () => {
    const channelId = newId();
    holdRecipient(channelId, "a", 60_000);
    const waiting = takeTurn({ channelId, recipient: "a", priority: live, signal: AbortSignal.timeout(30) });
    await expect(waiting).rejects.toThrow();
  });
});
